import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

/**
 * The database, or a transaction on it. Inside `db.transaction` use only the given `tx`: the embedded database has one
 * session, so the outer transaction would wait forever.
 */
export type Db = Pick<
  NodePgDatabase,
  | 'select'
  | 'selectDistinct'
  | 'insert'
  | 'update'
  | 'delete'
  | 'execute'
  | '$count'
  | 'transaction'
  | '$with'
  | 'with'
>

/** SQLSTATE of a failed statement, such as 23505 for a violated unique index, with that index's name. */
export function sqlFailure(error: unknown): { state?: string; constraint?: string } {
  const cause = (error as { cause?: { code?: string; constraint?: string } } | undefined)?.cause
  return {
    ...(cause?.code && { state: cause.code }),
    ...(cause?.constraint && { constraint: cause.constraint }),
  }
}
