import type { MessageKind } from '@fleetdeck/contract/alarms'
import { Status } from '@fleetdeck/contract/enums'
import type { AlarmId, UserId } from '@fleetdeck/contract/ids'
import { and, countDistinct, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { byNumber } from '../../platform/db/natural-key.ts'
import { alarmMessages, alarmSettings, alarms } from '../../platform/db/schema/alarms.ts'
import { deviceGroups } from '../../platform/db/schema/device-groups.ts'
import { deviceIncidents } from '../../platform/db/schema/device-incidents.ts'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { NotifiedAlarm } from './message-text.ts'

/** Pending notifications of one user, and when the last one was sent. */
export interface Waiting {
  userId: UserId
  frequency: number
  language: string
  messagedAt: Date | null
  paceSeconds: number
  /** When the first alarm opened that was not sent yet. */
  openedAt: Date | null
  /** When the earliest alarm that must be repeated was last sent. */
  notifiedAt: Date | null
  /** When the first alarm ended whose opening was sent. */
  endedAt: Date | null
  /** Whether an earlier message is still being sent. */
  hasUnsent: boolean
}

/** Alarms of an incident that is silenced wait for the end of the silence. */
const isAudible = sql`not exists (select 1 from ${deviceIncidents} where ${deviceIncidents.id} = ${alarms.incidentId}
  and ${deviceIncidents.silencedUntil} > now())`
const isUnsent = and(
  isAudible,
  eq(alarms.state, 'open'),
  sql`${alarms.lasts}`,
  eq(alarms.messages, 0),
  or(isNull(alarms.quietUntil), lte(alarms.quietUntil, sql`now()`)),
)
const isRepeatable = and(
  isAudible,
  eq(alarms.state, 'open'),
  sql`${alarms.lasts}`,
  sql`${alarms.messages} > 0`,
  sql`(${alarmSettings.count} = 0 or ${alarms.messages} < ${alarmSettings.count})`,
)
const isRecovered = sql`${isAudible} and not ${alarms.lasts} and ${alarms.messages} > 0 and not ${alarms.recoveryNotified}
  and ${alarms.ending} = 'over'`

const first = (moment: SQL, condition: SQL | undefined) =>
  sql<Date | null>`min(${moment}) filter (where ${condition})`.mapWith(alarms.openedAt)

export function waitingUsers(tx: Db): Promise<Waiting[]> {
  return tx
    .select({
      userId: alarmSettings.userId,
      frequency: alarmSettings.frequency,
      language: alarmSettings.language,
      messagedAt: alarmSettings.messagedAt,
      paceSeconds: alarmSettings.paceSeconds,
      openedAt: first(sql`${alarms.openedAt}`, isUnsent),
      notifiedAt: first(sql`${alarms.notifiedAt}`, isRepeatable),
      endedAt: first(sql`${alarms.resolvedAt}`, isRecovered),
      hasUnsent: sql<boolean>`exists (select 1 from ${alarmMessages}
        where ${alarmMessages.userId} = ${alarmSettings.userId} and ${alarmMessages.state} = 'waiting')`,
    })
    .from(alarmSettings)
    .innerJoin(alarms, and(eq(alarms.toUserId, alarmSettings.userId), or(sql`${alarms.lasts}`, isRecovered)))
    .where(and(eq(alarmSettings.status, Status.on), sql`${alarmSettings.robotAddress} <> ''`))
    .groupBy(alarmSettings.id)
}

const conditionByKind: Record<Exclude<MessageKind, 'test'>, SQL | undefined> = {
  opened: isUnsent,
  repeated: and(
    isRepeatable,
    sql`${alarms.notifiedAt} not between now() - make_interval(secs => ${alarmSettings.frequency}) and now()`,
  ),
  recovered: isRecovered,
}

/** The alarms of a message of this kind, with the properties that the devices may share. */
export function listPendingAlarms(
  tx: Db,
  userId: UserId,
  kind: Exclude<MessageKind, 'test'>,
): Promise<NotifiedAlarm[]> {
  const left = tx
    .select({ incidentId: alarms.incidentId, lasting: countDistinct(alarms.deviceId).as('lasting') })
    .from(alarms)
    .where(and(eq(alarms.toUserId, userId), sql`${alarms.lasts}`, isNotNull(alarms.incidentId)))
    .groupBy(alarms.incidentId)
    .as('left_affected')
  return tx
    .select({
      id: alarms.id,
      subject: alarms.subject,
      kind: alarms.kind,
      value: alarms.value,
      threshold: alarms.threshold,
      since: alarms.since,
      groupName: deviceGroups.groupName,
      userName: users.userName,
      ip: sql<string>`coalesce(${devices.ip}, '')`,
      apkVersion: deviceRuntime.apkVersion,
      incidentId: alarms.incidentId,
      cause: deviceIncidents.cause,
      causeValue: deviceIncidents.causeValue,
      lasting: left.lasting,
    })
    .from(alarms)
    .innerJoin(alarmSettings, eq(alarmSettings.userId, alarms.toUserId))
    .leftJoin(deviceIncidents, eq(deviceIncidents.id, alarms.incidentId))
    .leftJoin(left, eq(left.incidentId, alarms.incidentId))
    .leftJoin(devices, eq(devices.id, alarms.deviceId))
    .innerJoin(users, eq(users.id, alarms.userId))
    .leftJoin(deviceGroups, eq(deviceGroups.id, devices.groupId))
    .leftJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .where(and(eq(alarms.toUserId, userId), conditionByKind[kind]))
    .orderBy(byNumber(alarms.subject))
}

/** Queues a message and records that its alarms were sent. */
export async function insertMessage(
  tx: Db,
  message: { userId: UserId; kind: MessageKind; text: string },
  alarmIds: AlarmId[],
): Promise<void> {
  await tx.insert(alarmMessages).values({ ...message, alarmCount: alarmIds.length })
  const values =
    message.kind === 'recovered'
      ? { recoveryNotified: true }
      : { messages: sql`${alarms.messages} + 1`, notifiedAt: sql`now()` }
  // An array is one parameter, whatever its length.
  await tx
    .update(alarms)
    .set(values)
    .where(inArray(alarms.id, sql`(select unnest(${sql.param(`{${alarmIds.join(',')}}`)}::bigint[]))`))
}

export const notePace = (tx: Db, userId: UserId, paceSeconds: number) =>
  tx
    .update(alarmSettings)
    .set({ messagedAt: sql`now()`, paceSeconds, gmtModified: sql`${alarmSettings.gmtModified}` })
    .where(eq(alarmSettings.userId, userId))
