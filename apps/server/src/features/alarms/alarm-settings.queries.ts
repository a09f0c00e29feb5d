import type { alarmSettings as calls } from '@fleetdeck/contract/alarms'
import { Status } from '@fleetdeck/contract/enums'
import type { AlarmSettingId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, getTableColumns, ilike, inArray, isNull, ne, or } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { buildOrder, containing, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { alarmSettings } from '../../platform/db/schema/alarms.ts'
import { users } from '../../platform/db/schema/users.ts'
import { openedRobot, type SealedRobot as Robot, sealedRobot } from './sealed-robot.ts'

type ListQuery = z.output<(typeof calls)['list']['query']>
type NewSetting = Omit<typeof alarmSettings.$inferInsert, 'userId'> & Robot
type Secrets = Pick<Deps, 'db' | 'seal'>

/** Settings whose messages are sent. */
export const hasRobot = and(eq(alarmSettings.status, Status.on), ne(alarmSettings.robotAddress, ''))

const row = { ...getTableColumns(alarmSettings), userName: users.userName, nickName: users.nickName }

export async function listSettings({ db, seal }: Secrets, scope: Scope, query: ListQuery) {
  const pattern = query.userName && containing(query.userName)
  const where = and(
    ownedWithin(scope, alarmSettings.userId),
    query.robotKind ? eq(alarmSettings.robotKind, query.robotKind) : undefined,
    pattern
      ? inArray(
          alarmSettings.userId,
          db
            .select({ id: users.id })
            .from(users)
            .where(or(ilike(users.userName, pattern), ilike(users.nickName, pattern))),
        )
      : undefined,
  )
  const { limit, offset } = toLimit(query)
  const sortable = { id: alarmSettings.id, gmtModified: alarmSettings.gmtModified }
  const list = await db
    .select(row)
    .from(alarmSettings)
    .innerJoin(users, eq(users.id, alarmSettings.userId))
    .where(where)
    .orderBy(...buildOrder(query, sortable, alarmSettings.id))
    .limit(limit)
    .offset(offset)
  const total = await db.$count(alarmSettings, where)
  return { list: list.map((setting) => openedRobot(seal, setting)), total }
}

export async function findSetting({ db, seal }: Secrets, scope: Scope, id: AlarmSettingId) {
  const [found] = await db
    .select(row)
    .from(alarmSettings)
    .innerJoin(users, eq(users.id, alarmSettings.userId))
    .where(and(eq(alarmSettings.id, id), ownedWithin(scope, alarmSettings.userId)))
  return found && openedRobot(seal, found)
}

export const insertSetting = ({ db, seal }: Secrets, setting: NewSetting & { userId: UserId }) =>
  db.insert(alarmSettings).values(sealedRobot(seal, setting))

export const updateSetting = ({ db, seal }: Secrets, id: AlarmSettingId, change: NewSetting) =>
  db.update(alarmSettings).set(sealedRobot(seal, change)).where(eq(alarmSettings.id, id))

/** Returns how many of these were within the scope. */
export async function deleteSettings(db: Db, scope: Scope, ids: AlarmSettingId[]): Promise<number> {
  const gone = await db
    .delete(alarmSettings)
    .where(and(inArray(alarmSettings.id, ids), ownedWithin(scope, alarmSettings.userId)))
    .returning({ id: alarmSettings.id })
  return gone.length
}

export async function userVisible(db: Db, scope: Scope, id: UserId): Promise<boolean> {
  const where = and(eq(users.id, id), isNull(users.deletedAt), ownedWithin(scope, users.id))
  return (await db.$count(users, where)) === 1
}
