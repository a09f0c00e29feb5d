import type { UserId } from '@fleetdeck/contract/ids'
import { eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { accountDays } from '../../platform/db/schema/account-use.ts'
import { users } from '../../platform/db/schema/users.ts'

export const usedMonth = '2026-01'

/** A limit of a person, and a day in the person's bill. */
export async function addUse(db: Db, { personId }: { personId: UserId }): Promise<void> {
  await db.update(users).set({ storageMegabytes: 1_000_000 }).where(eq(users.id, personId))
  await db.insert(accountDays).values({ day: `${usedMonth}-15`, userId: personId, devices: 3 })
}
