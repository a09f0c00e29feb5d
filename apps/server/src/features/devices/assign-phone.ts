import { devices } from '@fleetdeck/contract/devices'
import type { z } from 'zod'
import { requireFound } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { mapDbErrors } from '../../platform/crud/map-db-errors.ts'
import * as queries from './devices.queries.ts'
import { checkedGroup, checkQuota, refusals } from './devices.rules.ts'

const { permission, body: Draft } = devices.addAssDevice

/** Assigns number, owner and group to an unassigned phone, and notifies it. */
export async function assignPhone(deps: Deps, caller: Caller, draft: z.output<typeof Draft>): Promise<void> {
  const { deviceNo, tenantId, groupId } = draft
  await deps.license.checkOpen()
  await checkedGroup(deps, caller, permission, { groupId, tenantId })
  const phone = requireFound(
    await queries.findUnassigned(deps.db, scopeFor(caller, permission), draft.deviceId),
  )
  if (phone.deviceNo) throw new AppError('deviceAlreadyAssigned')
  const assigning = deps.db.transaction(async (tx) => {
    const prepared = await queries.findDevice(tx, 'all', { deviceNo })
    // A row prepared for the number already counts, and is replaced.
    if (prepared?.tenantId !== tenantId) await checkQuota(deps, tx, tenantId)
    const isDone = await queries.assignDevice(tx, { id: phone.id, deviceNo, tenantId, groupId })
    if (!isDone) throw new AppError('deviceAlreadyAssigned')
  })
  await mapDbErrors(assigning, refusals)
  const details = { action: 'assign', deviceNo }
  deps.events.record({ deviceId: phone.id, kind: 'changed', userId: caller.userId, details })
  await deps.hub.sendToPhone(phone.id, { action: 'assigned', deviceNo })
  await deps.hub.devicesChanged({ deviceIds: [phone.id], tenantIds: [tenantId] })
}
