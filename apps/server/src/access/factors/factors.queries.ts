import type { PasskeyId, UserId } from '@fleetdeck/contract/ids'
import { and, asc, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { siteNow } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import {
  type FactorPurpose,
  factorSteps,
  passkeys,
  recoveryCodes,
  totpFactors,
} from '../../platform/db/schema/second-factors.ts'
import { users } from '../../platform/db/schema/users.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'

export type PasskeyRow = typeof passkeys.$inferSelect
export type FactorStep = typeof factorSteps.$inferSelect

const isConfirmed = (userId: UserId) =>
  and(eq(totpFactors.userId, userId), isNotNull(totpFactors.confirmedAt))
const isUnused = (userId: UserId) => and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))

/** The factors that a user has set up. */
export async function readFactors(db: Db, userId: UserId) {
  const { createdAt, usedAt } = totpFactors
  const [totp] = await db.select({ createdAt, usedAt }).from(totpFactors).where(isConfirmed(userId))
  return {
    totp: totp ?? null,
    passkeys: await listPasskeys(db, userId),
    recoveryCodesLeft: await db.$count(recoveryCodes, isUnused(userId)),
  }
}

export const listPasskeys = (db: Db, userId: UserId): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id))

export async function hasFactor(db: Db, userId: UserId): Promise<boolean> {
  if ((await db.$count(totpFactors, isConfirmed(userId))) > 0) return true
  return (await db.$count(passkeys, eq(passkeys.userId, userId))) > 0
}

export async function findTotp(db: Db, userId: UserId) {
  const [row] = await db.select().from(totpFactors).where(eq(totpFactors.userId, userId))
  return row
}

/** Replaces one that was never confirmed; false if there is a confirmed one. */
export async function startTotp(db: Db, userId: UserId, secret: string): Promise<boolean> {
  const times = { createdAt: siteNow(), lastStep: 0 }
  const rows = await db
    .insert(totpFactors)
    .values({ userId, secret, ...times })
    .onConflictDoUpdate({
      target: totpFactors.userId,
      set: { secret, ...times },
      setWhere: isNull(totpFactors.confirmedAt),
    })
    .returning({ userId: totpFactors.userId })
  return rows.length > 0
}

/** Accepts the code of a time step once; false if it or a later one was accepted before, on any server. */
export async function acceptStep(db: Db, userId: UserId, step: number): Promise<boolean> {
  const now = siteNow()
  const rows = await db
    .update(totpFactors)
    .set({ lastStep: step, usedAt: now, confirmedAt: sql`coalesce(${totpFactors.confirmedAt}, ${now})` })
    .where(and(eq(totpFactors.userId, userId), lt(totpFactors.lastStep, step)))
    .returning({ userId: totpFactors.userId })
  return rows.length > 0
}

/** True once for each code. */
export async function useRecoveryCode(db: Db, userId: UserId, code: string): Promise<boolean> {
  const rows = await db
    .update(recoveryCodes)
    .set({ usedAt: siteNow() })
    .where(and(isUnused(userId), eq(recoveryCodes.codeHash, hashRecoveryCode(code))))
    .returning({ id: recoveryCodes.id })
  return rows.length > 0
}

/** Returns the new ones; all of before are void. */
export async function replaceRecoveryCodes(db: Db, userId: UserId): Promise<string[]> {
  const codes = newRecoveryCodes()
  await db.transaction(async (tx) => {
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashRecoveryCode(code) })))
  })
  return codes
}

export const hasRecoveryCodes = async (db: Db, userId: UserId) =>
  (await db.$count(recoveryCodes, eq(recoveryCodes.userId, userId))) > 0

export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId))
  return row
}

export const insertPasskey = (db: Db, row: typeof passkeys.$inferInsert) => db.insert(passkeys).values(row)

export const markPasskeyUsed = (db: Db, id: PasskeyId, counter: number) =>
  db.update(passkeys).set({ counter, usedAt: siteNow() }).where(eq(passkeys.id, id))

const isOwnPasskey = (userId: UserId, id: PasskeyId) => and(eq(passkeys.userId, userId), eq(passkeys.id, id))

export async function renamePasskey(db: Db, userId: UserId, id: PasskeyId, passkeyName: string) {
  const rows = await db
    .update(passkeys)
    .set({ passkeyName })
    .where(isOwnPasskey(userId, id))
    .returning({ id: passkeys.id })
  return rows.length > 0
}

/** With the last factor, its recovery codes end. */
export const removePasskey = (db: Db, userId: UserId, id: PasskeyId) =>
  removeFactor(db, userId, async (tx) => {
    const rows = await tx.delete(passkeys).where(isOwnPasskey(userId, id)).returning({ id: passkeys.id })
    return rows.length > 0
  })

export const removeTotp = (db: Db, userId: UserId) =>
  removeFactor(db, userId, async (tx) => {
    const rows = await tx
      .delete(totpFactors)
      .where(eq(totpFactors.userId, userId))
      .returning({ userId: totpFactors.userId })
    return rows.length > 0
  })

export async function removeFactors(db: Db, userId: UserId): Promise<void> {
  await db.transaction(async (tx) => {
    for (const table of [totpFactors, passkeys, recoveryCodes, factorSteps])
      await tx.delete(table).where(eq(table.userId, userId))
  })
}

/** By the name of an account; false if there is none. */
export async function removeFactorsOf(db: Db, userName: string): Promise<boolean> {
  const isMeant = and(eq(sql`lower(${users.userName})`, userName.toLowerCase()), isNull(users.deletedAt))
  const [user] = await db.select({ id: users.id }).from(users).where(isMeant)
  if (user) await removeFactors(db, user.id)
  return user !== undefined
}

const removeFactor = (db: Db, userId: UserId, remove: (tx: Db) => Promise<boolean>): Promise<boolean> =>
  db.transaction(async (tx) => {
    const isRemoved = await remove(tx)
    if (isRemoved && !(await hasFactor(tx, userId)))
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    return isRemoved
  })

export async function insertStep(db: Db, step: typeof factorSteps.$inferInsert): Promise<void> {
  await db.delete(factorSteps).where(lt(factorSteps.expiresAt, siteNow()))
  await db.insert(factorSteps).values(step)
}

const isWaiting = (keyHash: string, purpose: FactorPurpose) =>
  and(
    eq(factorSteps.keyHash, keyHash),
    eq(factorSteps.purpose, purpose),
    gt(factorSteps.expiresAt, siteNow()),
  )

export async function findStep(db: Db, keyHash: string, purpose: FactorPurpose) {
  const [row] = await db.select().from(factorSteps).where(isWaiting(keyHash, purpose))
  return row
}

/** False if another call has done so. */
export async function consumeStep(db: Db, keyHash: string, purpose: FactorPurpose): Promise<boolean> {
  const { keyHash: consumed } = factorSteps
  return (await db.delete(factorSteps).where(isWaiting(keyHash, purpose)).returning({ consumed })).length > 0
}
