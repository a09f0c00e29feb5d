import { z } from 'zod'
import { pageCall } from './calls.ts'
import { CheckCode } from './check-codes.ts'
import { deviceCrud } from './crud.ts'
import { ControlChange, ControlSettings, DeviceSettings, ProjectionSettings } from './device-settings.ts'
import {
  confirmed,
  confirmedParam,
  done,
  idParam,
  idsOf,
  pageQuery,
  status,
  time,
  timeInput,
} from './endpoint.ts'
import { OperationType, Status } from './enums.ts'
import { ComputerId, DeviceId, GroupId, ShelfId, UserId } from './ids.ts'

/** Latest values that a phone reported; null without a report. */
export const DeviceRuntime = z.object({
  online: z.boolean(),
  /** The time of the phone's last message. */
  lastSeenAt: time.nullable(),
  /** The time since it is online or offline. */
  onlineChangedAt: time.nullable(),
  runMode: z.string().nullable(),
  /** '1' normal, '0' not started. */
  serviceOk: z.string().nullable(),
  /** Percent. */
  battery: z.number().nullable(),
  /** '1' charging, '0' not. */
  isCharging: z.string().nullable(),
  /** °C. */
  batteryTemp: z.number().nullable(),
  brightness: z.number().nullable(),
  osVersion: z.string().nullable(),
  apkVersion: z.string().nullable(),
  /** Of the script engine. */
  ecVersion: z.string().nullable(),
  /** It has no socket: it gets its orders in the answers to its heartbeats. */
  overHttp: z.boolean(),
  /** Bytes. */
  sdCardLeftSpace: z.number().nullable(),
  /** Bytes. */
  availMemory: z.number().nullable(),
  taskName: z.string().nullable(),
  msg: z.string().nullable(),
  /** What its last check found that must be mended; null: it was not checked. */
  toMend: z.array(CheckCode).nullable(),
})
export type DeviceRuntime = z.output<typeof DeviceRuntime>

export const DevicePlace = z.object({
  /** The shelf on which it stands, and its slot there, from 0. */
  shelf: z.object({ id: ShelfId, name: z.string(), slot: z.number() }).nullable(),
  /** The computer that reported it last, and its USB port there, such as `1-4.2`, if that is known. */
  computer: z.object({ id: ComputerId, name: z.string(), port: z.string().nullable() }).nullable(),
})
export type DevicePlace = z.output<typeof DevicePlace>

export const Device = z.object({
  id: DeviceId,
  /** Empty while the phone is unassigned. */
  deviceNo: z.string(),
  /** The phone's own identity; empty while no phone is bound to the number. */
  deviceId: z.string(),
  brand: z.string(),
  /** The model. */
  mode: z.string(),
  imei: z.string(),
  ip: z.string(),
  /** Whether the phone proves its identity with a key pair. */
  hasKey: z.boolean(),
  groupId: GroupId.nullable(),
  groupName: z.string().nullable(),
  /** The owner. */
  tenantId: UserId.nullable(),
  userName: z.string().nullable(),
  /** 0 enabled, 1 disabled. */
  status: z.number(),
  expireTime: time.nullable(),
  gmtModified: time,
  runtime: DeviceRuntime,
  place: DevicePlace,
  /** What scripts can do on it; null: it has not reported it. */
  can: z.array(z.string()).nullable(),
})
export type Device = z.output<typeof Device>

/** With its effective settings: its own override its owner's, which override the site's. */
export const DeviceWithSettings = Device.extend({
  settings: DeviceSettings,
  control: ControlSettings,
  /** The settings of this device alone. */
  own: z.object({ settings: ProjectionSettings, control: ControlSettings.partial() }),
  /** The inherited values; `screen_mode` is video for a phone with scrcpy whose owner has set none. */
  inherited: z.object({ settings: DeviceSettings, control: ControlSettings }),
  /** Whether the phone confirmed these settings, and when it last confirmed any. */
  settingsConfirmed: z.boolean(),
  settingsTakenAt: time.nullable(),
})
export type DeviceWithSettings = z.output<typeof DeviceWithSettings>

/** Spec §5: letters and digits only. */
export const deviceNo = z
  .string()
  .trim()
  .min(1, 'device.noRequired')
  .max(32, 'device.noLength')
  .regex(/^[A-Za-z0-9]+$/, 'device.noFormat')

export const DeviceDraft = z.strictObject({
  deviceNo,
  groupId: z.int('device.groupRequired').positive('device.groupRequired').brand<'GroupId'>(),
  tenantId: z.int('device.userRequired').positive('device.userRequired').brand<'UserId'>().optional(),
  imei: z.string().max(64).optional(),
  /** The identity of a phone that waits unassigned: it is assigned, as by addAssDevice. Empty: none yet. */
  deviceId: z.string().max(128).optional(),
  /** Until a phone reports its own. */
  brand: z.string().max(64).optional(),
  mode: z.string().max(64).optional(),
  status: status.default(Status.on),
  /** 0 one device; other values belong to batchAdd. */
  batch: z.int().optional(),
})

const AssignDraft = z.strictObject({
  deviceNo,
  deviceId: z.string().min(1).max(128),
  /** Those of the phone stay. */
  brand: z.string().max(64).optional(),
  mode: z.string().max(64).optional(),
  status: z.int().optional(),
  tenantId: z.int('device.userRequired').positive('device.userRequired').brand<'UserId'>(),
  groupId: z.int('device.groupRequired').positive('device.groupRequired').brand<'GroupId'>(),
})

const flag = z.enum(['0', '1'])
/** Options of the battery filter, in percent (spec §2, device monitor). */
export const batteryBelowPercents = [10, 20, 30, 40, 50, 60, 70, 80, 90] as const
/** °C; at or above this a phone counts as hot. */
export const hotFromCelsius = 45
/** Percent; below this a phone that is not charging counts as low. */
export const lowBatteryPercent = 15
/** Conditions of the device lists. */
export const DeviceFilter = {
  deviceNo: z.string().max(64).optional(),
  deviceId: z.string().max(128).optional(),
  /** '0' unassigned, '1' assigned (spec §3). */
  assStatus: flag.optional(),
  groupId: idParam.brand<'GroupId'>().optional(),
  tenantId: idParam.brand<'UserId'>().optional(),
  online: flag.optional(),
  /** The latest battery level is below this percent; phones without a report are excluded. */
  battery: z.literal(batteryBelowPercents).optional(),
  /** '1' the phone is online and reports a problem. */
  trouble: z.literal('1').optional(),
  /** The device expires within this many days, or has expired. */
  expiresWithin: z.int().min(0).max(3650).optional(),
  status: flag.optional(),
  /** '1' the phone's service runs, '0' it reports that it was not started. */
  serviceOk: flag.optional(),
  /** '1' a task runs on it, '0' none does. */
  hasTask: flag.optional(),
  /** '1' the phone has a key pair, '0' it has none. */
  hasKey: flag.optional(),
  /** Its last check found that this must be mended, or anything. */
  toMend: z.enum(['any', ...CheckCode.options]).optional(),
  /** The phone hangs at this computer, by its last report: `place` names it. */
  computerId: idParam.brand<'ComputerId'>().optional(),
  brand: z.string().max(64).optional(),
  /** Text searched in number, identity, brand, model, IMEI and address. */
  search: z.string().max(64).optional(),
}
const deviceSort = [
  'id',
  'deviceNo',
  'deviceId',
  'brand',
  'mode',
  'groupName',
  'userName',
  'status',
  'gmtModified',
  'expireTime',
  'online',
  'battery',
  'lastSeenAt',
] as const
export const DeviceQuery = pageQuery(DeviceFilter, deviceSort)
export type DeviceQuery = z.output<typeof DeviceQuery>

/** Number of devices per state, among those that the caller may see. */
export const DeviceSummary = z.object({
  assigned: z.number(),
  unassigned: z.number(),
  /** Of the assigned ones; the same conditions as the filters with these names. */
  online: z.number(),
  offline: z.number(),
  trouble: z.number(),
  disabled: z.number(),
  lowBattery: z.number(),
  expiring: z.number(),
  /** Of which the last check found something that must be mended. */
  toMend: z.number(),
})
export type DeviceSummary = z.output<typeof DeviceSummary>
/** Limits of the summary: low battery, in percent, and expiring, in days. */
export const summaryBatteryBelow = 20
export const summaryExpiresWithin = 30

/** Connection data for a phone. */
export const Enrolment = z.object({
  /** The server's public address; if empty, the address of the console is used. */
  address: z.string(),
  key: z.string(),
})
export type Enrolment = z.output<typeof Enrolment>

const base = '/device/deviceList'
const crud = deviceCrud(base, { row: Device, draft: DeviceDraft, query: DeviceQuery })

/**
 * For a move to another group. true: scripts that the device only has by its former group run to their end. false, the
 * default: they are stopped, after a question (412).
 */
export const letRun = z.boolean().default(false)

/** Null: no sample, for example while no server was running. */
const hourly = z.number().nullable()

export const devices = {
  ...crud,
  one: { ...crud.one, data: DeviceWithSettings },
  /** Scripts that run on the devices are stopped, after a question (412). */
  remove: { ...crud.remove, query: crud.remove.query.extend({ confirmed: confirmedParam }) },
  listUnAssignedDevice: pageCall(`${base}/listUnAssignedDevice`, { row: Device, query: DeviceQuery }),
  summary: {
    method: 'GET',
    path: `${base}/summary`,
    permission: 'device/deviceList/list',
    data: DeviceSummary,
  },
  /** Devices at the end of each of the last 24 hours, oldest first, now at the end; for the home page. */
  onlineHours: {
    method: 'GET',
    path: `${base}/onlineHours`,
    permission: 'device/deviceList/list',
    data: z.array(z.object({ at: time, online: hourly, offline: hourly, trouble: hourly, expiring: hourly })),
  },
  /**
   * The site's key for callers who see all devices, unless it is switched off; else the caller's own key, whose phones
   * belong to the caller.
   */
  enrolment: {
    method: 'GET',
    path: `${base}/enrolment`,
    permission: 'device/deviceList/enrolment',
    data: Enrolment,
    log: OperationType.other,
  },
  findOne: {
    method: 'GET',
    path: `${base}/findOne`,
    permission: 'device/deviceList/list',
    query: z.strictObject({ deviceNo: z.string().max(64) }),
    data: DeviceWithSettings,
  },
  addAssDevice: {
    method: 'POST',
    path: `${base}/addAssDevice`,
    permission: 'device/deviceList/addAssDevice',
    body: AssignDraft,
    data: done,
    log: OperationType.grant,
  },
  edit: {
    ...crud.edit,
    body: z.strictObject({
      id: DeviceId,
      deviceNo,
      groupId: DeviceDraft.shape.groupId,
      imei: DeviceDraft.shape.imei,
      expireTime: timeInput.nullable().optional(),
      letRun,
      confirmed,
    }),
  },
  updateSettingScreen: {
    method: 'POST',
    path: `${base}/updateSettingScreen`,
    permission: 'device/deviceList/updateSettingScreen',
    body: z.strictObject({
      deviceNo: z.string().max(64),
      /** JSON text of DeviceSettings; null for a key means the defaults of the owner's devices. */
      content: z.string().max(4000),
    }),
    data: done,
    log: OperationType.edit,
  },
  /** Control settings of a phone; null for a key as above. */
  updateSettingControl: {
    method: 'POST',
    path: `${base}/updateSettingControl`,
    permission: 'device/deviceList/updateSettingScreen',
    body: z.strictObject({ deviceNo: z.string().max(64), control: ControlChange }),
    data: done,
    log: OperationType.edit,
  },
  batchChangeDevice: {
    method: 'GET',
    path: `${base}/batchChangeDevice`,
    permission: 'device/deviceList/batchChangeDevice',
    query: z.strictObject({
      ids: idsOf<DeviceId>(),
      status: z.union([z.literal(0), z.literal(1)]),
    }),
    data: done,
    log: OperationType.edit,
  },
  deleteAss: {
    method: 'GET',
    path: `${base}/deleteAss`,
    permission: 'device/deviceList/deleteAss',
    /** Scripts that run on the devices are stopped, after a question (412). */
    query: z.strictObject({ ids: idsOf<DeviceId>(), confirmed: confirmedParam }),
    data: done,
    log: OperationType.grant,
  },
} as const
