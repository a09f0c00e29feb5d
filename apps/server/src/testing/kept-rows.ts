import type pg from 'pg'

interface Table {
  name: string
  /** The serial column, its sequence, and the sequence's value. */
  key: string | null
  ids: string | null
  lastId: string | null
  rows: number
  /** The transaction that wrote the rows: any other has changed them. */
  writer: string
}

/** From this many rows on, vacuuming after a delete is worth it. */
const manyRows = 5000

/**
 * Saves a copy of all rows, and returns a function that restores them; ids continue from the saved values. Only changed
 * tables are written: a test changes few of them.
 */
export async function keepRows(pool: pg.Pool): Promise<(pool: pg.Pool) => Promise<void>> {
  const { rows: tables } = await pool.query<Table>(
    `select distinct on (tablename) tablename as name, 0 as rows, '' as writer, null as "lastId", column_name as key,
       pg_get_serial_sequence(format('public.%I', tablename), column_name) as ids
     from pg_tables left join information_schema.columns
       on table_schema = 'public' and table_name = tablename
         and (is_identity = 'YES' or column_default like 'nextval(%')
     where schemaname = 'public'`,
  )
  await pool.query(
    ['drop schema if exists kept cascade', 'create schema kept']
      .concat(tables.map(({ name }) => `create table kept."${name}" as table public."${name}"`))
      .join(';'),
  )
  for (const table of tables) {
    const last = table.ids ? `max("${table.key}")` : 'null'
    const { rows } = await pool.query(`select count(*)::int as n, ${last} as last from kept."${table.name}"`)
    table.rows = rows[0].n
    table.lastId = table.ids && `${rows[0].last ?? 1} ${rows[0].last !== null}`
  }
  return (pool) => restore(pool, tables)
}

async function restore(pool: pg.Pool, tables: Table[]) {
  const { rows: now } = await pool.query<Omit<Table, 'key' | 'ids'> & { written: number }>(
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
    ...changed.flatMap(stepsBack),
    'select pg_current_xact_id()::xid::text as writer',
    'commit',
  ]
  const results = (await pool.query(steps.join(';'))) as unknown as pg.QueryResult<Table>[]
  const writer = results.at(-2)?.rows[0]?.writer as string
  for (const table of changed) table.writer = writer
  for (const { name, rows } of now) if (rows > manyRows) await pool.query(`vacuum public."${name}"`)
}

const present = ({ name, ids, writer }: Table) =>
  `select '${name}' as name, count(*)::int as rows,
     (count(*) filter (where xmin::text = '${writer}'))::int as written,
     ${ids ? `(select last_value || ' ' || is_called from ${ids})` : 'null'} as "lastId"
   from public."${name}"`

function stepsBack({ name, ids, rows, lastId }: Table): string[] {
  const [last, called] = lastId?.split(' ') ?? []
  return [
    `delete from public."${name}"`,
    ...(rows ? [`insert into public."${name}" overriding system value table kept."${name}"`] : []),
    ...(ids ? [`select setval('${ids}', ${last}, ${called})`] : []),
  ]
}
