import { controlPermission } from '@fleetdeck/contract/device-socket'
import { devices } from '@fleetdeck/contract/devices'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { visitTokenMark } from '@fleetdeck/contract/screen-links'
import { scopeFor } from '../../access/data-scope.ts'
import { limitedTo } from '../../access/limited-caller.ts'
import { readCaller } from '../../access/read-caller.ts'
import { type Caller, may } from '../../platform/core/caller.ts'
import { hashToken } from '../../platform/core/tokens.ts'
import type { Db } from '../../platform/db/db.ts'
import { seesDevice } from '../devices/device-scope.queries.ts'
import { endLinks, type FoundLink, findVisit } from './screen-links.queries.ts'

/** What a link needs of its creator, and all that is left of it for guests. */
const permissionsFor = (mayControl: boolean) =>
  mayControl ? [devices.list.permission, controlPermission] : [devices.list.permission]

export const isVisitToken = (token: string) => token.startsWith(visitTokenMark)

/**
 * The caller behind the socket of a visit: a guest acts within the present rights of the link's creator. Nothing is
 * cached. Undefined when the visit, or its link, is over.
 */
export async function findGuest(db: Db, token: string): Promise<Caller | undefined> {
  const found = await findVisit(db, hashToken(token))
  const creator = found && (await findCreator(db, found))
  if (!found || !creator || found.deviceId === null) return undefined
  const { visitId, guestName, id: linkId, deviceId, expiresAt: endsAt } = found
  return {
    ...asGuest(creator, found.mayControl),
    userName: guestName,
    pendingStep: undefined,
    visit: { id: visitId, linkId, deviceId, endsAt },
  }
}

/** The creator as far as guests act within their rights: they manage no bookings, for example. */
export const asGuest = (creator: Caller, mayControl: boolean): Caller =>
  limitedTo(creator, permissionsFor(mayControl))

/** The creator of an open link, who may still show its phone. A link whose creator may not is ended. */
export async function findCreator(db: Db, link: FoundLink): Promise<Caller | undefined> {
  const { id, state, deviceId, mayControl, creator } = link
  if (state !== 'open' || deviceId === null) return undefined
  const caller = await readCaller(db, creator, null)
  if (await mayShow(db, caller, { deviceId, mayControl })) return caller
  await endLinks(db, [id], { ending: 'creator' })
  return undefined
}

/** Whether the caller sees the device, and controls it if asked; bookings do not count. */
export async function mayShow(
  db: Db,
  caller: Caller,
  { deviceId, mayControl }: { deviceId: DeviceId; mayControl: boolean },
): Promise<boolean> {
  for (const permission of permissionsFor(mayControl)) {
    if (!may(caller, permission)) return false
    if (!(await seesDevice(db, scopeFor(caller, permission), deviceId))) return false
  }
  return true
}
