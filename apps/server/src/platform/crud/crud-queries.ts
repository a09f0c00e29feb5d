import type { PageRequest } from '@fleetdeck/contract/endpoint'
import { type AnyColumn, and, eq, getTableColumns, inArray, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db/db.ts'
import { eachRow } from './each-row.ts'
import { mapDbErrors, type Refusals } from './map-db-errors.ts'
import { buildOrder, type Sorting, toLimit } from './page.ts'

type IdColumn<Id extends number = number> = AnyPgColumn<{ data: Id }>
/** The kind of the table's own id. */
type IdOf<Table> = Table extends { id: { _: { data: infer Id extends number } } } ? Id : number
type WithId<Table, Id extends number> = Table extends { id: IdColumn }
  ? { id?: IdColumn<Id> }
  : { id: IdColumn<Id> }
type RowsOf<Select extends PgSelect> = Select['_']['result']

interface Options<Table extends PgTable, Select extends PgSelect, Filter, Scope> {
  table: Table
  /** All rows of the list. Joined tables must have a row for each row of this one. */
  rows: (db: Db) => Select
  /** The sortable columns, by their names in the row. */
  sortable: { [Name in keyof RowsOf<Select>[number]]?: AnyColumn | SQL }
  /** The default order of the list; without one, the newest rows come first. */
  sorting?: Sorting
  /** The rows within a scope. Conditions may only use columns of this table. */
  visible?: (scope: Scope) => SQL | undefined
  where?: (filter: Filter) => SQL | undefined
  /** The name of rows in the operation log; by default the first text column of the table that ends as names do. */
  name?: AnyPgColumn<{ data: string }>
  /** Refusals by constraint; by default those that apply to any table. */
  refusals?: Refusals
}

/** The column of a table that says what a row is called. */
const nameColumn = (table: PgTable): AnyPgColumn | undefined =>
  Object.entries(getTableColumns(table)).find(
    ([name, { dataType }]) => dataType === 'string' && /(?:Name|Title|Label)$/.test(name),
  )?.[1]

/** The statements that most tables need. The id column is `id` unless another is given. */
export function crudQueries<
  Table extends PgTable,
  Select extends PgSelect,
  Filter,
  Scope,
  Id extends number = IdOf<Table>,
>(options: Options<Table, Select, Filter, Scope> & WithId<Table, Id>) {
  const { table, rows, sortable, sorting, visible, where, refusals }: Options<Table, Select, Filter, Scope> =
    options
  const id: IdColumn = options.id ?? (table as unknown as { id: IdColumn }).id
  const named = options.name ?? nameColumn(table)
  type Row = RowsOf<Select>[number] & { id: Id }
  type Values = Table['$inferInsert']
  const columns = sortable as Record<string, AnyColumn | SQL>
  const found = (scope: Scope, filter: Filter) => and(visible?.(scope), where?.(filter))
  const withDefaultSorting = (query: Sorting): Sorting => (query.orderByColumn ? query : (sorting ?? query))
  const these = (scope: Scope, ids: Id[]) => and(inArray(id, ids), visible?.(scope))

  return {
    async list(db: Db, scope: Scope, query: Filter & PageRequest) {
      const condition = found(scope, query)
      const { limit, offset } = toLimit(query)
      const list = await rows(db)
        .where(condition)
        .orderBy(...buildOrder(withDefaultSorting(query), columns, id))
        .limit(limit)
        .offset(offset)
      return { list: list as Row[], total: await db.$count(table, condition) }
    },

    /** All rows that match, in chunks, in the order of the list. */
    each: (db: Db, scope: Scope, query: Filter & Sorting, chunkRows?: number): AsyncIterable<Row> =>
      eachRow(
        withDefaultSorting(query),
        { sortable: columns, id },
        async ({ after, orderBy, limit }) =>
          (await rows(db)
            .where(and(found(scope, query), after))
            .orderBy(...orderBy)
            .limit(limit)) as Row[],
        chunkRows,
      ),

    /** The rows with these ids within the scope. */
    find: async (db: Db, scope: Scope, ids: Id[]) => (await rows(db).where(these(scope, ids))) as Row[],

    /** The names of these rows, by id; none if they have no names. */
    async names(db: Db, ids: Id[]): Promise<string[]> {
      if (!named) return []
      const found = await db
        .select({ name: named })
        .from(table as PgTable)
        .where(inArray(id, ids))
        .orderBy(id)
      return found.map(({ name }) => String(name))
    },

    allVisible: async (db: Db, scope: Scope, ids: Id[]) =>
      (await db.$count(table, these(scope, ids))) === new Set(ids).size,

    async insert(db: Db, values: Values): Promise<Id> {
      const [saved] = await mapDbErrors(db.insert(table).values(values).returning({ id }), refusals)
      return (saved as { id: Id }).id
    },

    update: (db: Db, rowId: Id, values: Partial<Values>) =>
      mapDbErrors(db.update(table).set(values).where(eq(id, rowId)), refusals),

    remove: (db: Db, ids: Id[]) => mapDbErrors(db.delete(table).where(inArray(id, ids)), refusals),
  }
}
