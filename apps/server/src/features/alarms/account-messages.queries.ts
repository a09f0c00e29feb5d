import { Status } from '@fleetdeck/contract/enums'
import type { UserId } from '@fleetdeck/contract/ids'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { alarmSettings } from '../../platform/db/schema/alarms.ts'
import { users } from '../../platform/db/schema/users.ts'
import { hasRobot } from './alarm-settings.queries.ts'

/**
 * Those of these users who have a bot, and the language of their messages. An account that has expired is notified
 * of it too.
 */
export const listRobots = (tx: Db, ids: UserId[]) =>
  tx
    .select({ userId: alarmSettings.userId, language: alarmSettings.language })
    .from(alarmSettings)
    .innerJoin(users, eq(users.id, alarmSettings.userId))
    .where(
      and(
        sql`${alarmSettings.userId} = any(${sql.param(ids)}::int[])`,
        hasRobot,
        eq(users.status, Status.on),
        isNull(users.deletedAt),
      ),
    )
