import type { Db } from '../../db/db.ts'
import { users } from '../../db/schema/users.ts'

export async function insertUser(db: Db, user: typeof users.$inferInsert): Promise<void> {
  await db.insert(users).values(user)
}
