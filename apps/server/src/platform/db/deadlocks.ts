import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Db } from './db.ts'

const maxTries = 5
const waitMs = 20
/** Deadlock detected, serialization failure: nothing of the transaction was written. */
const codes: readonly unknown[] = ['40P01', '40001']

/**
 * Of transactions that wait for each other PostgreSQL ends one. Whatever runs on this pool and database is repeated then,
 * up to five times: single statements, and transactions, whose functions therefore only change the database.
 */
export function repeatDeadlocks<Database extends Pick<Db, 'transaction'>>(
  pool: pg.Pool,
  db: Database,
): Database {
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
  pool.query = ((...args: unknown[]) =>
    typeof args.at(-1) === 'function' ? query(...args) : repeated(() => query(...args))) as typeof pool.query
  const transaction = db.transaction.bind(db)
  db.transaction = (work, config) => repeated(() => transaction(work, config))
  return db
}

async function repeated<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await run()
    } catch (error) {
      if (tries === maxTries || !isDeadlock(error)) throw error
      await pause(tries * waitMs * (1 + Math.random()))
    }
}

function isDeadlock(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return codes.includes(code) || (cause instanceof Error && isDeadlock(cause))
}
