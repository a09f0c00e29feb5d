import type { DeviceSelection } from '@fleetdeck/contract/device-batches'
import { type DeviceQuery, hotFromCelsius, lowBatteryPercent } from '@fleetdeck/contract/devices'
import { Status } from '@fleetdeck/contract/enums'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { and, asc, eq, gte, ilike, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../../access/data-scope.ts'
import { containing } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { byNumber } from '../../platform/db/natural-key.ts'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'
import { hangsAt } from './computer-links.queries.ts'
import { amongDevices, deviceWithin } from './device-scope.queries.ts'
import { hasToMend } from './phone-checks.queries.ts'

type Conditions = Omit<DeviceQuery, 'pageNum' | 'pageSize' | 'orderByColumn' | 'isAsc'>

/** An enabled phone that is online and whose service is down, that is hot, or whose battery is low. */
export const inTrouble = and(
  eq(devices.status, Status.on),
  eq(deviceRuntime.online, true),
  or(
    eq(deviceRuntime.serviceOk, '0'),
    gte(deviceRuntime.batteryTemp, hotFromCelsius),
    and(lt(deviceRuntime.battery, lowBatteryPercent), sql`${deviceRuntime.isCharging} is distinct from '1'`),
  ),
)

/** The values that the phone itself reported. */
const ofRuntime = ({ online, serviceOk, hasTask, battery, trouble }: Conditions): SQL | undefined =>
  and(
    online === '1' ? eq(deviceRuntime.online, true) : undefined,
    online === '0' ? sql`${deviceRuntime.online} is not true` : undefined,
    serviceOk ? eq(deviceRuntime.serviceOk, serviceOk) : undefined,
    hasTask === '1' ? ne(deviceRuntime.taskName, '') : undefined,
    hasTask === '0' ? sql`coalesce(${deviceRuntime.taskName}, '') = ''` : undefined,
    battery === undefined ? undefined : lt(deviceRuntime.battery, battery),
    trouble ? inTrouble : undefined,
  )

/** For statements that join the latest values. */
export function conditions(scope: Scope, query: Conditions): SQL | undefined {
  const pattern = query.search && containing(query.search)
  return and(
    deviceWithin(scope),
    query.deviceNo ? ilike(devices.deviceNo, containing(query.deviceNo)) : undefined,
    query.deviceId ? ilike(devices.hardwareId, containing(query.deviceId)) : undefined,
    query.assStatus === '0' ? isNull(devices.deviceNo) : undefined,
    query.assStatus === '1' ? isNotNull(devices.deviceNo) : undefined,
    query.groupId ? eq(devices.groupId, query.groupId) : undefined,
    query.tenantId ? eq(devices.tenantId, query.tenantId) : undefined,
    query.status ? eq(devices.status, Number(query.status)) : undefined,
    query.hasKey === '1' ? isNotNull(devices.publicKey) : undefined,
    query.hasKey === '0' ? isNull(devices.publicKey) : undefined,
    query.brand ? ilike(devices.brand, containing(query.brand)) : undefined,
    ofRuntime(query),
    query.toMend && hasToMend(query.toMend),
    query.computerId && hangsAt(query.computerId),
    query.expiresWithin === undefined
      ? undefined
      : lt(devices.expireTime, sql`now() + make_interval(days => ${query.expiresWithin}::int)`),
    pattern
      ? or(
          ...[
            devices.deviceNo,
            devices.hardwareId,
            devices.brand,
            devices.mode,
            devices.imei,
            devices.ip,
          ].map((column) => ilike(column, pattern)),
        )
      : undefined,
  )
}

/** Ids of a selection as far as the caller sees them, ordered by number. */
export async function idsOfSelection(db: Db, scope: Scope, selection: DeviceSelection): Promise<DeviceId[]> {
  const where =
    'ids' in selection
      ? and(amongDevices(devices.id, selection.ids), deviceWithin(scope))
      : conditions(scope, selection.filter)
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .leftJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .where(where)
    .orderBy(byNumber(devices.deviceNo), asc(devices.id))
  return rows.map(({ id }) => id)
}
