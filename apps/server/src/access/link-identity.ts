import type { UserId } from '@fleetdeck/contract/ids'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { mapDbErrors } from '../platform/crud/map-db-errors.ts'
import type { Db } from '../platform/db/db.ts'
import { externalIdentities } from '../platform/db/schema/external-identities.ts'
import type { WaitingIdentity } from '../platform/db/schema/second-factors.ts'
import { users } from '../platform/db/schema/users.ts'

/** An external identity opens one account only. */
export async function tieIdentity(db: Db, userId: UserId, person: WaitingIdentity): Promise<void> {
  await mapDbErrors(insertIdentity(db, userId, person), { outside_identities_subject: 'identityTaken' })
}

/** Removing an account frees its external identity. */
async function insertIdentity(db: Db, userId: UserId, { issuer, subject, name }: WaitingIdentity) {
  const isPerson = and(eq(externalIdentities.issuer, issuer), eq(externalIdentities.subject, subject))
  const removed = db.select({ id: users.id }).from(users).where(isNotNull(users.deletedAt))
  await db.delete(externalIdentities).where(and(isPerson, inArray(externalIdentities.userId, removed)))
  await db.insert(externalIdentities).values({ userId, issuer, subject, name })
}
