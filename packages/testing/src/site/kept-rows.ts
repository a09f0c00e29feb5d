import type pg from 'pg'

interface Table {
  /** Quoted if necessary: other tests leave tables with unusual names. */
  name: string
  /** The serial column, its sequence, and the sequence's value. */
  key: string | null
  ids: string | null
  lastId: string | null
  rows: number
  /** The transaction that wrote the rows; a row with any other has changed. */
  writer: string
}

/** From this number of rows on, vacuuming after a delete pays off. */
const manyRows = 5000

/**
 * Saves a copy of all rows in a schema with this name, and returns a function that restores them, with ids continuing
 * from their present values. Only changed tables are written, because a test changes few of them.
 */
export async function saveRows(pool: pg.Pool, schema = 'kept'): Promise<(pool: pg.Pool) => Promise<void>> {
  const { rows: tables } = await pool.query<Table>(
    `select distinct on (tablename) quote_ident(tablename) as name, 0 as rows, '' as writer, null as "lastId", column_name as key,
       pg_get_serial_sequence(format('public.%I', tablename), column_name) as ids
     from pg_tables join pg_class on oid = format('public.%I', tablename)::regclass and not relispartition
       left join information_schema.columns on table_schema = 'public' and table_name = tablename
         and (is_identity = 'YES' or column_default like 'nextval(%')
     where schemaname = 'public'`,
  )
  await pool.query(
    [`drop schema if exists ${schema} cascade`, `create schema ${schema}`]
      .concat(tables.map(({ name }) => `create table ${schema}.${name} as table public.${name}`))
      .join(';'),
  )
  const designed = await saveDesigned(pool, schema)
  for (const table of tables) {
    const last = table.ids ? `max("${table.key}")` : 'null'
    const { rows } = await pool.query(
      `select count(*)::int as n, ${last} as last from ${schema}.${table.name}`,
    )
    table.rows = rows[0].n
    table.lastId = table.ids && `${rows[0].last ?? 1} ${rows[0].last !== null}`
  }
  return (pool) => restore(pool, { schema, tables, designed })
}

interface SavedRows {
  schema: string
  tables: Table[]
  designed: string[]
}

/**
 * Copies the structure of tables that users designed, with their sequences; returns the statements that restore them.
 */
async function saveDesigned(pool: pg.Pool, schema: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'dynamic'`,
  )
  const steps: string[] = []
  for (const { name } of rows) {
    const copy = `${schema}.dynamic_${name}`
    await pool.query(`create table ${copy} (like dynamic.${name} including all)`)
    await pool.query(`insert into ${copy} overriding system value table dynamic.${name}`)
    const { rows: found } = await pool.query(`select coalesce(max(id), 0)::int as last from ${copy}`)
    steps.push(
      `create table dynamic.${name} (like ${copy} including all)`,
      `insert into dynamic.${name} overriding system value table ${copy}`,
      `alter table dynamic.${name} alter column id restart with ${found[0].last + 1}`,
    )
  }
  return steps
}

async function restore(pool: pg.Pool, { schema, tables, designed }: SavedRows) {
  const { rows: now } = await pool.query<Omit<Table, 'name' | 'key' | 'ids'> & { written: number }>(
    tables.map(present).join(' union all '),
  )
  const changed = tables.filter(({ rows, lastId }, at) => {
    const table = now[at]
    return table?.rows !== rows || table.written !== rows || table.lastId !== lastId
  })
  const { rows: dynamic } = await pool.query(`select from pg_tables where schemaname = 'dynamic'`)
  const steps = [
    'begin',
    'set local session_replication_role = replica',
    ...(dynamic.length ? ['drop schema dynamic cascade', 'create schema dynamic'] : []),
    ...designed,
    ...changed.flatMap((table) => restoreSteps(table, schema)),
    'select pg_current_xact_id()::xid::text as writer',
    'commit',
  ]
  const results = (await pool.query(steps.join(';'))) as unknown as pg.QueryResult<Table>[]
  const writer = results.at(-2)?.rows[0]?.writer as string
  for (const table of changed) table.writer = writer
  for (const [at, { name }] of tables.entries())
    if ((now[at]?.rows ?? 0) > manyRows) await pool.query(`vacuum public.${name}`)
}

const present = ({ name, ids, writer }: Table) =>
  `select count(*)::int as rows,
     (count(*) filter (where xmin::text = '${writer}'))::int as written,
     ${ids ? `(select last_value || ' ' || is_called from ${ids})` : 'null'} as "lastId"
   from public.${name}`

function restoreSteps({ name, ids, rows, lastId }: Table, schema: string): string[] {
  const [last, called] = lastId?.split(' ') ?? []
  return [
    `delete from public.${name}`,
    ...(rows ? [`insert into public.${name} overriding system value table ${schema}.${name}`] : []),
    ...(ids ? [`select setval('${ids}', ${last}, ${called})`] : []),
  ]
}
