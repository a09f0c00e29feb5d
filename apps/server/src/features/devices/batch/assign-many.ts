import type { DeviceAction } from '@fleetdeck/contract/device-batches'
import { CloseCode } from '@fleetdeck/contract/device-socket'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { Deps } from '../../../deps.ts'
import { lockPlaces } from '../../../domain/devices/device-quota.queries.ts'
import { AppError } from '../../../platform/core/app-error.ts'
import type { Db } from '../../../platform/db/db.ts'
import { assignDevice } from '../devices.queries.ts'
import type { Target } from './device-batches.queries.ts'
import * as queries from './device-batches.queries.ts'

export type Assigning = Extract<DeviceAction, { action: 'assign' }>

export const numbersOf = ({ numbers }: Assigning) =>
  new Map(numbers.map(({ id, deviceNo }) => [id, deviceNo] as const))

/**
 * In the transaction that assigns: the phones that cannot have their number, and why. A device prepared for the number
 * counts already; any other phone takes a place of its owner's quotas and of the site.
 */
export async function refuseAssignments(
  { license }: Deps,
  tx: Db,
  action: Assigning,
  targets: readonly Target[],
): Promise<Map<Target, AppError>> {
  const { tenantId } = action
  const numbers = numbersOf(action)
  const limits = [await lockPlaces(tx, tenantId), await license.lockPlaces(tx)]
  const holders = await queries.lockNumbered(
    tx,
    targets.flatMap(({ id }) => numbers.get(id) ?? []),
  )
  const waiting = await queries.lockWaiting(
    tx,
    targets.map(({ id }) => id),
  )
  const refusals = new Map<Target, AppError>()
  let used = 0
  for (const target of targets) {
    const holder = holders.get(numbers.get(target.id) ?? '')
    const isPrepared = holder?.tenantId === tenantId && holder.hardwareId === null
    const full = limits.find(({ left }) => left !== undefined && used >= left)
    if (!waiting.has(target.id)) refusals.set(target, new AppError('deviceAlreadyAssigned'))
    else if (holder && !isPrepared) refusals.set(target, new AppError('deviceNoTaken'))
    else if (!holder && full) refusals.set(target, full.refusal)
    else if (!holder) used += 1
  }
  return refusals
}

/** Assigns phones that were not refused; returns the device of each, which is another one where it was prepared. */
export async function assignAll(
  tx: Db,
  action: Assigning,
  targets: readonly Target[],
): Promise<Map<DeviceId, DeviceId>> {
  const { tenantId, groupId } = action
  const numbers = numbersOf(action)
  const wanted = targets.flatMap(({ id }) => ({ id, deviceNo: numbers.get(id) ?? '' }))
  const prepared = await queries.lockNumbered(
    tx,
    wanted.map(({ deviceNo }) => deviceNo),
  )
  const devices = new Map(wanted.map(({ id }) => [id, id] as const))
  for (const { id, deviceNo } of wanted.filter((one) => prepared.has(one.deviceNo)))
    devices.set(id, (await assignDevice(tx, { id, deviceNo, tenantId, groupId })) ?? id)
  await queries.setNumbers(
    tx,
    wanted.filter(({ deviceNo }) => !prepared.has(deviceNo)),
    { tenantId, groupId },
  )
  return devices
}

/** Notifies phones of their numbers; the socket of one that became a prepared device is that of another device. */
export const tellAssigned = ({ hub }: Deps, action: Assigning, devices: ReadonlyMap<DeviceId, DeviceId>) => {
  const numbers = numbersOf(action)
  return Promise.all(
    Array.from(devices, ([phoneId, deviceId]) => {
      const deviceNo = numbers.get(phoneId) ?? ''
      return phoneId === deviceId
        ? hub.sendToPhone(deviceId, { action: 'assigned', deviceNo })
        : hub.closePhone(phoneId, CloseCode.moved, `assigned as ${deviceNo}`)
    }),
  )
}
