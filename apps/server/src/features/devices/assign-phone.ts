import { CloseCode } from '@fleetdeck/contract/device-socket'
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
    // A device prepared for the number already counts.
    if (prepared?.tenantId !== tenantId) await checkQuota(deps, tx, tenantId)
    const assigned = await queries.assignDevice(tx, { id: phone.id, deviceNo, tenantId, groupId })
    if (assigned === undefined) throw new AppError('deviceAlreadyAssigned')
    return assigned
  })
  const deviceId = await mapDbErrors(assigning, refusals)
  const details = { action: 'assign', deviceNo }
  deps.events.record({ deviceId, kind: 'changed', userId: caller.userId, details })
  // The socket is that of another device.
  if (deviceId !== phone.id) await deps.hub.closePhone(phone.id, CloseCode.moved, `assigned as ${deviceNo}`)
  else await deps.hub.sendToPhone(deviceId, { action: 'assigned', deviceNo })
  await deps.hub.devicesChanged({ deviceIds: [phone.id, deviceId], tenantIds: [tenantId] })
}
