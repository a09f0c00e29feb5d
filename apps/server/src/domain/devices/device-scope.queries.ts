import type { DeviceId } from '@fleetdeck/contract/ids'
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import type { Db } from '../../platform/db/db.ts'
import { devices } from '../../platform/db/schema/devices.ts'

/**
 * Assigned phones belong to their owner. Others belong to the user whose key they enrolled with; a phone enrolled with
 * the site's own key has no owner.
 */
export const deviceWithin = (scope: Scope): SQL | undefined =>
  or(
    ownedWithin(scope, devices.tenantId),
    scope === 'all' ? undefined : and(isNull(devices.tenantId), ownedWithin(scope, devices.enrolledById)),
  )

export const seesDevice = async (db: Db, scope: Scope, id: DeviceId): Promise<boolean> =>
  (await db.$count(devices, and(eq(devices.id, id), deviceWithin(scope)))) > 0

/**
 * One array parameter for any number of ids: for a whole fleet, single parameters take longer to serialize than to look
 * up.
 */
export const amongDevices = (column: PgColumn, deviceIds: readonly DeviceId[]): SQL =>
  sql`${column} = any(${sql.param(deviceIds)}::int[])`
