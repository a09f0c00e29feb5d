import type { DeviceIncidentEventKind } from '@fleetdeck/contract/device-incidents'
import type { DeviceIncidentId } from '@fleetdeck/contract/ids'
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import type { Db } from '../../platform/db/db.ts'
import { alarms } from '../../platform/db/schema/alarms.ts'
import { deviceIncidentEvents, deviceIncidents } from '../../platform/db/schema/device-incidents.ts'

export const ofIncident = eq(alarms.incidentId, deviceIncidents.id)

/** Incidents with a device within the scope, and those of bots or dead phones of users within it. */
export function incidentWithin(scope: Scope): SQL | undefined {
  if (scope === 'all') return undefined
  return or(
    and(inArray(deviceIncidents.kind, ['bot', 'deadPhone']), ownedWithin(scope, deviceIncidents.toUserId)),
    sql`exists (select 1 from ${alarms} where ${and(ofIncident, ownedWithin(scope, alarms.userId))})`,
  )
}

export async function seesIncident(db: Db, scope: Scope, id: DeviceIncidentId): Promise<boolean> {
  return (await db.$count(deviceIncidents, and(eq(deviceIncidents.id, id), incidentWithin(scope)))) > 0
}

export const insertEvent = (
  tx: Db,
  event: { incidentId: DeviceIncidentId; kind: DeviceIncidentEventKind } & Partial<
    typeof deviceIncidentEvents.$inferInsert
  >,
) => tx.insert(deviceIncidentEvents).values(event)
