import { ProjectionChange } from '@fleetdeck/contract/device-settings'
import { CloseCode } from '@fleetdeck/contract/device-socket'
import { devices } from '@fleetdeck/contract/devices'
import type { DeviceId, GroupId, UserId } from '@fleetdeck/contract/ids'
import { requireFound } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { lockPlaces } from '../../domain/devices/device-quota.queries.ts'
import type { StoppedRun } from '../../domain/devices/running-scripts.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import type { Refusals } from '../../platform/crud/map-db-errors.ts'
import type { Db } from '../../platform/db/db.ts'
import * as queries from './devices.queries.ts'

/** Parses the JSON text of updateSettingScreen. */
export function settingsFrom(content: string): ProjectionChange {
  let json: unknown
  try {
    json = JSON.parse(content)
  } catch {
    throw new AppError('malformedJson')
  }
  const parsed = ProjectionChange.safeParse(json)
  if (!parsed.success)
    throw new AppError('invalidInput', { field: String(parsed.error.issues[0]?.path[0] ?? 'content') })
  return parsed.data
}

/** The group must be visible to the caller and belong to the device's owner. */
export async function checkedGroup(
  deps: Deps,
  caller: Caller,
  permission: string,
  wanted: { groupId: GroupId; tenantId?: UserId | undefined },
) {
  const group = requireFound(await queries.findGroup(deps.db, scopeFor(caller, permission), wanted.groupId))
  if (wanted.tenantId !== undefined && group.tenantId !== wanted.tenantId)
    throw new AppError('groupOfOtherUser')
  return group
}

/**
 * A user who sees all devices gets the site's key, if phones can enrol with it; phones that enrol with a user's key
 * belong to that user.
 */
export async function enrolmentKey({ db, seal, parameters }: Deps, caller: Caller): Promise<string> {
  const siteKey = parameters.get('device.siteKeyEnrols') ? parameters.get('device.enrolmentKey') : ''
  const seesAll = scopeFor(caller, devices.enrolment.permission) === 'all'
  if (seesAll && siteKey) return siteKey
  return seal.open(await queries.keyOfUser(db, caller.userId), 'users.con_secret')
}

/** In a transaction: refuses one more device than the quotas of its owner, of users above, or of the site, allow. */
export async function checkQuota({ license }: Deps, tx: Db, tenantId: UserId): Promise<void> {
  const { left, refusal } = await lockPlaces(tx, tenantId)
  if (left === 0) throw refusal
  await license.checkPlaces(tx)
}

export const refusals: Refusals = { devices_no: 'deviceNoTaken' }

/** Asks phones to stop runs; those that are not connected are asked when they return. */
export const sendStops = ({ hub }: Deps, stopped: StoppedRun[]) =>
  Promise.all(
    stopped.map(({ runKey, deviceId }) =>
      hub.sendToPhone(deviceId, { action: 'taskControl', order: 'stop', runId: runKey }),
    ),
  )

/** Closes the sockets of phones that may no longer connect. */
export const disconnect = ({ hub }: Deps, ids: DeviceId[], reason: 'disabled' | 'revoked') =>
  Promise.all(
    ids.map((id) =>
      hub.closePhone(id, reason === 'disabled' ? CloseCode.forbidden : CloseCode.unauthorized, reason),
    ),
  )
