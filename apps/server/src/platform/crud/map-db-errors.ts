import type { ErrorName } from '@fleetdeck/contract/errors'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { AppError } from '../core/app-error.ts'
import { sqlFailure } from '../db/db.ts'

/** A value that must be unique, with the label of its field. */
interface TakenField {
  taken: TextKey
}
/** A reference to a missing row, with the label of its field. */
interface UnlinkedField {
  unlinked: TextKey
}
/** Refusals by the name of the violated constraint, or else by SQLSTATE. */
export type Refusals = Record<string, ErrorName | TakenField | UnlinkedField>

/** SQLSTATEs caused by the values of a write, for any table. */
export const refusalsOfAnyTable: Refusals = {
  '23505': 'rowTaken',
  '23503': 'rowInUse',
  '23514': 'rowUnfit',
  '22001': 'rowUnfit',
  '22003': 'rowUnfit',
}

/**
 * Maps errors of a write that violate the table's constraints to refusals.
 * @throws AppError for those among `refusals`, and any other error unchanged
 */
export async function mapDbErrors<T>(
  write: PromiseLike<T>,
  refusals: Refusals = refusalsOfAnyTable,
): Promise<T> {
  try {
    return await write
  } catch (error) {
    const { constraint = '', state = '' } = sqlFailure(error)
    const refusal = refusals[constraint] ?? refusals[state]
    if (refusal === undefined) throw error
    if (typeof refusal === 'string') throw new AppError(refusal)
    if ('taken' in refusal) throw new AppError('rowFieldTaken', { name: { caption: refusal.taken } })
    throw new AppError('rowUnlinked', { name: { caption: refusal.unlinked } })
  }
}
