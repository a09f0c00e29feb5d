import { z } from 'zod'
import { ControlChange, ProjectionChange } from './device-settings.ts'
import { DeviceFilter, deviceNo, devices, letRun } from './devices.ts'
import { confirmed, done, idsOf, timeInput } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { DeviceId } from './ids.ts'

/** Lines of one text file. */
export const deviceLineLimit = 10_000

const groupId = z.int('device.groupRequired').positive('device.groupRequired').brand<'GroupId'>()
const tenantId = z.int('device.userRequired').positive('device.userRequired').brand<'UserId'>()
const plain = <Name extends string>(name: Name) => z.strictObject({ action: z.literal(name) })

/** The number of each phone; none occurs twice. */
const numbers = z
  .array(z.strictObject({ id: DeviceId, deviceNo }))
  .max(10_000)
  .refine((all) => new Set(all.map((one) => one.deviceNo)).size === all.length, 'device.numberTwice')

/** The action on each device of a batch. */
export const DeviceAction = z.discriminatedUnion('action', [
  plain('enable'),
  plain('disable'),
  /** Number, owner and group are cleared: the phone becomes unassigned. */
  plain('unassign'),
  /** An unassigned phone gets its number, and all get the same owner and group. */
  z.strictObject({ action: z.literal('assign'), tenantId, groupId, numbers }),
  plain('delete'),
  /** The phone's token is revoked: it must enrol again. */
  plain('revoke'),
  /** To a group of the device's owner. */
  z.strictObject({ action: z.literal('group'), groupId, letRun }),
  /** Without a group of the new owner, a device that changes its owner is in none. */
  z.strictObject({ action: z.literal('owner'), tenantId, groupId: groupId.nullable().default(null) }),
  /** Null: never expires. */
  z.strictObject({ action: z.literal('expiry'), expireTime: timeInput.nullable() }),
  z.strictObject({ action: z.literal('settings'), projection: ProjectionChange, control: ControlChange }),
])
export type DeviceAction = z.output<typeof DeviceAction>
/** As a page writes it. */
export type DeviceActionInput = z.input<typeof DeviceAction>

/** The names of the actions. */
export const actionNames = [
  'enable',
  'disable',
  'unassign',
  'assign',
  'delete',
  'revoke',
  'group',
  'owner',
  'expiry',
  'settings',
] as const satisfies readonly DeviceAction['action'][]

/** These devices, or all that match the conditions of the list when the batch starts. */
export const DeviceSelection = z.union([
  z.strictObject({ ids: idsOf<DeviceId>() }),
  z.strictObject({ filter: z.strictObject(DeviceFilter) }),
])
export type DeviceSelection = z.output<typeof DeviceSelection>

export const DeviceFailure = z.object({ id: DeviceId, deviceNo: z.string(), reason: z.string() })
export type DeviceFailure = z.output<typeof DeviceFailure>

export const BatchProgress = z.object({
  action: z.enum(actionNames),
  /** The action with its values, once it has ended. */
  asked: DeviceAction.nullable(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** Devices. */
  total: z.number(),
  done: z.number(),
  failed: z.number(),
  /** Each device that was not changed, and why. */
  failures: z.array(DeviceFailure),
  /** Numbers of the others, once it has ended. */
  changed: z.array(z.string()),
})
export type BatchProgress = z.output<typeof BatchProgress>

/** Numbers that a preview names for each reason. */
export const previewNames = 5

/** A reason in the caller's language, and the devices that it concerns. */
export const NamedReason = z.object({
  reason: z.string(),
  count: z.number(),
  /** The first of them. */
  deviceNos: z.array(z.string()).max(previewNames),
})
export type NamedReason = z.output<typeof NamedReason>

/** What a batch would do if it started now. */
export const BatchPreview = z.object({
  /** Devices: the sum of changing, unchanged and those of the refusals. */
  total: z.number(),
  changing: z.number(),
  /** They already are as the action would make them. */
  unchanged: z.number(),
  /** Most frequent first. */
  refusals: z.array(NamedReason.extend({ ids: z.array(DeviceId) })),
  /** Scripts that run on devices and would be stopped. */
  stops: z.number(),
})
export type BatchPreview = z.output<typeof BatchPreview>

const LineResult = z.object({
  /** Line number as in a text editor. */
  line: z.number(),
  deviceNo: z.string(),
  /** Null: it was added. */
  reason: z.string().nullable(),
})
export type LineResult = z.output<typeof LineResult>

const base = '/device/deviceList'
const permission = 'device/deviceList/list'
const job = z.strictObject({ jobId: z.string().max(64) })

export const deviceBatches = {
  /** A text with a device number per line; every line gets its result. */
  batchAdd: {
    method: 'POST',
    path: `${base}/batchAdd`,
    permission: 'device/deviceList/add',
    body: z.strictObject({
      deviceNo: z.string().max(500_000),
      groupId,
      tenantId: tenantId.optional(),
      batch: z.int().optional(),
    }),
    data: z.object({ added: z.number(), results: z.array(LineResult) }),
    log: OperationType.import,
  },
  batchGroupDevice: {
    method: 'POST',
    path: `${base}/batchGroupDevice`,
    permission: 'device/deviceList/batchGroupDevice',
    body: z.strictObject({ ids: idsOf<DeviceId>(), groupId, letRun, confirmed }),
    data: done,
    log: OperationType.edit,
  },
  batchSetDeviceOwner: {
    method: 'POST',
    path: `${base}/batchSetDeviceOwner`,
    permission: 'device/deviceList/batchSetDeviceOwner',
    body: z.strictObject({ ids: idsOf<DeviceId>(), userId: tenantId, confirmed }),
    data: done,
    log: OperationType.grant,
  },
  batchSetExpireTime: {
    method: 'POST',
    path: `${base}/batchSetExpireTime`,
    permission: 'device/deviceList/batchSetExpireTime',
    body: z.strictObject({ ids: idsOf<DeviceId>(), time: timeInput.nullable() }),
    data: done,
    log: OperationType.edit,
  },
  /**
   * Any number of devices, on the server, with a result for each; also needs the permission of the action. Scripts on
   * devices that leave their tasks are stopped, after a question (412).
   */
  start: {
    method: 'POST',
    path: `${base}/batch`,
    permission,
    body: z.strictObject({ action: DeviceAction, selection: DeviceSelection, confirmed }),
    data: job,
    log: OperationType.edit,
  },
  /** The same refusals as `start`; nothing is changed. */
  preview: {
    method: 'POST',
    path: `${base}/batchPreview`,
    permission,
    body: z.strictObject({ action: DeviceAction, selection: DeviceSelection }),
    data: BatchPreview,
    isRead: true,
  },
  progress: { method: 'GET', path: `${base}/batchProgress`, permission, query: job, data: BatchProgress },
  cancel: { method: 'POST', path: `${base}/batchCancel`, permission, body: job, data: done },
} as const

/** The permission of each batch action. */
export const permissionOfAction: Record<DeviceAction['action'], string> = {
  enable: 'device/deviceList/batchChangeDevice',
  disable: 'device/deviceList/batchChangeDevice',
  unassign: 'device/deviceList/deleteAss',
  assign: devices.addAssDevice.permission,
  delete: 'device/deviceList/delete',
  revoke: 'device/deviceList/delete',
  group: deviceBatches.batchGroupDevice.permission,
  owner: deviceBatches.batchSetDeviceOwner.permission,
  expiry: deviceBatches.batchSetExpireTime.permission,
  settings: 'device/deviceList/updateSettingScreen',
}
