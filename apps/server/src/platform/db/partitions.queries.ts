import { type SQL, sql } from 'drizzle-orm'
import type pg from 'pg'
import { awayReason } from '../core/database-away.ts'
import { type Db, sqlFailure } from './db.ts'

/**
 * A table with a partition for each day or week (UTC, from Monday) of a time column. Its first partition has the rows from
 * before the table was partitioned or restored. Rows of other times, of clocks that were wrong, are in its default one.
 */
export interface PartitionedTable {
  name: string
  /** Column with the time. */
  time: string
  width: 'day' | 'week'
  /** Rows that are never removed; they outlive their partition in the default one. */
  stays?: SQL
}

export const partitioned = {
  deviceHistory: { name: 'device_history', time: 'at', width: 'day' },
  deviceEvents: { name: 'device_events', time: 'at', width: 'day' },
  taskRuns: {
    ...{ name: 'task_runs', time: 'created_at', width: 'week' },
    stays: sql`state in ('queued', 'sent', 'acknowledged', 'running')`,
  },
  taskLines: { name: 'task_lines', time: 'at', width: 'week' },
  operationLogs: { name: 'operation_logs', time: 'oper_time', width: 'week' },
  loginLogs: { name: 'login_logs', time: 'login_at', width: 'week' },
} as const satisfies Record<string, PartitionedTable>

/** Partitions that are created before their time, besides the present one. */
const ahead = { day: 2, week: 1 }

/** One server at a time creates and drops partitions. */
const partitionLock = 7_214_561

/** SQLSTATE of a row in the default partition that belongs to a new one. */
const checkViolation = '23514'

/**
 * Creating and dropping lock the whole table. They wait 3 s at most, as other statements wait behind them: a backup may
 * read the table for hours. Returns undefined then, when the database is away, and when a row has come in between.
 */
async function lockingTables<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T | undefined> {
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${partitionLock}::int)`)
      await tx.execute(sql`set local lock_timeout = '3s'`)
      return await work(tx)
    })
  } catch (error) {
    if (awayReason(error) === undefined && sqlFailure(error).state !== checkViolation) throw error
    return undefined
  }
}

/** Of the partition `c` of `pg_class`. */
const bounds = sql`pg_get_expr(c.relpartbound, c.oid)`
const isFirst = sql`${bounds} like '%(MINVALUE)%'`
const end = sql`(regexp_match(${bounds}, 'TO \\(''([^'']+)''\\)'))[1]::timestamptz`

interface Period extends Record<string, unknown> {
  name: string
  parent: string
  time: string
  from: string
  to: string
}

/**
 * Creates the partitions of the present and of the next days and weeks, one after the other; those of tables in use by
 * others at the next call. Returns how many.
 */
export async function createPartitions(db: Db): Promise<number> {
  let created = 0
  const tables = new Set<string>()
  for (const period of await missingPeriods(db)) {
    if (!(await createPartition(db, period))) continue
    created += 1
    tables.add(period.parent)
  }
  // PostgreSQL analyzes partitions by itself, but not the tables that consist of them.
  for (const table of tables) await db.execute(sql`analyze ${sql.identifier(table)}`)
  return created
}

/** None before the tables are partitioned. */
async function missingPeriods(db: Db): Promise<Period[]> {
  const tables = Object.values(partitioned).map(({ name, time, width }) => ({
    ...{ name, time, width, ahead: ahead[width] },
  }))
  const { rows } = await db.execute<Period>(sql`
    select * from (
      select t.name as parent, t.time, format('%s_%s', t.name, to_char(start, 'YYYYMMDD')) as name,
        to_char(start, 'YYYY-MM-DD "00:00:00+00"') as from,
        to_char(start + ('1 ' || t.width)::interval, 'YYYY-MM-DD "00:00:00+00"') as to
      from jsonb_to_recordset(${JSON.stringify(tables)}::jsonb) as t(name text, time text, width text, ahead int)
        join pg_partitioned_table p on p.partrelid = to_regclass(t.name)
        cross join date_trunc(t.width, now() at time zone 'UTC') as present
        cross join generate_series(present, present + t.ahead * ('1 ' || t.width)::interval, ('1 ' || t.width)::interval)
          as start
      where not exists (select from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = p.partrelid
        and ${isFirst} and ${end} > start at time zone 'UTC')
    ) periods where to_regclass(name) is null order by "from", name`)
  return rows
}

const createPartition = (db: Db, { name, parent, time, from, to }: Period): Promise<boolean | undefined> =>
  lockingTables(db, async (tx) => {
    const [table, column] = [sql.identifier(parent), sql.identifier(time)]
    // Its rows in the default partition would have to move: they stay there, and so do the others of this period.
    const { rows } = await tx.execute<{ isTaken: boolean }>(sql`
      select to_regclass(${name}) is not null or exists (select from ${table}
        where ${column} >= ${from}::timestamptz and ${column} < ${to}::timestamptz) as "isTaken"`)
    if (rows[0]?.isTaken) return false
    await tx.execute(sql`
      create table ${sql.identifier(name)} partition of ${table}
        for values from (${sql.raw(`'${from}'`)}) to (${sql.raw(`'${to}'`)})`)
    return true
  })

interface Partition extends Record<string, unknown> {
  name: string
  /** Its rows are not of one day or week. */
  isMixed: boolean
  hasEnded: boolean
}

/**
 * Removes what is older: drops the partitions that have ended before, else some of the older rows of the first and the
 * default partition. Of the others a row goes with the last one of its day or week. Returns the number of rows.
 * @param rows at most, of those that are not dropped
 */
export async function removeOlder(
  db: Db,
  { name: parent, time, stays }: PartitionedTable,
  before: Date,
  rows: number,
): Promise<number> {
  const limit = sql`${before.toISOString()}::timestamptz`
  const { rows: partitions } = await db.execute<Partition>(sql`
    select c.relname as name, ${isFirst} or ${bounds} = 'DEFAULT' as "isMixed",
      coalesce(${end} <= ${limit}, false) as "hasEnded"
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass(${parent}) order by 1`)
  let dropped = 0
  for (const { name, hasEnded } of partitions)
    if (hasEnded) dropped += await dropPartition(db, { name, parent, stays })
  if (dropped > 0) return dropped
  const mixed = partitions.filter(({ isMixed }) => isMixed).map(({ name }) => name)
  let deleted = 0
  // Until it is partitioned, the table has all its rows itself.
  for (const name of mixed.length > 0 ? mixed : [parent])
    deleted += await deleteRows(db, { name, parent, time, stays, limit, rows: rows - deleted })
  return deleted
}

/** A row's place is unique in one partition only. */
async function deleteRows(
  db: Db,
  {
    name,
    parent,
    time,
    stays,
    limit,
    rows,
  }: Omit<PartitionedTable, 'width'> & { parent: string; limit: SQL; rows: number },
): Promise<number> {
  const column = sql.identifier(time)
  const { rowCount } = await db.execute(sql`
    delete from ${sql.identifier(parent)} where ${column} < ${limit} and tableoid = ${name}::regclass
      and ctid = any(array(select ctid from ${sql.identifier(name)} where ${column} < ${limit}
        ${stays ? sql`and not (${stays})` : sql``} limit ${rows}))`)
  return rowCount ?? 0
}

/** After rows were loaded into default partitions: a large default partition makes creating others slow. */
export async function turnDefaultsIntoFirst(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  // Tables of a restored version from before are partitioned later.
  const { rows } = await client.query(`select from pg_proc where oid = to_regproc('turn_default_into_first')`)
  if (rows.length === 0) return
  for (const { name, time, width } of Object.values(partitioned))
    await client.query(`select turn_default_into_first($1, $2, $3)`, [name, time, width])
}

/** Counting more rows would take long. */
const maxCounted = 1_000_000

async function dropPartition(
  db: Db,
  { name, parent, stays }: { name: string; parent: string; stays: SQL | undefined },
): Promise<number> {
  const [partition, table] = [sql.identifier(name), sql.identifier(parent)]
  const { rows } = await db.execute<{ count: number }>(sql`
    select case when reltuples > ${maxCounted}::int then reltuples
      else (select count(*) from ${partition} ${stays ? sql`where not (${stays})` : sql``}) end::float8 as count
    from pg_class where oid = ${name}::regclass`)
  const isDropped = await lockingTables(db, async (tx) => {
    await tx.execute(sql`alter table ${table} detach partition ${partition}`)
    if (stays)
      await tx.execute(
        sql`insert into ${table} overriding system value select * from ${partition} where ${stays}`,
      )
    await tx.execute(sql`drop table ${partition}`)
    return true
  })
  return isDropped ? (rows[0]?.count ?? 0) : 0
}
