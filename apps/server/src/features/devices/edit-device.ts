import { devices } from '@fleetdeck/contract/devices'
import type { z } from 'zod'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { updateDevice } from '../../domain/devices/device-rows.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { mapDbErrors } from '../../platform/crud/map-db-errors.ts'
import * as queries from './devices.queries.ts'
import { checkedGroup, refusals } from './devices.rules.ts'

const { permission, body: Change } = devices.edit

/** Changes an assigned device; a phone whose number changes is notified. */
export async function editDevice(deps: Deps, caller: Caller, change: z.output<typeof Change>): Promise<void> {
  const { id, deviceNo, groupId, imei, expireTime } = change
  const device = await queries.findDevice(deps.db, scopeFor(caller, permission), { id })
  if (!device?.tenantId) throw new AppError('notFound')
  await checkedGroup(deps, caller, permission, { groupId, tenantId: device.tenantId })
  await mapDbErrors(
    updateDevice(deps.db, id, {
      deviceNo,
      groupId,
      ...(imei !== undefined && { imei }),
      ...(expireTime !== undefined && { expireTime: expireTime ? new Date(expireTime) : null }),
    }),
    refusals,
  )
  deps.events.record({ deviceId: id, kind: 'changed', userId: caller.userId, details: { action: 'edit' } })
  if (deviceNo !== device.deviceNo) await deps.hub.sendToPhone(id, { action: 'assigned', deviceNo })
  await deps.hub.devicesChanged({ deviceIds: [id], tenantIds: [device.tenantId] })
}
