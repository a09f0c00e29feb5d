import type { UserId } from '@fleetdeck/contract/ids'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../platform/db/db.ts'
import { users } from '../platform/db/schema/users.ts'
import { maySignIn } from './read-caller.ts'

/** Nickname of the user above this one, unless that one can no longer sign in. */
export async function findParentName(
  db: Db,
  { parentId }: { parentId: UserId | null },
): Promise<string | null> {
  if (parentId === null) return null
  const [parent] = await db
    .select({ nickName: users.nickName })
    .from(users)
    .where(and(eq(users.id, parentId), maySignIn()))
  return parent?.nickName ?? null
}
