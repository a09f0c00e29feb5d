import {
  type DeviceIncidentEventDetails,
  type DeviceIncidentEventKind,
  deviceIncidents,
} from '@fleetdeck/contract/device-incidents'
import type { DeviceIncidentId } from '@fleetdeck/contract/ids'
import { scopeFor } from '../../access/data-scope.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { type Caller, may } from '../../platform/core/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Hub } from '../../realtime/hub-types.ts'
import { insertEvent, seesIncident } from './incident-events.queries.ts'

type RecordStep = (kind: DeviceIncidentEventKind, details: DeviceIncidentEventDetails) => Promise<void>

/**
 * Writes what the caller does about an incident to its time line; without an incident, nothing.
 *
 * @throws AppError notFound, if the caller does not see the incident
 */
export async function stepRecorder(
  { db, hub }: { db: Db; hub: Pick<Hub, 'alarmsChanged'> },
  caller: Caller,
  incidentId: DeviceIncidentId | undefined,
): Promise<RecordStep> {
  if (incidentId === undefined) return async () => {}
  const { permission } = deviceIncidents.one
  if (!may(caller, permission) || !(await seesIncident(db, scopeFor(caller, permission), incidentId)))
    throw new AppError('notFound')
  return async (kind, details) => {
    await insertEvent(db, { incidentId, kind, details, userId: caller.userId })
    await hub.alarmsChanged({})
  }
}
