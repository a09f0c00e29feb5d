import type { UserId } from '@fleetdeck/contract/ids'
import { eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { users } from '../../platform/db/schema/users.ts'

type UserRow = typeof users.$inferSelect

export async function findUser(db: Db, id: UserId): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}
