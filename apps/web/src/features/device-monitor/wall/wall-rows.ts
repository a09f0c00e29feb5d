import type { GroupMember, MemberState, WallGroup } from '@fleetdeck/contract/wall-socket'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Condition } from '../../../components/device-condition.ts'
import type { Translate } from '../../../ground/language.ts'
import { naturalOrder } from '../../../ground/natural-order.ts'
import type { WallState } from '../../../realtime/wall/wall-session.ts'
import type { MonitorRow } from '../monitor-view.ts'

/** The state of a group member: as reported by the server, or that it no longer shows the same as the leader. */
export type MemberStatus = MemberState | 'leads' | 'differs' | 'missed'

export const memberTexts: Record<MemberStatus, TextKey> = {
  leads: 'wall.leads',
  follows: 'wall.follows',
  differs: 'wall.differs',
  missed: 'wall.missedSome',
  paused: 'wall.paused',
  turned: 'wall.turned',
  held: 'wall.held',
  reserved: 'wall.reserved',
  watchOnly: 'wall.watchOnly',
  offline: 'device.stateOffline',
  joining: 'wall.joining',
}

/** Why a member missed steps; by whom it was controlled then is not known. */
export const whyTexts: Record<MemberState, TextKey> = { ...memberTexts, held: 'wall.logHeld' }

export const memberConditions: Record<MemberStatus, Condition> = {
  leads: 'busy',
  follows: 'online',
  differs: 'trouble',
  missed: 'trouble',
  paused: 'disabled',
  turned: 'trouble',
  held: 'failed',
  reserved: 'failed',
  watchOnly: 'failed',
  offline: 'offline',
  joining: 'busy',
}

export function memberStatus(
  member: GroupMember,
  group: WallGroup,
  differing: ReadonlySet<number>,
): MemberStatus {
  const { id, state, missed } = member
  if (id === group.leader && state === 'follows') return 'leads'
  if (state === 'follows' && differing.has(id)) return 'differs'
  return state === 'paused' && missed > 0 ? 'missed' : state
}

/** Inputs to this member alone reach it. */
export const canReach = ({ state }: GroupMember): boolean => ['follows', 'turned', 'paused'].includes(state)

const toText = ({ width, height }: Size) => `${width}×${height}`
type Size = NonNullable<GroupMember['screen']>

/** The size of the member's screen if it differs from the leader's, regardless of rotation. */
export function differingScreen(member: GroupMember, group: WallGroup): string | undefined {
  const leader = group.members.find(({ id }) => id === group.leader)?.screen
  const own = member.screen
  if (!leader || !own) return undefined
  const isTurned = own.width === leader.height && own.height === leader.width
  const isSame = isTurned || toText(own) === toText(leader)
  return isSame ? undefined : toText(own)
}

export interface WallRow {
  row: MonitorRow
  member: GroupMember | undefined
  status: MemberStatus | undefined
  /** Its size as a text, if it differs from the leader's. */
  differingScreen: string | undefined
}

/** It reports a problem, or it has an alarm that nobody resolved. */
const isTrouble = ({ condition, alarms }: MonitorRow) => condition === 'trouble' || alarms !== undefined

export interface WallFilter {
  online?: string
  trouble?: string
}

const matches = (wanted: string | undefined, is: boolean) => wanted === undefined || (wanted === '1') === is

export const matchesWall = (row: MonitorRow, { online, trouble }: WallFilter) =>
  matches(online, row.runtime.online) && matches(trouble, isTrouble(row))

export interface WallCounts {
  online: number
  offline: number
  trouble: number
}

export function countRows(rows: readonly MonitorRow[]): WallCounts {
  const online = rows.filter(({ runtime }) => runtime.online).length
  return { online, offline: rows.length - online, trouble: rows.filter(isTrouble).length }
}

const byNumber = (a: MonitorRow, b: MonitorRow) => naturalOrder.compare(a.device.deviceNo, b.device.deviceNo)

/** Online phones first, so that a tile moves only when its phone connects or disconnects. */
const inWallOrder = (a: MonitorRow, b: MonitorRow) =>
  Number(b.runtime.online) - Number(a.runtime.online) || byNumber(a, b)

const named = (text: string | null | undefined) => text ?? '\uffff'

/** By shelf and slot; then those without a shelf, by computer and port; then the others. */
function inRackOrder(a: MonitorRow, b: MonitorRow): number {
  const [one, other] = [a.device.place, b.device.place]
  return (
    naturalOrder.compare(named(one.shelf?.name), named(other.shelf?.name)) ||
    (one.shelf?.id ?? 0) - (other.shelf?.id ?? 0) ||
    (one.shelf?.slot ?? 0) - (other.shelf?.slot ?? 0) ||
    naturalOrder.compare(named(one.computer?.name), named(other.computer?.name)) ||
    naturalOrder.compare(named(one.computer?.port), named(other.computer?.port)) ||
    byNumber(a, b)
  )
}

export const wallOrders = ['online', 'rack', 'group', 'trouble'] as const
/** Online phones first; by shelf; by group; or those with problems first. */
export type WallOrder = (typeof wallOrders)[number]

const inGroupOrder = (a: MonitorRow, b: MonitorRow) =>
  naturalOrder.compare(named(a.device.groupName), named(b.device.groupName)) || inWallOrder(a, b)

const inTroubleOrder = (a: MonitorRow, b: MonitorRow) =>
  Number(isTrouble(b)) - Number(isTrouble(a)) || inWallOrder(a, b)

const orders: Record<WallOrder, (a: MonitorRow, b: MonitorRow) => number> = {
  online: inWallOrder,
  rack: inRackOrder,
  group: inGroupOrder,
  trouble: inTroubleOrder,
}

/** The name above the phones that stand together; undefined where all do. */
export function headingOf({ row }: WallRow, by: WallOrder, t: Translate): string | undefined {
  const { place, groupName } = row.device
  if (by === 'rack') return place.shelf?.name ?? place.computer?.name ?? t('wall.noPlace')
  if (by === 'group') return groupName ?? t('wall.noDeviceGroup')
  return by === 'trouble' ? t(isTrouble(row) ? 'wall.withTrouble' : 'wall.withoutTrouble') : undefined
}

/**
 * Arranged phones first. While a group is controlled, only its members are shown, and no tile moves, whatever becomes
 * of its phone.
 */
export function wallRows(
  rows: readonly MonitorRow[],
  state: WallState | undefined,
  arranged: readonly number[],
  by: WallOrder = 'online',
): WallRow[] {
  const group = state?.group
  const places = new Map(arranged.map((id, place) => [id, place]))
  const placeOf = ({ device }: MonitorRow) => places.get(device.id) ?? arranged.length
  const further = group ? byNumber : orders[by]
  const sorted = rows.toSorted((a, b) => placeOf(a) - placeOf(b) || further(a, b))
  if (!group)
    return sorted.map((row) => ({ row, member: undefined, status: undefined, differingScreen: undefined }))
  const members = new Map(group.members.map((member) => [member.id, member]))
  return sorted.flatMap((row) => {
    const member = members.get(row.device.id)
    if (!member) return []
    const status = memberStatus(member, group, state.differing)
    return [{ row, member, status, differingScreen: differingScreen(member, group) }]
  })
}

/** The phones that could join the group. */
export function otherRows(rows: readonly MonitorRow[], { members }: WallGroup): WallRow[] {
  const ids = new Set<number>(members.map(({ id }) => id))
  return rows
    .filter(({ device }) => !ids.has(device.id))
    .toSorted(inWallOrder)
    .map((row) => ({ row, member: undefined, status: undefined, differingScreen: undefined }))
}

/** How many members show each status. */
export function idsByStatus({ group, differing }: WallState): Map<MemberStatus, number[]> {
  const ids = new Map<MemberStatus, number[]>()
  for (const member of group?.members ?? []) {
    const status = group ? memberStatus(member, group, differing) : 'follows'
    ids.set(status, [...(ids.get(status) ?? []), member.id])
  }
  return ids
}
