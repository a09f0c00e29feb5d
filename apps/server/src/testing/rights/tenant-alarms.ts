import { newAlarmSetting } from '@fleetdeck/contract/alarms'
import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { alarmMessages, alarmSettings, alarms } from '../../platform/db/schema/alarms.ts'
import { deviceIncidents } from '../../platform/db/schema/device-incidents.ts'
import type { TenantFixtures } from './tenant-fixtures.ts'

type Owner = Pick<TenantFixtures, 'tenant' | 'ownerId' | 'deviceRowId' | 'deviceNo'>
const idOf = <Id extends number>(rows: { id: Id }[]): Id => insertedRow(rows).id

/** An alarm of an incident, settings and a message, none of which changes while the server runs. */
export async function addAlarms(db: Db, { tenant, ownerId, deviceRowId, deviceNo }: Owner) {
  const incident = await db
    .insert(deviceIncidents)
    .values({
      ...{ toUserId: ownerId, kind: 'service', cause: 'group', causeValue: `${tenant} group` },
      ...{ since: new Date(), joinedAt: new Date(), endedAt: new Date() },
    })
    .returning()
  const alarm = await db
    .insert(alarms)
    .values({
      ...{ deviceId: deviceRowId, subject: deviceNo, userId: ownerId, toUserId: ownerId },
      kind: 'service',
      since: new Date(),
      lasts: false,
      incidentId: idOf(incident),
    })
    .returning()
  const setting = await db
    .insert(alarmSettings)
    .values({
      ...newAlarmSetting,
      userId: ownerId,
      status: 1,
      robotKind: 'webhook',
      robotAddress: 'http://127.0.0.1:9/',
    })
    .returning()
  const message = await db
    .insert(alarmMessages)
    .values({ userId: ownerId, kind: 'opened', text: `${tenant} told`, alarmCount: 1, state: 'failed' })
    .returning()
  return {
    alarmId: idOf(alarm),
    deviceIncidentId: idOf(incident),
    alarmSettingId: idOf(setting),
    alarmMessageId: idOf(message),
  }
}
