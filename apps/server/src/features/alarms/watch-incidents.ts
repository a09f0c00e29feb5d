import type { UserId } from '@fleetdeck/contract/ids'
import type { Db } from '../../platform/db/db.ts'
import { findCauses, incidentFor, type LoneAlarm, splitBursts } from './group-alarms.ts'
import * as rows from './incident-rows.queries.ts'

/**
 * Groups new alarms into incidents, and ends incidents that are over; in a transaction with the lock of the alarm
 * monitor. Returns the users whose incidents have changed.
 */
export async function watchIncidents(tx: Db): Promise<UserId[]> {
  const changed = [...(await rows.endIncidents(tx)), ...(await rows.judgeBots(tx))]
  const lone = await rows.listLoneAlarms(tx)
  if (lone.length === 0) return changed
  const open = await rows.listOpenIncidents(tx)
  const joining = Map.groupBy(lone, (alarm) => incidentFor(alarm, open))
  for (const [incident, alarms] of joining) {
    if (!incident) continue
    await rows.joinIncident(tx, incident.id, alarms)
    changed.push(incident.toUserId)
  }
  const alone = joining.get(undefined) ?? []
  for (const alarms of Map.groupBy(alone, ({ toUserId, kind }) => `${toUserId} ${kind}`).values())
    changed.push(...(await openIncidents(tx, alarms)))
  return changed
}

/** @param alarms of one user and kind */
async function openIncidents(tx: Db, alarms: LoneAlarm[]): Promise<UserId[]> {
  const bursts = splitBursts(alarms)
  const first = bursts[0]?.[0]
  if (!first) return []
  const counts = await rows.countTraits(tx, first.toUserId, first.kind)
  const found = bursts.flatMap((burst) => findCauses(burst, counts))
  for (const incident of found) await rows.openIncident(tx, first, incident)
  return found.map(() => first.toUserId)
}
