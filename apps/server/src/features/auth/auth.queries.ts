import type { UserId } from '@fleetdeck/contract/ids'
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { outsideAttempts, outsideBindings, outsideIdentities } from '../../platform/db/schema/identity.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { OidcProfile } from './open-id.ts'

export async function insertAttempt(db: Db, attempt: typeof outsideAttempts.$inferInsert) {
  await db.delete(outsideAttempts).where(lt(outsideAttempts.expiresAt, new Date()))
  await db.insert(outsideAttempts).values(attempt)
}

/** Uses the attempt up; only the browser that began it can. */
export async function takeAttempt(db: Db, stateHash: string, browserKeyHash: string) {
  const [row] = await db
    .delete(outsideAttempts)
    .where(
      and(
        eq(outsideAttempts.stateHash, stateHash),
        eq(outsideAttempts.browserKeyHash, browserKeyHash),
        gt(outsideAttempts.expiresAt, new Date()),
      ),
    )
    .returning()
  return row
}

export async function insertBinding(db: Db, binding: typeof outsideBindings.$inferInsert) {
  await db.delete(outsideBindings).where(lt(outsideBindings.expiresAt, new Date()))
  await db.insert(outsideBindings).values(binding)
}

const waiting = (keyHash: string) =>
  and(eq(outsideBindings.keyHash, keyHash), gt(outsideBindings.expiresAt, new Date()))

export async function findBinding(db: Db, keyHash: string) {
  const [row] = await db.select().from(outsideBindings).where(waiting(keyHash))
  return row
}

export async function takeBinding(db: Db, keyHash: string) {
  const [row] = await db.delete(outsideBindings).where(waiting(keyHash)).returning()
  return row
}

const isPerson = ({ issuer, subject }: OidcProfile) =>
  and(eq(outsideIdentities.issuer, issuer), eq(outsideIdentities.subject, subject))

const { id, userName, status, tenantExpireTime } = users
const account = { id, userName, status, tenantExpireTime }

export async function findUser(db: Db, id: UserId) {
  const [row] = await db
    .select(account)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  return row
}

/** The account that an outside person is tied to. */
export async function findAccount(db: Db, person: OidcProfile) {
  const [row] = await db
    .select(account)
    .from(outsideIdentities)
    .innerJoin(users, and(eq(users.id, outsideIdentities.userId), isNull(users.deletedAt)))
    .where(isPerson(person))
  return row
}

/** The name may have changed at the provider since. */
export const markUsed = (db: Db, person: OidcProfile) =>
  db.update(outsideIdentities).set({ usedAt: new Date(), name: person.name }).where(isPerson(person))

/** An account that was removed makes its outside identity free again. */
export async function insertIdentity(db: Db, userId: UserId, { issuer, subject, name }: OidcProfile) {
  const removed = db.select({ id: users.id }).from(users).where(isNotNull(users.deletedAt))
  await db
    .delete(outsideIdentities)
    .where(and(isPerson({ issuer, subject, name }), inArray(outsideIdentities.userId, removed)))
  await db.insert(outsideIdentities).values({ userId, issuer, subject, name })
}

export const listIdentities = (db: Db, userId: UserId) =>
  db
    .select()
    .from(outsideIdentities)
    .where(eq(outsideIdentities.userId, userId))
    .orderBy(asc(outsideIdentities.id))

/** Answers whether the user had such an identity. */
export async function deleteIdentity(db: Db, userId: UserId, id: number): Promise<boolean> {
  const gone = await db
    .delete(outsideIdentities)
    .where(and(eq(outsideIdentities.id, id), eq(outsideIdentities.userId, userId)))
    .returning({ id: outsideIdentities.id })
  return gone.length > 0
}
