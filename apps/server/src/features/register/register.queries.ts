import type { Db } from '../../platform/db/db.ts'
import { users } from '../../platform/db/schema/users.ts'

export async function insertUser(db: Db, user: typeof users.$inferInsert): Promise<void> {
  await db.insert(users).values(user)
}
