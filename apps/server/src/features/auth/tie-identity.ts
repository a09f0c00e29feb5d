import { type Db, sqlFailure } from '../../db/db.ts'
import { AppError } from '../../http/app-error.ts'
import * as queries from './auth.queries.ts'
import type { OutsidePerson } from './open-id.ts'

/** An outside identity opens one account and no other. */
export async function tieIdentity(db: Db, userId: number, person: OutsidePerson): Promise<void> {
  try {
    await queries.insertIdentity(db, userId, person)
  } catch (error) {
    if (sqlFailure(error).constraint === 'outside_identities_subject') throw new AppError('identityTaken')
    throw error
  }
}
