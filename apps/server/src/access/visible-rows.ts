import type { UserId } from '@fleetdeck/contract/ids'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { and, inArray } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { AppError } from '../platform/core/app-error.ts'
import type { Db } from '../platform/db/db.ts'
import { users } from '../platform/db/schema/users.ts'
import { ownedWithin, type Scope } from './data-scope.ts'

type OwnedTable<Id extends number> = PgTable & { id: AnyPgColumn<{ data: Id }>; tenantId: AnyPgColumn }

/** Whether all rows with these ids are within the scope; ids may repeat, and an empty list passes. */
export async function allOwnedVisible<Id extends number>(
  db: Db,
  table: OwnedTable<Id>,
  scope: Scope,
  ids: NoInfer<Id>[],
) {
  const where = and(inArray(table.id, ids), ownedWithin(scope, table.tenantId))
  return (await db.$count(table, where)) === new Set(ids).size
}

/** The same for users, who own their own rows. */
export async function allUsersVisible(db: Db, scope: Scope, ids: UserId[]) {
  const where = and(inArray(users.id, ids), ownedWithin(scope, users.id))
  return (await db.$count(users, where)) === new Set(ids).size
}

/** @throws AppError unless the scope includes the user's rows; other users cannot become owners */
export async function requireUser(db: Db, scope: Scope, id: UserId): Promise<void> {
  if (!(await allUsersVisible(db, scope, [id]))) throw new AppError('notFound')
}

/** The part of `crudQueries()` that determines which rows a scope shows. */
interface VisibleRows<Id extends number> {
  allVisible(db: Db, scope: Scope, ids: Id[]): Promise<boolean>
}

/**
 * @param ids may repeat; missing ones name no row
 * @param caption of the field that names the rows
 * @throws AppError unless the scope shows all of these rows
 */
export async function requireVisible<Id extends number>(
  { db, scope }: { db: Db; scope: Scope },
  rows: VisibleRows<Id>,
  ids: readonly (Id | null | undefined)[],
  caption?: TextKey,
): Promise<void> {
  const named = ids.filter((id) => id !== null && id !== undefined)
  if (named.length === 0 || (await rows.allVisible(db, scope, named))) return
  throw caption ? new AppError('rowUnlinked', { name: { caption } }) : new AppError('notFound')
}
