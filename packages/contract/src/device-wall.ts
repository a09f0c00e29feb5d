import { z } from 'zod'
import { AlarmKind } from './alarms.ts'
import { addCall, deviceRemoveCall, editCall, pageCall, rowCall } from './calls.ts'
import { withId } from './crud.ts'
import { MonitorDevice, MonitorFilter, MonitorQuery } from './device-monitor.ts'
import { pageQuery } from './endpoint.ts'
import { DeviceId, WallLayoutId } from './ids.ts'

/** A user with access to the wall sees the screens of the devices in their scope. */
export const wallPermission = 'device/wall/list'
/** Changes and deletes shared layouts of users in the caller's scope. */
export const manageLayoutsPermission = 'device/wall/layout/manage'

export const deviceWall = {
  list: pageCall('/device/wall/list', {
    row: MonitorDevice,
    query: MonitorQuery,
    permission: wallPermission,
  }),
  /** The devices in the caller's data scope that have unresolved alarms, with the kinds of these. */
  alarms: {
    method: 'GET',
    path: '/device/wall/alarms',
    permission: wallPermission,
    data: z.array(z.object({ deviceId: DeviceId, deviceNo: z.string(), kinds: z.array(AlarmKind) })),
  },
} as const

/** What a tile can tell below its number. */
export const wallLabels = ['state', 'battery', 'model', 'group', 'owner', 'place', 'task'] as const
export type WallLabel = (typeof wallLabels)[number]
/** Minimum width of a tile in pixels, by size. */
export const wallTileWidths = [90, 120, 180, 240, 320] as const

/** Layouts of a user, and devices in the order of a layout. */
export const maxWallLayouts = 50
export const maxArrangedDevices = 1000

/** Conditions, and what the automatic order follows, as in the address of the page. */
const filterNames = [
  ...(Object.keys(MonitorFilter) as (keyof typeof MonitorFilter)[]),
  'trouble',
  'by',
] as const

const look = {
  filter: z.partialRecord(z.enum(filterNames), z.string().min(1).max(64)),
  /** Index of `wallTileWidths`. */
  size: z
    .int()
    .min(0)
    .max(wallTileWidths.length - 1),
  labels: z.array(z.enum(wallLabels)).max(wallLabels.length),
  /** These devices come first, in this order; empty if all are in the automatic order. */
  deviceIds: z
    .array(DeviceId)
    .max(maxArrangedDevices, 'wall.arrangedTooMany')
    .refine((ids) => new Set(ids).size === ids.length, 'error.invalidId'),
}

export const WallLayout = z.object({
  id: WallLayoutId,
  layoutName: z.string(),
  /** Other users of the tenant, and users whose data scope includes the creator, can use it. */
  isShared: z.boolean(),
  /** A team: its phones are shown alone, and selected to be controlled as a group; the first one leads. */
  isTeam: z.boolean(),
  /** The creator. */
  userName: z.string(),
  isOwn: z.boolean(),
  /** The caller may change and delete it. */
  mayChange: z.boolean(),
})
export type WallLayout = z.output<typeof WallLayout>

/** The devices are those within the caller's scope. */
export const WallLayoutDetails = WallLayout.extend({
  ...look,
  /** Its other devices: outside the caller's scope, or deleted. */
  unseen: z.number(),
  deleted: z.number(),
})
export type WallLayoutDetails = z.output<typeof WallLayoutDetails>

export const WallLayoutDraft = z.strictObject({
  layoutName: z.string().trim().min(1, 'wall.layoutNameRequired').max(50, 'wall.layoutNameLength'),
  isShared: z.boolean(),
  ...look,
})
export type WallLayoutDraft = z.output<typeof WallLayoutDraft>

const base = '/device/wall/layout'
const guard = { permission: wallPermission }

export const wallLayouts = {
  /** The caller's own and those that others share, own ones first. */
  list: pageCall(`${base}/list`, { row: WallLayout, query: pageQuery({}), ...guard }),
  one: rowCall(`${base}/one`, { row: WallLayoutDetails, ...guard }),
  add: {
    ...addCall(`${base}/add`, WallLayoutDraft.extend({ isTeam: z.boolean().default(false) })),
    ...guard,
    data: z.object({ id: WallLayoutId }),
  },
  /** Refused for layouts of others without `manageLayoutsPermission`. */
  edit: { ...editCall(`${base}/edit`, withId(WallLayoutDraft, WallLayoutId)), ...guard, method: 'POST' },
  remove: deviceRemoveCall(`${base}/delete`, { row: WallLayout, ...guard }),
} as const
