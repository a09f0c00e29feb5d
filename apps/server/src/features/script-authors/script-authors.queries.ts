import type { ScriptAuthorId, UserId } from '@fleetdeck/contract/ids'
import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { authorSignatures, scriptAuthors } from '../../platform/db/schema/script-authors.ts'
import { users } from '../../platform/db/schema/users.ts'

export const listAuthors = (db: Db, tenantId: UserId) =>
  db.select().from(scriptAuthors).where(eq(scriptAuthors.tenantId, tenantId)).orderBy(asc(scriptAuthors.id))

export async function isRequired(db: Db, tenantId: UserId): Promise<boolean> {
  const [row] = await db
    .select({ isRequired: users.requiresAuthor })
    .from(users)
    .where(eq(users.id, tenantId))
    .for('no key update')
  return row?.isRequired ?? false
}

export const insertAuthor = (db: Db, author: typeof scriptAuthors.$inferInsert) =>
  db.insert(scriptAuthors).values(author)

/** False for one of another tenant. */
export async function deleteAuthor(db: Db, tenantId: UserId, id: ScriptAuthorId): Promise<boolean> {
  const rows = await db
    .delete(scriptAuthors)
    .where(and(eq(scriptAuthors.id, id), eq(scriptAuthors.tenantId, tenantId)))
    .returning({ id: scriptAuthors.id })
  return rows.length > 0
}

export const setRequired = (db: Db, tenantId: UserId, requiresAuthor: boolean) =>
  db.update(users).set({ requiresAuthor }).where(eq(users.id, tenantId))

export const isAuthor = async (db: Db, publicKey: string) =>
  (await db.$count(scriptAuthors, eq(scriptAuthors.publicKey, publicKey))) > 0

export const countSignatures = (db: Db, publicKey: string) =>
  db.$count(authorSignatures, eq(authorSignatures.publicKey, publicKey))

export const insertSignature = (db: Db, row: typeof authorSignatures.$inferInsert) =>
  db.insert(authorSignatures).values(row).onConflictDoNothing()
