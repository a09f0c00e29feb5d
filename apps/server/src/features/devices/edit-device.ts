import { devices } from '@fleetdeck/contract/devices'
import type { z } from 'zod'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { updateDevice } from '../../domain/devices/device-rows.queries.ts'
import { questionRunning, stopRunning } from '../../domain/devices/running-scripts.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { mapDbErrors } from '../../platform/crud/map-db-errors.ts'
import * as queries from './devices.queries.ts'
import { checkedGroup, refusals, sendStops } from './devices.rules.ts'

const { permission, body: Change } = devices.edit

/**
 * Changes an assigned device; a phone whose number changes is notified. Scripts that it only has by its former group are
 * stopped after a question, or run on.
 */
export async function editDevice(deps: Deps, caller: Caller, change: z.output<typeof Change>): Promise<void> {
  const { id, deviceNo, groupId, imei, expireTime, letRun, confirmed } = change
  const device = await queries.findDevice(deps.db, scopeFor(caller, permission), { id })
  if (!device?.tenantId) throw new AppError('notFound')
  await checkedGroup(deps, caller, permission, { groupId, tenantId: device.tenantId })
  const which = { movedTo: groupId }
  const question = letRun || confirmed ? undefined : await questionRunning(deps.db, [id], which)
  if (question) throw question
  const changing = deps.db.transaction(async (tx) => {
    const stopped = letRun ? [] : await stopRunning(tx, [id], { reason: 'notTarget', which })
    await updateDevice(tx, id, {
      deviceNo,
      groupId,
      ...(imei !== undefined && { imei }),
      ...(expireTime !== undefined && { expireTime: expireTime ? new Date(expireTime) : null }),
    })
    return stopped
  })
  await sendStops(deps, await mapDbErrors(changing, refusals))
  deps.events.record({ deviceId: id, kind: 'changed', userId: caller.userId, details: { action: 'edit' } })
  if (deviceNo !== device.deviceNo) await deps.hub.sendToPhone(id, { action: 'assigned', deviceNo })
  await deps.hub.devicesChanged({ deviceIds: [id], tenantIds: [device.tenantId] })
}
