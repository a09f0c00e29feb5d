import { maxRequests, maxRequestsOfDevice, requestDays } from '@fleetdeck/contract/enrolment-requests'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { siteNow } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { enrolmentChallenges, enrolmentRequests } from '../../platform/db/schema/enrolment.ts'

export async function insertChallenge(db: Db, nonce: string, seconds: number): Promise<void> {
  await db.delete(enrolmentChallenges).where(lte(enrolmentChallenges.expiresAt, sql`now()`))
  const expiresAt = sql`now() + make_interval(secs => ${seconds})`
  await db.insert(enrolmentChallenges).values({ nonce, expiresAt })
}

/** Whether the nonce was valid: it is no longer. */
export async function takeChallenge(db: Db, nonce: string): Promise<boolean> {
  const { nonce: name, expiresAt } = enrolmentChallenges
  const taken = await db
    .delete(enrolmentChallenges)
    .where(and(eq(name, nonce), gt(expiresAt, sql`now()`)))
    .returning({ nonce: name })
  return taken.length > 0
}

type NewRequest = Pick<
  typeof enrolmentRequests.$inferInsert,
  'deviceId' | 'publicKey' | 'brand' | 'mode' | 'imei' | 'osVersion' | 'ip' | 'keyOwnerId'
>
const { deviceId, publicKey, state } = enrolmentRequests
const isOf = (request: Pick<NewRequest, 'deviceId' | 'publicKey'>) =>
  and(eq(deviceId, request.deviceId), eq(publicKey, request.publicKey))

/** Counts a repeated request; undefined for a new one. An approved one keeps the address it was approved for. */
export async function repeatRequest(db: Db, request: NewRequest) {
  const [repeated] = await db
    .update(enrolmentRequests)
    .set({ ...request, lastAt: siteNow(), count: sql`${enrolmentRequests.count} + 1` })
    .where(and(isOf(request), sql`${state} <> 'approved'`))
    .returning({ state })
  return repeated?.state
}

/** Takes the one enrolment that was approved for a phone without a key at this address. */
export async function takeApproval(db: Db, { ip, ...request }: NewRequest): Promise<boolean> {
  const taken = await db
    .delete(enrolmentRequests)
    .where(and(isOf(request), eq(state, 'approved'), eq(enrolmentRequests.ip, ip)))
    .returning({ state })
  return taken.length > 0
}

/** False when too many wait. */
export async function insertRequest(db: Db, request: NewRequest): Promise<boolean> {
  const before = sql`now() - make_interval(days => ${requestDays})`
  await db.delete(enrolmentRequests).where(lte(enrolmentRequests.lastAt, before))
  const ofDevice = await db.$count(enrolmentRequests, eq(deviceId, request.deviceId))
  if (ofDevice >= maxRequestsOfDevice || (await db.$count(enrolmentRequests)) >= maxRequests) return false
  await db.insert(enrolmentRequests).values(request).onConflictDoNothing()
  return true
}
