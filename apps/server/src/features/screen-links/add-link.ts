import {
  maxLinksOfDevice,
  maxLinksOfUser,
  type ScreenLinkDraft,
  screenLinks,
} from '@fleetdeck/contract/screen-links'
import type { z } from 'zod'
import { requireFound } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { mayShow } from '../../domain/screen-links/screen-visits.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import { hashToken, newToken } from '../../platform/core/tokens.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import * as queries from './screen-links.queries.ts'

const dayMs = 86_400_000
/** Characters of the id in the address. */
const publicIdLength = 16

/** Makes a link to a device within the caller's scope, with no more than the caller's rights; only its hash is stored. */
export async function addLink(
  { db, parameters, hub }: Deps,
  caller: Caller,
  { deviceId, mayControl, ...draft }: z.output<typeof ScreenLinkDraft>,
) {
  const expiresAt = checkedExpiry(parameters, draft.expiresAt)
  const scope = scopeFor(caller, screenLinks.add.permission)
  const device = requireFound(await queries.findOwned(db, scope, deviceId))
  if (!(await mayShow(db, caller, { deviceId, mayControl: false }))) throw new AppError('notFound')
  if (mayControl && !(await mayShow(db, caller, { deviceId, mayControl })))
    throw new AppError('screenLinkControl')
  const [token, publicId] = [newToken(), newToken().slice(0, publicIdLength)]
  const id = await db.transaction(async (tx) => {
    await queries.lockLinks(tx)
    if ((await queries.countOfUser(tx, caller.userId)) >= maxLinksOfUser)
      throw new AppError('screenLinksOfUser', { count: maxLinksOfUser })
    if ((await queries.countOfDevice(tx, deviceId)) >= maxLinksOfDevice)
      throw new AppError('screenLinksOfDevice', { deviceNo: device.deviceNo, count: maxLinksOfDevice })
    return queries.insertLink(tx, {
      ...{ ...draft, ...device, deviceId, mayControl, expiresAt },
      ...{ publicId, tokenHash: hashToken(token), creatorId: caller.userId },
    })
  })
  await hub.screenLinksChanged([deviceId])
  return { id, publicId, token, address: parameters.get('sys.publicAddress'), deviceNo: device.deviceNo }
}

/** @throws AppError unless it is in the future, and within the days that the site allows */
export function checkedExpiry(parameters: ParameterStore, given: string): Date {
  const days = parameters.get('screenLink.maxDays')
  const now = siteMs()
  const end = Date.parse(given)
  if (end <= now || end > now + days * dayMs) throw new AppError('screenLinkEnd', { days })
  return new Date(end)
}
