import type { UserId } from '@fleetdeck/contract/ids'
import { mapDbErrors } from '../../platform/crud/map-db-errors.ts'
import type { Db } from '../../platform/db/db.ts'
import * as queries from './auth.queries.ts'

/** An external identity opens one account only. */
export async function tieIdentity(db: Db, userId: UserId, person: queries.Person): Promise<void> {
  await mapDbErrors(queries.insertIdentity(db, userId, person), {
    outside_identities_subject: 'identityTaken',
  })
}
