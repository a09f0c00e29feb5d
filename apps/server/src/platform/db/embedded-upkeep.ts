import type pg from 'pg'
import { measureRelations, type Relation, recordRelations, relationsQuery } from './relation-files.ts'

const everyMs = 5000
/** PostgreSQL's own defaults: autovacuum_(vacuum|analyze)_(threshold|scale_factor). */
const least = 50
const deadShare = 0.2
const changedShare = 0.1
/** Of the write-ahead log, since the last checkpoint. */
const mostLogBytes = 64 * 1024 * 1024
/** After an hour, a checkpoint has to be worth its while. */
const leastLogBytes = 64 * 1024

/**
 * Replaces autovacuum and the checkpointer, which the embedded database lacks. Tables with many dead rows are vacuumed,
 * and tables that changed much are analyzed. Otherwise every statement is planned for tables of their original size.
 * Rule: PostgreSQL manual, "The Autovacuum Daemon". Without a checkpoint the log grows until the disk is full. One
 * statement at a time, so that others can run between two tables.
 * @param folder of the database
 */
export async function runUpkeep(pool: pg.Pool, folder: string): Promise<void> {
  const { rows } = await pool.query<{ name: string; isWorn: boolean }>(
    `select format('%I.%I', stat.schemaname, stat.relname) as name,
       n_dead_tup > $1 + $2 * greatest(reltuples, 0) as "isWorn"
     from pg_stat_user_tables stat join pg_class on pg_class.oid = relid
     where n_dead_tup > $1 + $2 * greatest(reltuples, 0) or n_mod_since_analyze > $1 + $3 * greatest(reltuples, 0)`,
    [least, deadShare, changedShare],
  )
  for (const { name, isWorn } of rows) await pool.query(`${isWorn ? 'vacuum analyze' : 'analyze'} ${name}`)
  const log = await pool.query<{ isLong: boolean }>(
    `select pg_current_wal_insert_lsn() - redo_lsn
       > case when checkpoint_time < now() - interval '1 hour' then $1::bigint else $2 end as "isLong"
     from pg_control_checkpoint()`,
    [leastLogBytes, mostLogBytes],
  )
  if (log.rows[0]?.isLong) await checkpoint(pool, folder)
}

/** Puts all changes into the tables' files, and writes down how long these are now at least. */
export async function checkpoint(pool: pg.Pool, folder: string): Promise<void> {
  const relations = await pool.query<Relation>(relationsQuery)
  const measured = measureRelations(folder, relations.rows)
  await pool.query('checkpoint')
  recordRelations(folder, measured)
}

/** Checks the database every few seconds, until the returned function is called and has finished. */
export function startUpkeep(pool: pg.Pool, folder: string): () => Promise<void> {
  let running = Promise.resolve()
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    running = runUpkeep(pool, folder)
      .catch(() => {}) // a table that was dropped in the meantime; the next run sees the present tables
      .finally(() => {
        isBusy = false
      })
  }, everyMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    return running
  }
}
