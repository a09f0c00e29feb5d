import { TransactionRollbackError } from 'drizzle-orm'
import type { Db } from './db.ts'

/** What the statements of a transaction lead to; nothing of it stays. */
export async function rolledBack<T>(db: Db, run: (tx: Db) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined
  try {
    await db.transaction(async (tx) => {
      result = { value: await run(tx) }
      tx.rollback()
    })
  } catch (error) {
    if (!result || !(error instanceof TransactionRollbackError)) throw error
    return result.value
  }
  throw new Error('the transaction was not rolled back')
}
