import { SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** The length of a device number. */
const length = sql.raw('32')
const numerals = sql.raw("'0123456789'")
const filled = (digits: SQLWrapper) => sql`coalesce(lpad(nullif(${digits}, ''), ${length}, '0'), '')`

/**
 * Sorts texts as people count, A2 before A10: digits in a row are filled up to the same length. Built in place of an
 * ICU collation, which the embedded database accepts and then sorts by text. The key of a key is the same key. Most
 * numbers only end with digits: for these it takes a fraction of the time that splitting takes.
 */
export class NaturalKey extends SQL<string | null> {
  constructor(text: SQLWrapper) {
    const head = sql`rtrim(${text}, ${numerals})`
    const split = sql`select string_agg(piece[1] || ${filled(sql`piece[2]`)}, '' order by nth)
      from regexp_matches(${text}, '([^0-9]*)([0-9]*)', 'g') with ordinality as pieces(piece, nth)`
    super(
      sql`(case when translate(${head}, ${numerals}, '') = ${head}
        then ${head} || ${filled(sql`substr(${text}, length(${head}) + 1)`)} else (${split}) end collate "C")`
        .queryChunks,
    )
  }
}

/** The first of these numbers in that order, each once: an aggregate of rows that match the condition. */
export const firstNumbers = (deviceNo: SQLWrapper, most: number, where: SQL) =>
  sql`coalesce((array_agg(distinct array[${new NaturalKey(deviceNo)}, ${deviceNo}])
    filter (where ${where}))[1:${sql.raw(String(most))}][2:2], '{}')`.mapWith((pairs: string[][]) =>
    pairs.flat(),
  )

/** By number, as people count; those that only differ by leading zeros by their text. */
export const byNumber = (deviceNo: SQLWrapper): SQL => sql`${new NaturalKey(deviceNo)}, ${deviceNo}`
