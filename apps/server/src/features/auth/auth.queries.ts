import type { UserId } from '@fleetdeck/contract/ids'
import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { siteNow } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import {
  externalAttempts,
  externalBindings,
  externalIdentities,
} from '../../platform/db/schema/external-identities.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { OidcProfile } from './open-id.ts'

/** A person at the provider, as bindings store them. */
export type Person = Pick<OidcProfile, 'issuer' | 'subject' | 'name'>

export async function insertAttempt(db: Db, attempt: typeof externalAttempts.$inferInsert) {
  await db.delete(externalAttempts).where(lt(externalAttempts.expiresAt, siteNow()))
  await db.insert(externalAttempts).values(attempt)
}

/** Consumes the attempt; only the browser that began it can. */
export async function consumeAttempt(db: Db, stateHash: string, browserKeyHash: string) {
  const [row] = await db
    .delete(externalAttempts)
    .where(
      and(
        eq(externalAttempts.stateHash, stateHash),
        eq(externalAttempts.browserKeyHash, browserKeyHash),
        gt(externalAttempts.expiresAt, siteNow()),
      ),
    )
    .returning()
  return row
}

export async function insertBinding(db: Db, binding: typeof externalBindings.$inferInsert) {
  await db.delete(externalBindings).where(lt(externalBindings.expiresAt, siteNow()))
  await db.insert(externalBindings).values(binding)
}

const waiting = (keyHash: string) =>
  and(eq(externalBindings.keyHash, keyHash), gt(externalBindings.expiresAt, siteNow()))

export async function findBinding(db: Db, keyHash: string) {
  const [row] = await db.select().from(externalBindings).where(waiting(keyHash))
  return row
}

export async function consumeBinding(db: Db, keyHash: string) {
  const [row] = await db.delete(externalBindings).where(waiting(keyHash)).returning()
  return row
}

const isPerson = ({ issuer, subject }: Person) =>
  and(eq(externalIdentities.issuer, issuer), eq(externalIdentities.subject, subject))

const { id, userName, status, tenantExpireTime } = users
const account = { id, userName, status, tenantExpireTime }

export async function findUser(db: Db, id: UserId) {
  const [row] = await db
    .select(account)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  return row
}

/** The account that an external identity is linked to. */
export async function findAccount(db: Db, person: Person) {
  const [row] = await db
    .select(account)
    .from(externalIdentities)
    .innerJoin(users, and(eq(users.id, externalIdentities.userId), isNull(users.deletedAt)))
    .where(isPerson(person))
  return row
}

/** The name may have changed at the provider since. */
export const markUsed = (db: Db, person: Person) =>
  db.update(externalIdentities).set({ usedAt: siteNow(), name: person.name }).where(isPerson(person))

export const listIdentities = (db: Db, userId: UserId) =>
  db
    .select()
    .from(externalIdentities)
    .where(eq(externalIdentities.userId, userId))
    .orderBy(asc(externalIdentities.id))

/** Account names in lower case that begin like this one, which may be shortened to make room for a number. */
export async function takenNames(db: Db, name: string): Promise<Set<string>> {
  const lower = sql<string>`lower(${users.userName})`
  const rows = await db
    .select({ lower })
    .from(users)
    .where(and(sql`starts_with(${lower}, ${name.slice(0, 10).toLowerCase()})`, isNull(users.deletedAt)))
  return new Set(rows.map((row) => row.lower))
}

export async function insertUser(db: Db, user: typeof users.$inferInsert) {
  return insertedRow(await db.insert(users).values(user).returning(account))
}
