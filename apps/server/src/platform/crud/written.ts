import type { ErrorName } from '@fleetdeck/contract/errors'
import { AppError } from '../core/app-error.ts'
import { sqlFailure } from '../db/db.ts'

/** SQLSTATE of writes that the values are to blame for, whatever the table. */
const ofAnyTable: Record<string, ErrorName> = {
  '23505': 'rowTaken',
  '23503': 'rowInUse',
  '23514': 'rowUnfit',
  '22001': 'rowUnfit',
  '22003': 'rowUnfit',
}

/**
 * A write whose refusals by the table's own rules are told in words: a value that is taken, a row that others need.
 * @param refusals by the constraint that was broken, else by SQLSTATE
 * @throws AppError for what is among them, and whatever else the write throws
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
