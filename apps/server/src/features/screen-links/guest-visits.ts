import {
  type guestScreens,
  maxVisitsAtOnce,
  maxVisitsOfLink,
  visitTokenMark,
} from '@fleetdeck/contract/screen-links'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { listForeign } from '../../domain/bookings/foreign-bookings.queries.ts'
import {
  type FoundLink,
  findLink,
  isOnline,
  leaveVisit,
} from '../../domain/screen-links/screen-links.queries.ts'
import { asGuest, findCreator, isVisitToken } from '../../domain/screen-links/screen-visits.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { hashToken, newToken } from '../../platform/core/tokens.ts'
import { countVisits, insertVisit } from './screen-links.queries.ts'
import { noteEnds } from './visit-log.ts'

interface Guest {
  ip: string
  userAgent: string
}
type Key = Pick<z.output<typeof guestScreens.look.body>, 'publicId' | 'token'>

/** @throws AppError screenLinkUnknown, screenLinksOff, and as `GuessLimit.try` does */
async function requireLink(
  { db, linkGuesses, parameters }: Deps,
  ip: string,
  { publicId, token }: Key,
): Promise<FoundLink> {
  const read = () => findLink(db, publicId, hashToken(token))
  const link = await linkGuesses.try(ip, `${publicId} ${token}`, read)
  if (!link) throw new AppError('screenLinkUnknown')
  if (!parameters.get('sys.openScreen')) throw new AppError('screenLinksOff')
  return link
}

/** What a link is for, and the state of its phone while it is open. */
export async function lookAtLink(deps: Deps, ip: string, key: Key) {
  const { db } = deps
  const link = await requireLink(deps, ip, key)
  const creator = await findCreator(db, link)
  const { deviceNo, deviceId, mayControl, expiresAt } = link
  const state = link.state === 'open' && !creator ? 'creator' : link.state
  const facts = { state, deviceNo, mayControl, expiresAt, isOnline: false, isReserved: false } as const
  if (!creator || deviceId === null) return facts
  const foreign = mayControl ? await listForeign(db, asGuest(creator, mayControl), [deviceId]) : []
  return { ...facts, isOnline: await isOnline(db, deviceId), isReserved: foreign.length > 0 }
}

const endedErrors = {
  expired: 'screenLinkExpired',
  revoked: 'screenLinkRevoked',
  creator: 'screenLinkOver',
  device: 'screenLinkOver',
} as const

/** Begins a visit, and returns its token. */
export async function beginVisit(
  deps: Deps,
  { ip, userAgent }: Guest,
  { name, ...key }: z.output<typeof guestScreens.begin.body>,
) {
  const { db, hub, events } = deps
  const link = await requireLink(deps, ip, key)
  if (link.state !== 'open') throw new AppError(endedErrors[link.state])
  if (!(await findCreator(db, link)) || link.deviceId === null) throw new AppError('screenLinkOver')
  const token = visitTokenMark + newToken()
  await db.transaction(async (tx) => {
    const { present, all } = await countVisits(tx, link.id)
    if (present >= maxVisitsAtOnce) throw new AppError('screenVisitsAtOnce', { count: maxVisitsAtOnce })
    if (all >= maxVisitsOfLink) throw new AppError('screenVisitsFull')
    const guest = { guestName: name, ip, userAgent: userAgent.slice(0, 500) }
    await insertVisit(tx, { ...guest, linkId: link.id, tokenHash: hashToken(token) })
  })
  const { deviceId, deviceNo } = link
  events.record({ deviceId, kind: 'guest', details: { action: 'guestCame', guest: name } })
  await hub.screenLinksChanged([deviceId])
  return { token, deviceNo }
}

/** Ends a visit; one that is over stays as it is. */
export async function endVisit({ db, hub, events }: Deps, token: string): Promise<void> {
  if (!isVisitToken(token)) return
  const ended = await leaveVisit(db, hashToken(token))
  noteEnds(events, ended)
  await hub.screenLinksChanged(ended.flatMap(({ deviceId }) => deviceId ?? []))
}
