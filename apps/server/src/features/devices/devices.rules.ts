import { CloseCode } from '@fleetdeck/contract/device-socket'
import { DeviceSettings } from '@fleetdeck/contract/devices'
import { ProjectionSettings } from '@fleetdeck/contract/user-cloud'
import type { Caller } from '../../access/caller.ts'
import { scopeFor } from '../../access/data-scope.ts'
import { sqlFailure } from '../../db/db.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import * as queries from './devices.queries.ts'

interface SettingsLayers {
  settings: Record<string, string>
  ownerSettings: Record<string, string> | null
}

/** A device's own settings over its owner's over the defaults of spec §3; what is no longer valid counts as not set. */
export function effectiveSettings({ settings, ownerSettings }: SettingsLayers): DeviceSettings {
  const own: Record<string, string> = { ...valid(ownerSettings ?? {}), ...valid(settings) }
  return DeviceSettings.parse(own)
}

const valid = (settings: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(DeviceSettings.shape).flatMap(([key, schema]) =>
      settings[key] !== undefined && schema.safeParse(settings[key]).success ? [[key, settings[key]]] : [],
    ),
  )

/** Reads the JSON text that updateSettingScreen carries. */
export function settingsFrom(content: string): Partial<DeviceSettings> {
  let json: unknown
  try {
    json = JSON.parse(content)
  } catch {
    throw new AppError('malformedJson')
  }
  const parsed = ProjectionSettings.safeParse(json)
  if (!parsed.success)
    throw new AppError('invalidInput', { field: String(parsed.error.issues[0]?.path[0] ?? 'content') })
  return parsed.data as Partial<DeviceSettings>
}

/** The group must be visible to the caller and belong to the device's owner. */
export async function checkedGroup(
  deps: Deps,
  caller: Caller,
  permission: string,
  wanted: { groupId: number; tenantId?: number | undefined },
) {
  const group = await queries.findGroup(deps.db, scopeFor(caller, permission), wanted.groupId)
  if (!group) throw new AppError('notFound')
  if (wanted.tenantId !== undefined && group.tenantId !== wanted.tenantId)
    throw new AppError('groupOfOtherUser')
  return group
}

/** Refuses one more device than its owner may have. */
export async function checkQuota({ db }: Deps, tenantId: number): Promise<void> {
  const { allowed, owned } = await queries.quotaOf(db, tenantId)
  if (allowed !== null && owned >= allowed) throw new AppError('deviceQuotaReached', { count: allowed })
}

export async function numberedOnce(write: PromiseLike<unknown>): Promise<void> {
  try {
    await write
  } catch (error) {
    if (sqlFailure(error).constraint === 'devices_no') throw new AppError('deviceNoTaken')
    throw error
  }
}

/** Ends the sockets of phones that may no longer be connected. */
export const disconnect = ({ hub }: Deps, ids: number[], reason: 'disabled' | 'revoked') =>
  Promise.all(
    ids.map((id) =>
      hub.closePhone(id, reason === 'disabled' ? CloseCode.forbidden : CloseCode.unauthorized, reason),
    ),
  )
