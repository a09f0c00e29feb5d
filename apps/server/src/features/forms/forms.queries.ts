import type { PageRequest } from '@fleetdeck/contract/endpoint'
import type { FormDocument } from '@fleetdeck/contract/forms'
import type { UserId } from '@fleetdeck/contract/ids'
import { and, eq, ilike, inArray, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { containing, limitOf, orderOf } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { forms } from '../../platform/db/schema/forms.ts'
import { users } from '../../platform/db/schema/users.ts'

interface FormFilter extends PageRequest {
  formName?: string | undefined
}

const row = {
  id: forms.id,
  formName: forms.formName,
  ownerId: forms.ownerId,
  userName: users.userName,
  partCount: sql<number>`jsonb_array_length(jsonb_path_query_array(${forms.content}, 'strict $.ui.layout.**.kind'))`,
  createdAt: forms.createdAt,
  gmtModified: forms.gmtModified,
}

export async function listForms(db: Db, scope: Scope, query: FormFilter) {
  const where = and(
    ownedWithin(scope, forms.ownerId),
    query.formName ? ilike(forms.formName, containing(query.formName)) : undefined,
  )
  const { limit, offset } = limitOf(query)
  const list = await db
    .select(row)
    .from(forms)
    .innerJoin(users, eq(users.id, forms.ownerId))
    .where(where)
    .orderBy(...orderOf(query, row, forms.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(forms, where) }
}

export async function findForm(db: Db, scope: Scope, id: number) {
  const [found] = await db
    .select({ ...row, content: forms.content })
    .from(forms)
    .innerJoin(users, eq(users.id, forms.ownerId))
    .where(and(eq(forms.id, id), ownedWithin(scope, forms.ownerId)))
  return found
}

interface FormValues {
  formName: string
  content: FormDocument
}

export async function insertForm(db: Db, form: FormValues & { ownerId: UserId }): Promise<number> {
  const [saved] = await db.insert(forms).values(form).returning({ id: forms.id })
  return (saved as { id: number }).id
}

/** Answers whether the form is there, within the scope. */
export async function updateForm(db: Db, scope: Scope, id: number, form: FormValues): Promise<boolean> {
  const changed = await db
    .update(forms)
    .set(form)
    .where(and(eq(forms.id, id), ownedWithin(scope, forms.ownerId)))
    .returning({ id: forms.id })
  return changed.length === 1
}

/** All of them or none. */
export async function deleteForms(db: Db, scope: Scope, ids: number[]): Promise<boolean> {
  const meant = and(inArray(forms.id, ids), ownedWithin(scope, forms.ownerId))
  if ((await db.$count(forms, meant)) !== new Set(ids).size) return false
  await db.delete(forms).where(meant)
  return true
}
