import { devices } from '@fleetdeck/contract/devices'
import type { z } from 'zod'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import * as queries from './devices.queries.ts'
import { checkedGroup, checkQuota, numberedOnce } from './devices.rules.ts'

const { permission, body: Draft } = devices.addAssDevice

/** Assigns number, owner and group to an unassigned phone, and notifies it. */
export async function assignPhone(deps: Deps, caller: Caller, draft: z.output<typeof Draft>): Promise<void> {
  const { deviceNo, tenantId, groupId } = draft
  await deps.license.checkOpen()
  await checkedGroup(deps, caller, permission, { groupId, tenantId })
  const phone = await queries.findUnassigned(deps.db, scopeFor(caller, permission), draft.deviceId)
  if (!phone) throw new AppError('notFound')
  if (phone.deviceNo) throw new AppError('deviceAlreadyAssigned')
  const prepared = await queries.findDevice(deps.db, 'all', { deviceNo })
  // A row that was prepared for the number counts already and makes way.
  if (prepared?.tenantId !== tenantId) await checkQuota(deps, tenantId)
  await numberedOnce(queries.assignDevice(deps.db, { id: phone.id, deviceNo, tenantId, groupId }))
  const details = { action: 'assign', deviceNo }
  deps.events.record({ deviceId: phone.id, kind: 'changed', userId: caller.userId, details })
  await deps.hub.sendToPhone(phone.id, { action: 'assigned', deviceNo })
  await deps.hub.devicesChanged({ deviceIds: [phone.id], tenantIds: [tenantId] })
}
