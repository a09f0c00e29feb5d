import type { DeviceId, ScreenLinkId, ScreenVisitId, UserId } from '@fleetdeck/contract/ids'
import { type LinkState, type VisitEnding, visitSilence } from '@fleetdeck/contract/screen-links'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { isAccountExpired, isAccountOff } from '../../access/account-line.queries.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'
import { screenLinks, screenVisits } from '../../platform/db/schema/screen-links.ts'
import { users } from '../../platform/db/schema/users.ts'

const { creatorId, deviceId, tenantId, ending, expiresAt } = screenLinks

const isDeviceThere = sql`exists (select from ${devices} where ${devices.id} = ${deviceId}
  and ${devices.tenantId} = ${tenantId} and ${devices.deviceNo} is not null)`

/** A link ends with its phone and its creator, also before `endDead` has written that. */
export const linkState = sql<LinkState>`case when ${ending} is not null then ${ending}
  when ${expiresAt} <= now() then 'expired'
  when not ${isDeviceThere} then 'device'
  when ${isAccountOff(creatorId)} or ${isAccountExpired(creatorId)} then 'creator'
  else 'open' end`

/** Links that have neither ended nor expired, as far as rows of their own show it. */
export const isLinkOpen = (): SQL | undefined => and(isNull(ending), sql`${expiresAt} > now()`)

/** The number of the phone at present; the stored one when it is gone. */
const presentNo = sql<string>`coalesce(${devices.deviceNo}, ${screenLinks.deviceNo})`

const link = {
  id: screenLinks.id,
  tokenHash: screenLinks.tokenHash,
  deviceId,
  deviceNo: presentNo,
  mayControl: screenLinks.mayControl,
  expiresAt,
  state: linkState,
  creator: users,
}

const selectLinks = (db: Db) =>
  db
    .select(link)
    .from(screenLinks)
    .innerJoin(users, eq(users.id, creatorId))
    .leftJoin(devices, and(eq(devices.id, deviceId), eq(devices.tenantId, tenantId)))

export type FoundLink = Awaited<ReturnType<typeof selectLinks>>[number]

/** The link with this public id and token; undefined if one of them is wrong. */
export async function findLink(db: Db, publicId: string, tokenHash: string): Promise<FoundLink | undefined> {
  const [found] = await selectLinks(db).where(
    and(eq(screenLinks.publicId, publicId), eq(screenLinks.tokenHash, tokenHash)),
  )
  return found
}

/** An open visit with its link, whatever the state of that is. */
export async function findVisit(db: Db, tokenHash: string) {
  const [found] = await db
    .select({ visitId: screenVisits.id, guestName: screenVisits.guestName, ...link })
    .from(screenVisits)
    .innerJoin(screenLinks, eq(screenLinks.id, screenVisits.linkId))
    .innerJoin(users, eq(users.id, creatorId))
    .leftJoin(devices, and(eq(devices.id, deviceId), eq(devices.tenantId, tenantId)))
    .where(and(eq(screenVisits.tokenHash, tokenHash), isNull(screenVisits.endedAt)))
  return found
}

export async function isOnline(db: Db, id: DeviceId): Promise<boolean> {
  return (await db.$count(deviceRuntime, and(eq(deviceRuntime.deviceId, id), deviceRuntime.online))) > 0
}

/** Sites that may embed the page of this link. */
export async function findOrigins(db: Db, publicId: string): Promise<string[]> {
  const [found] = await db
    .select({ origins: screenLinks.origins })
    .from(screenLinks)
    .where(and(eq(screenLinks.publicId, publicId), sql`${linkState} = 'open'`))
  return found?.origins ?? []
}

type Ending = NonNullable<(typeof screenLinks.$inferSelect)['ending']>

/** Ends links that are open; returns the devices of those. */
export async function endLinks(
  tx: Db,
  ids: ScreenLinkId[],
  how: { ending: Ending; endedById?: UserId },
): Promise<(DeviceId | null)[]> {
  const ended = await tx
    .update(screenLinks)
    .set({ ...how, endedAt: siteNow() })
    .where(and(inArray(screenLinks.id, ids), isLinkOpen()))
    .returning({ deviceId })
  return ended.map((row) => row.deviceId)
}

/** Writes the end of links whose phone or creator is gone; returns their devices. */
export async function endDead(db: Db): Promise<DeviceId[]> {
  const ended = await db
    .update(screenLinks)
    .set({ ending: sql`${linkState}`, endedAt: siteNow() })
    .where(and(isLinkOpen(), sql`${linkState} in ('device', 'creator')`))
    .returning({ deviceId })
  return ended.flatMap((row) => row.deviceId ?? [])
}

export interface EndedVisit {
  id: ScreenVisitId
  deviceId: DeviceId | null
  guestName: string
  ending: VisitEnding
}

/** Ends visits whose link is over or whose page is gone, or those that `which` names. */
export async function endVisits(db: Db, which?: SQL): Promise<EndedVisit[]> {
  const silentSince = sql`now() - make_interval(secs => ${visitSilence})`
  const isSilent = sql`${screenVisits.seenAt} < ${silentSince}`
  const endOf = sql<VisitEnding>`case when ${linkState} = 'open' then 'left' else ${linkState} end`
  return db
    .update(screenVisits)
    .set({
      ending: sql`${endOf}`,
      endedAt: sql`greatest(${screenVisits.beganAt}, case when ${linkState} = 'expired' then ${expiresAt}
        when ${isSilent} then ${screenVisits.seenAt} else now() end)`,
    })
    .from(screenLinks)
    .where(
      and(
        eq(screenLinks.id, screenVisits.linkId),
        isNull(screenVisits.endedAt),
        which ?? sql`(${linkState} <> 'open' or ${isSilent})`,
      ),
    )
    .returning({
      id: screenVisits.id,
      guestName: screenVisits.guestName,
      deviceId,
      ending: sql<VisitEnding>`${screenVisits.ending}`,
    })
}

export const endVisitsOf = (db: Db, ids: ScreenLinkId[]): Promise<EndedVisit[]> =>
  endVisits(db, inArray(screenVisits.linkId, ids))

export const leaveVisit = (db: Db, tokenHash: string): Promise<EndedVisit[]> =>
  endVisits(db, eq(screenVisits.tokenHash, tokenHash))
