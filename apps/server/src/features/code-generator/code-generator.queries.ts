import type { codeGenerator } from '@fleetdeck/contract/code-generator'
import type { QueryOf } from '@fleetdeck/contract/endpoint'
import { and, asc, eq, ilike, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { mapDbErrors } from '../../platform/crud/map-db-errors.ts'
import { buildOrder, containing, toLimit, within } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { genTables } from '../../platform/db/schema/code-generator.ts'
import { dictTypes } from '../../platform/db/schema/dictionaries.ts'

export type GenTableRow = typeof genTables.$inferSelect
export type NewGenTable = Pick<
  GenTableRow,
  'tableName' | 'tableComment' | 'className' | 'author' | 'options' | 'columns'
>
type ListQuery = z.output<QueryOf<typeof codeGenerator.list>>
type TablesQuery = z.output<QueryOf<typeof codeGenerator.databaseTables>>

const { columns: _columns, options: _options, ...row } = genTableColumns()
function genTableColumns() {
  const { id, tableName, tableComment, className, author, remark, options, columns, createdAt, gmtModified } =
    genTables
  return { id, tableName, tableComment, className, author, remark, options, columns, createdAt, gmtModified }
}

export async function listGenTables(db: Db, query: ListQuery, timeZone: string) {
  const where = and(
    query.tableName ? ilike(genTables.tableName, containing(query.tableName)) : undefined,
    query.tableComment ? ilike(genTables.tableComment, containing(query.tableComment)) : undefined,
    within(genTables.createdAt, query, timeZone),
  )
  const { limit, offset } = toLimit(query)
  const list = await db
    .select(row)
    .from(genTables)
    .where(where)
    .orderBy(...buildOrder(query, row, genTables.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(genTables, where) }
}

export const findGenTables = (db: Db, ids: number[]): Promise<GenTableRow[]> =>
  db.select().from(genTables).where(inArray(genTables.id, ids)).orderBy(asc(genTables.id))

export const allGenTables = (db: Db): Promise<GenTableRow[]> =>
  db.select().from(genTables).orderBy(asc(genTables.tableName))

export const insertGenTables = (db: Db, tables: NewGenTable[]) =>
  mapDbErrors(db.insert(genTables).values(tables))

export const updateGenTable = (db: Db, id: number, change: Partial<GenTableRow>) =>
  db.update(genTables).set(change).where(eq(genTables.id, id))

export const deleteGenTables = (db: Db, ids: number[]) =>
  db.delete(genTables).where(inArray(genTables.id, ids))

/** Which of these dictionaries exist. */
export async function knownDictTypes(db: Db, types: string[]): Promise<string[]> {
  if (types.length === 0) return []
  const found = await db
    .select({ dictType: dictTypes.dictType })
    .from(dictTypes)
    .where(inArray(dictTypes.dictType, types))
  return found.map(({ dictType }) => dictType)
}

/** Tables of the program's own schema that are not imported yet. */
export async function listDatabaseTables(db: Db, query: TablesQuery) {
  const { limit, offset } = toLimit(query)
  const { rows } = await db.execute<{
    table_name: string
    table_comment: string
    column_count: number
    total: number
  }>(sql`
    select c.relname as table_name, coalesce(obj_description(c.oid, 'pg_class'), '') as table_comment,
      (select count(*)::int from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as column_count,
      count(*) over ()::int as total
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in (select ${genTables.tableName} from ${genTables})
      and c.relname ilike ${containing(query.tableName ?? '')}
      and coalesce(obj_description(c.oid, 'pg_class'), '') ilike ${containing(query.tableComment ?? '')}
    order by c.relname limit ${limit} offset ${offset}`)
  const list = rows.map(({ table_name, table_comment, column_count }) => ({
    tableName: table_name,
    tableComment: table_comment,
    columnCount: column_count,
  }))
  return { list, total: rows[0]?.total ?? 0 }
}
