import type { UserId } from '@fleetdeck/contract/ids'
import { mapDbErrors } from '../../platform/crud/map-db-errors.ts'
import type { Db } from '../../platform/db/db.ts'
import * as queries from './auth.queries.ts'
import type { OidcProfile } from './open-id.ts'

/** An external identity opens one account only. */
export async function tieIdentity(db: Db, userId: UserId, person: OidcProfile): Promise<void> {
  await mapDbErrors(queries.insertIdentity(db, userId, person), {
    outside_identities_subject: 'identityTaken',
  })
}
