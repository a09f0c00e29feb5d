import type { UserId } from '@fleetdeck/contract/ids'
import { and, eq, isNull } from 'drizzle-orm'
import { type Scope, usersWithin } from '../../access/data-scope.ts'
import type { Db } from '../../platform/db/db.ts'
import { userCloudSettings } from '../../platform/db/schema/user-cloud-settings.ts'
import { users } from '../../platform/db/schema/users.ts'

type Settings = Pick<typeof userCloudSettings.$inferSelect, 'projection' | 'control' | 'scriptHosts'>

/** Undefined when the user does not exist within the scope. */
export async function findCloudSettings(db: Db, scope: Scope, userId: UserId): Promise<Settings | undefined> {
  const [found] = await db
    .select({
      projection: userCloudSettings.projection,
      control: userCloudSettings.control,
      scriptHosts: userCloudSettings.scriptHosts,
    })
    .from(users)
    .leftJoin(userCloudSettings, eq(userCloudSettings.userId, users.id))
    .where(and(eq(users.id, userId), isNull(users.deletedAt), usersWithin(scope, users)))
  return (
    found && {
      projection: found.projection ?? {},
      control: found.control ?? {},
      scriptHosts: found.scriptHosts ?? [],
    }
  )
}

export const saveCloudSettings = (db: Db, userId: UserId, settings: Settings) =>
  db
    .insert(userCloudSettings)
    .values({ userId, ...settings })
    .onConflictDoUpdate({ target: userCloudSettings.userId, set: settings })
