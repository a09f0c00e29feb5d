import type { ErrorName } from '@fleetdeck/contract/errors'
import { AppError } from '../core/app-error.ts'
import { sqlFailure } from '../db/db.ts'

/** SQLSTATE of writes that fail because of their values, in any table. */
const ofAnyTable: Record<string, ErrorName> = {
  '23505': 'rowTaken',
  '23503': 'rowInUse',
  '23514': 'rowUnfit',
  '22001': 'rowUnfit',
  '22003': 'rowUnfit',
}

/**
 * Runs a write and translates violations of the table's constraints: a value already in use, a row that others refer
 * to.
 * @param refusals keyed by the violated constraint, else by SQLSTATE
 * @throws AppError for a violation listed there; other errors pass through
 */
export async function written<T>(
  write: PromiseLike<T>,
  refusals: Record<string, ErrorName> = ofAnyTable,
): Promise<T> {
  try {
    return await write
  } catch (error) {
    const { constraint = '', state = '' } = sqlFailure(error)
    const refusal = refusals[constraint] ?? refusals[state]
    throw refusal ? new AppError(refusal) : error
  }
}
