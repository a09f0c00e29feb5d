import type { UserId } from '@fleetdeck/contract/ids'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { isAccountOff } from '../../access/account-line.queries.ts'
import type { Db } from '../../platform/db/db.ts'
import { users } from '../../platform/db/schema/users.ts'

/** A user who may get the rows of deleted users. */
export async function findHeir(db: Db, id: UserId) {
  const [found] = await db
    .select({
      id: users.id,
      userName: users.userName,
      nickName: users.nickName,
      isOff: isAccountOff(users.id),
    })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  return found
}

/** The user above all of these, if it is the same one. */
export async function commonParent(db: Db, ids: readonly UserId[]): Promise<UserId | undefined> {
  const rows = await db
    .selectDistinct({ id: users.parentId })
    .from(users)
    .where(inArray(users.id, [...ids]))
  return rows.length === 1 ? (rows[0]?.id ?? undefined) : undefined
}
