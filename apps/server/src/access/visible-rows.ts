import type { UserId } from '@fleetdeck/contract/ids'
import { and, inArray } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { AppError } from '../platform/core/app-error.ts'
import type { Db } from '../platform/db/db.ts'
import { users } from '../platform/db/schema/users.ts'
import { ownedWithin, type Scope } from './data-scope.ts'

type OwnedTable<Id extends number> = PgTable & { id: AnyPgColumn<{ data: Id }>; tenantId: AnyPgColumn }

/** Whether the scope shows all rows of these ids; ids may repeat, and no ids are all of them. */
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

/** @throws AppError unless the scope shows the user's rows: others cannot be given any */
export async function requireUser(db: Db, scope: Scope, id: UserId): Promise<void> {
  if (!(await allUsersVisible(db, scope, [id]))) throw new AppError('notFound')
}
