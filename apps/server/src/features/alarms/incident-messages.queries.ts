import { adminRole, Status } from '@fleetdeck/contract/enums'
import type { UserId } from '@fleetdeck/contract/ids'
import { incidents } from '@fleetdeck/contract/incidents'
import { and, eq, sql } from 'drizzle-orm'
import { isPermissionInPlans } from '../../access/plan-features.queries.ts'
import { maySignIn } from '../../access/read-caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { alarmMessages, alarmSettings } from '../../platform/db/schema/alarms.ts'
import { users } from '../../platform/db/schema/users.ts'
import { hasRobot } from './alarm-settings.queries.ts'

/** Users with a bot who may see incidents of the installation, and the language of their messages. */
export const listRecipients = (tx: Db) =>
  tx
    .select({ userId: alarmSettings.userId, language: alarmSettings.language })
    .from(alarmSettings)
    .innerJoin(users, eq(users.id, alarmSettings.userId))
    .where(
      and(
        hasRobot,
        maySignIn(),
        sql`(${users.builtIn} or exists (
          select 1 from user_roles ur
            join roles r on r.id = ur.role_id and r.status = ${Status.on}
            left join role_menus rm on rm.role_id = r.id
            left join menus m on m.id = rm.menu_id and m.status = ${Status.on}
          where ur.user_id = ${users.id}
            and (r.role_key = ${adminRole} or (m.permission = ${incidents.list.permission}
              and ${isPermissionInPlans(incidents.list.permission)}))))`,
      ),
    )

export const insertMessages = (
  tx: Db,
  messages: { userId: UserId; kind: 'opened' | 'recovered'; text: string; alarmCount: number }[],
) => tx.insert(alarmMessages).values(messages)
