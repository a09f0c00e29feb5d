import { awayReason } from '../core/database-away.ts'
import { sqlFailure } from './db.ts'

/** Rows of one statement. */
const chunkRows = 2000

export interface RowWriter<Row> {
  /** Writes all of these rows, or none. */
  write(rows: Row[]): Promise<unknown>
  /** The database refuses this row, now and always. */
  refused(row: Row, error: unknown): void
}

/**
 * Writes rows that do not depend on each other in few statements. When a value is refused, the rows are written again in
 * halves until the bad row is alone: it must not keep the others from the database. Rejects on any other failure; `left`
 * then gets the rows that were not written.
 */
export async function writeRows<Row>(
  rows: Row[],
  writer: RowWriter<Row>,
  left: (rows: Row[]) => void,
): Promise<void> {
  for (let at = 0; at < rows.length; at += chunkRows) {
    const chunk = rows.slice(at, at + chunkRows)
    await writeSome(chunk, writer, (some) => left([...some, ...rows.slice(at + chunkRows)]))
  }
}

async function writeSome<Row>(
  rows: Row[],
  writer: RowWriter<Row>,
  left: (rows: Row[]) => void,
): Promise<void> {
  try {
    await writer.write(rows)
  } catch (error) {
    if (!isRefusal(error)) {
      left(rows)
      throw error
    }
    const [row] = rows
    if (rows.length === 1 && row !== undefined) return writer.refused(row, error)
    const half = Math.ceil(rows.length / 2)
    await writeSome(rows.slice(0, half), writer, (some) => left([...some, ...rows.slice(half)]))
    await writeSome(rows.slice(half), writer, left)
  }
}

/** Values that PostgreSQL refuses (classes 22, 23 and 54 of its error codes), or that cannot be sent to it. */
function isRefusal(error: unknown): boolean {
  const { state } = sqlFailure(error)
  return state ? /^(22|23|54)/.test(state) : !awayReason(error)
}
