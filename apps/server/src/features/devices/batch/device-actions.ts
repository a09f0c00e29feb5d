import { type DeviceAction, permissionOfAction } from '@fleetdeck/contract/device-batches'
import { Status } from '@fleetdeck/contract/enums'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { scopeFor } from '../../../access/data-scope.ts'
import type { Deps } from '../../../deps.ts'
import { refuseMoves } from '../../../domain/devices/device-quota.queries.ts'
import { releaseDevices } from '../../../domain/devices/release-devices.queries.ts'
import {
  questionRunning,
  type StoppedRun,
  stopRunning,
  type Which,
} from '../../../domain/devices/running-scripts.queries.ts'
import { AppError } from '../../../platform/core/app-error.ts'
import type { Caller } from '../../../platform/core/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import * as devices from '../devices.queries.ts'
import { checkedGroup, disconnect, sendStops } from '../devices.rules.ts'
import { type Assigning, assignAll, numbersOf, refuseAssignments, tellAssigned } from './assign-many.ts'
import type { Target } from './device-batches.queries.ts'
import * as queries from './device-batches.queries.ts'

/** Why a device cannot be changed; undefined when it can. */
export type DeviceCheck = (device: Target) => AppError | undefined

/** Refuses an action whose group or user the caller may not use; else returns the check for each device. */
export async function createCheck(deps: Deps, caller: Caller, action: DeviceAction): Promise<DeviceCheck> {
  switch (action.action) {
    case 'group': {
      const { tenantId } = await checkedGroup(deps, caller, permissionOfAction.group, action)
      return (device) => notAssigned(device) ?? (device.tenantId === tenantId ? undefined : otherUser())
    }
    case 'owner':
      return createOwnerCheck(deps, caller, action)
    case 'unassign':
      return notAssigned
    case 'assign': {
      await deps.license.checkOpen()
      await checkedGroup(deps, caller, permissionOfAction.assign, action)
      const numbers = numbersOf(action)
      return ({ id }) => (numbers.has(id) ? undefined : new AppError('invalidInput', { field: 'numbers' }))
    }
    default:
      return () => undefined
  }
}

const otherUser = () => new AppError('groupOfOtherUser')
const notAssigned: DeviceCheck = ({ deviceNo }) => (deviceNo ? undefined : new AppError('deviceNotAssigned'))

async function createOwnerCheck(
  deps: Deps,
  caller: Caller,
  { tenantId, groupId }: Extract<DeviceAction, { action: 'owner' }>,
): Promise<DeviceCheck> {
  const permission = permissionOfAction.owner
  if (!(await queries.isUserWithin(deps.db, scopeFor(caller, permission), tenantId)))
    throw new AppError('notFound')
  if (groupId !== null) await checkedGroup(deps, caller, permission, { groupId, tenantId })
  return notAssigned
}

/**
 * In the transaction that applies the action: the devices that it cannot change, and why. The quota of a new owner has
 * no place for them, or their number or phone was assigned by somebody else.
 */
export async function refuseAtWrite(
  deps: Deps,
  tx: Db,
  action: DeviceAction,
  targets: readonly Target[],
): Promise<ReadonlyMap<Target, AppError>> {
  if (targets.length === 0) return new Map()
  if (action.action === 'assign') return refuseAssignments(deps, tx, action, targets)
  if (action.action !== 'owner') return new Map()
  const others = await queries.lockOthers(tx, action.tenantId, targets)
  return refuseMoves(
    tx,
    action.tenantId,
    targets.filter(({ id }) => others.has(id)),
  )
}

interface Written {
  /** Runs that phones have to stop. */
  stopped: StoppedRun[]
  /** The device that each target is now: a phone becomes the one prepared for its number. */
  devices: ReadonlyMap<DeviceId, DeviceId>
}

interface Applied extends Written {
  caller: Caller
  action: DeviceAction
  targets: readonly Target[]
}

/** Records the applied action, and notifies the phones of its devices and the consoles that show them. */
export async function announce(
  deps: Deps,
  { caller, action, targets, stopped, devices: now }: Applied,
): Promise<void> {
  const { userId } = caller
  if (targets.length === 0) return
  const ids = [...now.values()]
  await sendStops(deps, stopped)
  if (action.action === 'assign') await tellAssigned(deps, action, now)
  else await tellPhones(deps, action, ids)
  const numbers = action.action === 'assign' ? numbersOf(action) : undefined
  for (const [id, deviceId] of now) {
    const deviceNo = numbers?.get(id)
    const details = { action: action.action, ...(deviceNo && { deviceNo }) }
    deps.events.record(
      action.action === 'settings'
        ? { deviceId, kind: 'settings', userId }
        : { deviceId, kind: 'changed', userId, details },
    )
  }
  const tenantIds = new Set(targets.flatMap(({ tenantId }) => tenantId ?? []))
  if (action.action === 'owner' || action.action === 'assign') tenantIds.add(action.tenantId)
  await deps.hub.devicesChanged({
    deviceIds: [...new Set([...now.keys(), ...ids])],
    tenantIds: [...tenantIds],
  })
}

async function tellPhones(deps: Deps, { action }: DeviceAction, ids: DeviceId[]): Promise<unknown> {
  if (action === 'disable') return disconnect(deps, ids, 'disabled')
  if (action === 'delete' || action === 'revoke') return disconnect(deps, ids, 'revoked')
  if (action === 'settings') return deps.settingsSync.send(ids)
  if (action === 'unassign')
    return Promise.all(ids.map((id) => deps.hub.sendToPhone(id, { action: 'assigned', deviceNo: '' })))
}

/** The scripts that an action stops because devices leave the tasks that run on them; undefined: none. */
export function stopsBy(action: DeviceAction): { which?: Which } | undefined {
  if (action.action === 'group') return action.letRun ? undefined : { which: { movedTo: action.groupId } }
  const takesDevices = action.action === 'unassign' || action.action === 'delete' || action.action === 'owner'
  return takesDevices ? {} : undefined
}

/** Asks before an action that stops what runs on these devices, unless it is confirmed. */
export async function askFirst(db: Db, action: DeviceAction, ids: DeviceId[], confirmed: boolean) {
  const stops = confirmed ? undefined : stopsBy(action)
  const question = stops && (await questionRunning(db, ids, stops.which))
  if (question) throw question
}

/** Applies the action to devices that were not refused; `announce` follows after the commit. */
export async function write(db: Db, action: DeviceAction, targets: readonly Target[]): Promise<Written> {
  const ids = targets.map(({ id }) => id)
  const same = new Map(ids.map((id) => [id, id] as const))
  if (ids.length === 0) return { stopped: [], devices: same }
  if (action.action === 'assign') return { stopped: [], devices: await assignAll(db, action, targets) }
  const stops = stopsBy(action)
  const stopped = stops ? await stopRunning(db, ids, { reason: 'notTarget', ...stops }) : []
  await change(db, action, ids)
  return { stopped, devices: same }
}

function change(db: Db, action: Exclude<DeviceAction, Assigning>, ids: DeviceId[]): Promise<unknown> {
  switch (action.action) {
    case 'enable':
      return devices.setStatus(db, ids, Status.on)
    case 'disable':
      return devices.setStatus(db, ids, Status.off)
    case 'unassign':
      return releaseDevices(db, ids)
    case 'delete':
      return devices.deleteDevices(db, ids)
    case 'revoke':
      return queries.changeDevices(db, ids, { tokenHash: null })
    case 'group':
      return queries.changeDevices(db, ids, { groupId: action.groupId })
    case 'owner':
      return queries.changeOwner(db, ids, action)
    case 'settings':
      return queries.changeSettings(db, ids, action)
    case 'expiry':
      return queries.changeDevices(db, ids, {
        expireTime: action.expireTime ? new Date(action.expireTime) : null,
      })
  }
}

/** Applies the action to all of these devices or to none. Returns their numbers. */
export async function actOnAll(
  deps: Deps,
  caller: Caller,
  action: DeviceAction,
  { ids, confirmed = false }: { ids: DeviceId[]; confirmed?: boolean },
) {
  const check = await createCheck(deps, caller, action)
  const scope = scopeFor(caller, permissionOfAction[action.action])
  const targets = await queries.targetsWithin(deps.db, scope, ids)
  if (targets.length !== new Set(ids).size) throw new AppError('notFound')
  for (const target of targets) {
    const refusal = check(target)
    if (refusal) throw refusal
  }
  await askFirst(deps.db, action, ids, confirmed)
  const written = await deps.db.transaction(async (tx) => {
    const [refusal] = (await refuseAtWrite(deps, tx, action, targets)).values()
    if (refusal) throw refusal
    return write(tx, action, targets)
  })
  await announce(deps, { caller, action, targets, ...written })
  return targets.map(({ deviceNo, hardwareId }) => deviceNo || hardwareId)
}
