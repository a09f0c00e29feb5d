import { type CommandKind, type CommandPreview, commands, ownPermissions } from '@fleetdeck/contract/commands'
import { type DeviceSelection, previewNames } from '@fleetdeck/contract/device-batches'
import { Status } from '@fleetdeck/contract/enums'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Language } from '@fleetdeck/i18n/languages'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { listForeign } from '../../domain/bookings/foreign-bookings.queries.ts'
import { bookedError } from '../../domain/bookings/require-unbooked.ts'
import { countReasons } from '../../domain/devices/count-reasons.ts'
import { idsOfSelection } from '../../domain/devices/device-selection.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { refusalText, refusalValues, text } from '../../platform/http/language.ts'
import { controllerBefore } from '../../realtime/rooms/read-room.ts'
import * as queries from './commands.queries.ts'

/** Rooms that are asked at the same time: each answer has a time limit. */
const roomsAtOnce = 200

interface PlannedOrder {
  command: CommandKind
  selection: DeviceSelection
}

export interface CommandPlan {
  /** The devices that the command would be for. */
  able: DeviceId[]
  refused: Map<DeviceId, AppError>
}

/**
 * Nobody interferes by a command with somebody else who booked a phone, or whom the caller sees control it.
 *
 * @throws AppError notFound if one of the ids is not in the caller's scope
 */
export async function planCommand(
  deps: Deps,
  caller: Caller,
  { command, selection }: PlannedOrder,
): Promise<CommandPlan> {
  const { db, hub, parameters } = deps
  const ids = await idsOfSelection(db, scopeFor(caller, commands.add.permission), selection)
  // A single foreign id refuses the whole call instead of shortening the list.
  if ('ids' in selection && ids.length !== new Set(selection.ids).size) throw new AppError('notFound')
  const refused = new Map<DeviceId, AppError>()
  const permissions = ownPermissions[command]
  if (permissions.length === 0 || ids.length === 0) return { able: ids, refused }
  let mine = ids
  for (const permission of permissions)
    mine = await idsOfSelection(db, scopeFor(caller, permission), { ids: mine })
  const permitted = new Set(mine)
  for (const id of ids) if (!permitted.has(id)) refused.set(id, new AppError('forbidden'))
  for (const booking of await listForeign(db, caller, mine))
    refused.set(booking.deviceId, bookedError(parameters, booking))
  const connected = [...(await hub.connectedPhones(mine.filter((id) => !refused.has(id))))]
  for (let at = 0; at < connected.length; at += roomsAtOnce)
    for (const [id, name] of await listControlled(hub, caller, connected.slice(at, at + roomsAtOnce)))
      refused.set(id, new AppError('controlledByOther', { name }))
  return { able: ids.filter((id) => !refused.has(id)), refused }
}

/** Phones that others control while the caller watches, with their names. */
async function listControlled(
  hub: Deps['hub'],
  { userName }: Caller,
  ids: readonly DeviceId[],
): Promise<[DeviceId, string][]> {
  const rooms = await Promise.all(ids.map((id) => hub.readRoom(id)))
  return ids.flatMap((id, at) => {
    const room = rooms[at]
    const name = room && controllerBefore(userName, room)
    return name === undefined ? [] : [[id, name]]
  })
}

/** The devices of the plan; if there are none, the reason of the first. */
export async function requireAble(deps: Deps, caller: Caller, order: PlannedOrder): Promise<DeviceId[]> {
  const { able, refused } = await planCommand(deps, caller, order)
  const [refusal] = refused.values()
  if (refusal && able.length === 0) throw refusal
  return able
}

/** The device is named beside it. */
function reasonOf(language: Language, error: AppError): string {
  if (error.errorName !== 'deviceBooked') return refusalText(language, error)
  const { name, time, zone } = refusalValues(language, error)
  return text(language, 'command.reservedUntil', { name: `${name}`, time: `${time}`, zone: `${zone}` })
}

/** Why the phone cannot connect as the device is. */
function whyNever({ hardwareId, status, hasExpired }: queries.ReachRow): TextKey | undefined {
  if (hardwareId === null) return 'command.noPhoneYet'
  if (status !== Status.on) return 'command.deviceDisabled'
  return hasExpired ? 'command.deviceExpired' : undefined
}

/** Phones may connect and disconnect until it is sent. */
export async function previewCommand(
  { db }: Deps,
  { able, refused }: CommandPlan,
  language: Language,
): Promise<CommandPreview> {
  const rows = await queries.listReach(db, [...able, ...refused.keys()])
  const open = rows.filter(({ id }) => !refused.has(id))
  const away = open.filter(({ online }) => !online)
  const late = away.filter((row) => whyNever(row) === undefined)
  return {
    total: rows.length,
    now: open.length - away.length,
    later: { count: late.length, deviceNos: late.slice(0, previewNames).map(({ name }) => name) },
    never: countReasons(
      away.flatMap((row) => {
        const why = whyNever(row)
        return why ? [[row.name, text(language, why)] as const] : []
      }),
    ),
    refusals: countReasons(
      rows.flatMap(({ id, name }) => {
        const error = refused.get(id)
        return error ? [[name, reasonOf(language, error)] as const] : []
      }),
    ),
  }
}
