import type { ErrorName } from '@fleetdeck/contract/errors'
import { sqlFailure } from '../db/db.ts'
import { AppError } from '../http/app-error.ts'

/** SQLSTATE of writes that the values are to blame for. */
const refusals: Record<string, ErrorName> = {
  '23505': 'rowTaken',
  '23503': 'rowInUse',
  '23514': 'rowUnfit',
  '22001': 'rowUnfit',
  '22003': 'rowUnfit',
}

/** A write whose refusals by the table's own rules are told in words: a value that is taken, a row that others need. */
export async function written<T>(write: PromiseLike<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    const refusal = refusals[sqlFailure(error).state ?? '']
    throw refusal ? new AppError(refusal) : error
  }
}
