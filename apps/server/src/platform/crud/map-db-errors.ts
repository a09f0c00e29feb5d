import type { ErrorName } from '@fleetdeck/contract/errors'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { AppError } from '../core/app-error.ts'
import { sqlFailure } from '../db/db.ts'

/** A value that only one row may have, by the caption of its field. */
interface TakenField {
  taken: TextKey
}
/** A value that names no row of the other table, by the caption of its field. */
interface UnlinkedField {
  unlinked: TextKey
}
/** Refusals by the name of the constraint that was violated, else by SQLSTATE. */
export type Refusals = Record<string, ErrorName | TakenField | UnlinkedField>

/** SQLSTATEs that the values of a write are to blame for, whatever the table. */
export const refusalsOfAnyTable: Refusals = {
  '23505': 'rowTaken',
  '23503': 'rowInUse',
  '23514': 'rowUnfit',
  '22001': 'rowUnfit',
  '22003': 'rowUnfit',
}

/**
 * Turns the errors of a write that the table's own constraints raise into refusals.
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
