import { z } from 'zod'
import { deviceRemoveCall, exportCall, pageCall, rowCall } from './calls.ts'
import { done, idParam, idsOf, pageQuery, periodShape, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import {
  AlarmId,
  AlarmMessageId,
  AlarmSettingId,
  DeviceId,
  HotScriptId,
  ScriptSourceId,
  UserId,
} from './ids.ts'

/**
 * Kinds of alarms; values of the dictionary device_alarm_kind. hotScript: its runs withdrew or paused a hot update.
 * scriptSource: a Git repository cannot be read.
 */
export const AlarmKind = z.enum(['offline', 'battery', 'memory', 'service', 'hotScript', 'scriptSource'])
export type AlarmKind = z.output<typeof AlarmKind>

/** An acknowledged alarm sends no more messages; a resolved one has ended, or a user resolved it. */
export const AlarmState = z.enum(['open', 'acknowledged', 'resolved'])
export type AlarmState = z.output<typeof AlarmState>

/**
 * over: the condition ended. ruleGone: the rule was removed, or the device or repository is out of service. byHand: resolved by a
 * user.
 */
export const AlarmEnding = z.enum(['over', 'ruleGone', 'byHand'])
export type AlarmEnding = z.output<typeof AlarmEnding>

export const Alarm = z.object({
  id: AlarmId,
  /** One of these three names the subject; the other two are null. */
  deviceId: DeviceId.nullable(),
  hotId: HotScriptId.nullable(),
  sourceId: ScriptSourceId.nullable(),
  /** Number of the device when the alarm opened, or name of the hot update or Git repository. */
  deviceNo: z.string(),
  /** Brand and model; empty for other subjects. */
  model: z.string(),
  groupName: z.string().nullable(),
  /** Owner of the subject when the alarm opened. */
  userName: z.string(),
  kind: AlarmKind,
  state: AlarmState,
  /**
   * The measured value and its limit: percent for battery, MB for memory, seconds for offline, failed runs in percent
   * for hot updates, failures in succession for repositories.
   */
  value: z.number().nullable(),
  threshold: z.number().nullable(),
  /** Start of the condition. */
  since: time,
  openedAt: time,
  acknowledgedAt: time.nullable(),
  acknowledgedBy: z.string().nullable(),
  note: z.string(),
  resolvedAt: time.nullable(),
  /** Null when it ended automatically. */
  resolvedBy: z.string().nullable(),
  ending: AlarmEnding.nullable(),
  /** How many messages mentioned it. */
  messages: z.number(),
})
export type Alarm = z.output<typeof Alarm>

const filterShape = {
  /** `unresolved` is open or acknowledged. */
  state: z.enum([...AlarmState.options, 'unresolved']).optional(),
  kind: AlarmKind.optional(),
  deviceNo: z.string().max(64).optional(),
  deviceId: idParam.brand<'DeviceId'>().optional(),
  tenantId: idParam.brand<'UserId'>().optional(),
  groupId: idParam.brand<'GroupId'>().optional(),
  /** Alarms of this incident of many devices. */
  incidentId: idParam.brand<'DeviceIncidentId'>().optional(),
  /** Without the alarms of incidents. */
  isAlone: z.enum(['1']).optional(),
  ...periodShape,
}
const AlarmFilter = z.strictObject(filterShape)
export type AlarmFilter = z.output<typeof AlarmFilter>

export const AlarmQuery = pageQuery(filterShape, ['id', 'deviceNo', 'openedAt', 'resolvedAt'])
export type AlarmQuery = z.output<typeof AlarmQuery>

export const AlarmSummary = z.object({
  open: z.number(),
  acknowledged: z.number(),
  /** Open alarms by kind. */
  kinds: z.record(AlarmKind, z.number()),
})
export type AlarmSummary = z.output<typeof AlarmSummary>

const note = z.string().trim().max(200, 'alarm.noteLength').default('')
/** These alarms, or all that match the conditions of the list. */
const AlarmChange = z
  .strictObject({ ids: idsOf<AlarmId>().optional(), filter: AlarmFilter.optional(), note })
  .refine((change) => (change.ids === undefined) !== (change.filter === undefined), 'alarm.nothingChosen')
export type AlarmChange = z.output<typeof AlarmChange>

const listBase = '/alarm/list'

export const alarms = {
  list: pageCall(`${listBase}/list`, { row: Alarm, query: AlarmQuery }),
  one: rowCall(`${listBase}/one`, { row: Alarm, permission: 'alarm/list/list' }),
  /** How many are not resolved. */
  summary: {
    method: 'GET',
    path: `${listBase}/summary`,
    permission: 'alarm/list/list',
    data: AlarmSummary,
  },
  /** Acknowledges these alarms: they send no more messages. Returns how many were open. */
  ack: {
    method: 'POST',
    path: `${listBase}/ack`,
    permission: 'alarm/list/ack',
    body: AlarmChange,
    example: { ids: [1] },
    data: z.object({ count: z.number() }),
    log: OperationType.edit,
  },
  /**
   * Resolves these manually: they reopen only after the condition ended in between. Returns how many were not resolved.
   */
  resolve: {
    method: 'POST',
    path: `${listBase}/resolve`,
    permission: 'alarm/list/resolve',
    body: AlarmChange,
    example: { ids: [1] },
    data: z.object({ count: z.number() }),
    log: OperationType.edit,
  },
  export: exportCall(`${listBase}/export`, { query: AlarmQuery }),
} as const

export const RobotKind = z.enum(['dingtalk', 'wecom', 'feishu', 'webhook'], 'alarm.robotRequired')
export type RobotKind = z.output<typeof RobotKind>

function isWebAddress(address: string) {
  if (address === '') return true
  if (!URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

/** 0 disables the check; other values must be in these bounds. */
const zeroOr = (min: number, max: number, text: string) =>
  z.int(text).refine((value) => value === 0 || (value >= min && value <= max), text)

const RobotDraft = {
  robotKind: RobotKind,
  /** Omitted or empty: the stored one stays. */
  robotAddress: z
    .string()
    .trim()
    .max(1000, 'alarm.addressWrong')
    .refine(isWebAddress, 'alarm.addressWrong')
    .default(''),
  /** Omitted or empty: the stored one stays, unless the address changes. */
  robotKey: z.string().trim().max(500, 'alarm.keyLength').default(''),
  atAll: z.boolean().default(false),
  prefix: z.string().trim().max(50, 'alarm.prefixLength').default(''),
  /** Language of the messages; empty: the site's. */
  language: z.enum(['', 'zhcn', 'zhtw', 'en']).default(''),
}

/** Bounds and defaults (spec §3, alarm settings). */
export const AlarmSettingDraft = z.strictObject({
  ...RobotDraft,
  /** The owner of the devices, hot updates and repositories; by default the caller. */
  userId: UserId.optional(),
  status: z.union([z.literal(0), z.literal(1)]).default(0),
  /** Seconds between two messages about the same alarm. */
  frequency: z
    .int('alarm.frequencyRange')
    .min(30, 'alarm.frequencyRange')
    .max(86_400, 'alarm.frequencyRange'),
  /** Maximum messages per alarm; 0 means unlimited (spec §9). */
  count: z.int('alarm.countRange').min(0, 'alarm.countRange').max(1000, 'alarm.countRange'),
  /** MB of free memory. */
  memory: zeroOr(1, 65_536, 'alarm.memoryRange'),
  /** Seconds. */
  offline: zeroOr(10, 604_800, 'alarm.offlineRange'),
  /** Percent. */
  lowBattery: zeroOr(1, 99, 'alarm.batteryRange'),
  serviceDown: z.boolean(),
  /** A hot update that its runs withdraw or pause. */
  hotStopped: z.boolean().default(true),
  /** Failures of a Git repository in succession. */
  sourceFailures: zeroOr(1, 20, 'alarm.sourceFailuresRange').default(3),
  /** Questions and messages of scripts; they are not alarms, and told once. */
  questions: z.boolean().default(false),
})

export const newAlarmSetting = {
  robotKind: 'dingtalk',
  status: 0,
  atAll: false,
  frequency: 600,
  count: 3,
  prefix: '',
  language: '',
  memory: 200,
  offline: 300,
  lowBattery: 20,
  serviceDown: true,
  hotStopped: true,
  sourceFailures: 3,
  questions: false,
} as const

export const AlarmSetting = z.object({
  id: AlarmSettingId,
  userId: UserId,
  userName: z.string(),
  nickName: z.string(),
  status: z.number(),
  robotKind: RobotKind,
  /** Without its secrets; empty if there is none. */
  robotAddress: z.string(),
  hasKey: z.boolean(),
  atAll: z.boolean(),
  frequency: z.number(),
  count: z.number(),
  prefix: z.string(),
  language: z.string(),
  memory: z.number(),
  offline: z.number(),
  lowBattery: z.number(),
  serviceDown: z.boolean(),
  hotStopped: z.boolean(),
  sourceFailures: z.number(),
  questions: z.boolean(),
  gmtModified: time,
})
export type AlarmSetting = z.output<typeof AlarmSetting>

export const SendFailure = z.enum([
  'noRobot',
  'robotDisabled',
  'badAddress',
  'privateAddress',
  'unreachable',
  'timeout',
  'tooManyRedirects',
  'tooLarge',
  'refused',
])
/** refused: the bot answered without accepting the message. */
export type SendFailure = z.output<typeof SendFailure>

export const TestAnswer = z.object({
  sent: z.boolean(),
  failure: SendFailure.nullable(),
  /** The HTTP status; null without a response. */
  status: z.number().nullable(),
  /** The bot's response verbatim, or details of the failure. */
  answer: z.string(),
})
export type TestAnswer = z.output<typeof TestAnswer>

/** An address contains the bot's token: neither it nor the key is written to the operation log. */
const withoutSecrets = (sent: unknown) => {
  const { robotAddress: _address, robotKey: _key, ...rest } = sent as Record<string, unknown>
  return rest
}

const settingBase = '/alarm/setting'
/** As a program adds it. */
const exampleSetting = {
  ...newAlarmSetting,
  robotAddress: 'https://oapi.dingtalk.com/robot/send?access_token=0123',
}

export const alarmSettings = {
  list: pageCall(`${settingBase}/list`, {
    row: AlarmSetting,
    query: pageQuery({ userName: z.string().max(50).optional(), robotKind: RobotKind.optional() }, [
      'id',
      'gmtModified',
    ]),
  }),
  one: rowCall(`${settingBase}/one`, { row: AlarmSetting, permission: 'alarm/setting/list' }),
  add: {
    method: 'POST',
    path: `${settingBase}/add`,
    permission: 'alarm/setting/add',
    body: AlarmSettingDraft,
    example: exampleSetting,
    data: done,
    log: OperationType.add,
    logged: withoutSecrets,
  },
  edit: {
    method: 'POST',
    path: `${settingBase}/edit`,
    permission: 'alarm/setting/edit',
    body: z.strictObject({ ...AlarmSettingDraft.omit({ userId: true }).shape, id: AlarmSettingId }),
    example: exampleSetting,
    data: done,
    log: OperationType.edit,
    logged: withoutSecrets,
  },
  remove: deviceRemoveCall(`${settingBase}/delete`, { row: AlarmSetting }),
  /** Sends a test message to the bot of the form, or, with the id, with the stored address and key where empty. */
  test: {
    method: 'POST',
    path: `${settingBase}/test`,
    permission: 'alarm/setting/test',
    body: z.strictObject({ ...RobotDraft, id: AlarmSettingId.optional() }),
    data: TestAnswer,
    log: OperationType.other,
    logged: withoutSecrets,
    perMinute: 30,
  },
} as const

export const MessageKind = z.enum(['opened', 'repeated', 'recovered', 'test'])
export type MessageKind = z.output<typeof MessageKind>
/** What is posted to the address of a setting whose robot is a webhook. */
export const AlarmWebhook = z.object({
  event: MessageKind,
  text: z.string(),
  alarmCount: z.int().min(0),
  atAll: z.boolean(),
  time: z.iso.datetime(),
})
export type AlarmWebhook = z.output<typeof AlarmWebhook>
/** The header with the signature of the body, if the setting has a key. */
export const webhookSignatureHeader = 'x-fleetdeck-signature'

export const MessageState = z.enum(['waiting', 'sent', 'failed'])
export type MessageState = z.output<typeof MessageState>

export const AlarmMessage = z.object({
  id: AlarmMessageId,
  userName: z.string(),
  kind: MessageKind,
  text: z.string(),
  alarmCount: z.number(),
  state: MessageState,
  /** The last bot it was sent to; null before the first attempt. */
  robotKind: RobotKind.nullable(),
  /** Without its secrets. */
  robotAddress: z.string(),
  tries: z.number(),
  nextTryAt: time.nullable(),
  failure: SendFailure.nullable(),
  answer: z.string(),
  createdAt: time,
  sentAt: time.nullable(),
})
export type AlarmMessage = z.output<typeof AlarmMessage>

const messageBase = '/alarm/message'
export const alarmMessages = {
  list: pageCall(`${messageBase}/list`, {
    row: AlarmMessage,
    query: pageQuery(
      {
        state: MessageState.optional(),
        kind: MessageKind.optional(),
        tenantId: idParam.brand<'UserId'>().optional(),
        ...periodShape,
      },
      ['id', 'sentAt'],
    ),
  }),
  /** Sends these now: messages that wait for a retry, and those given up. */
  retry: {
    method: 'POST',
    path: `${messageBase}/retry`,
    permission: 'alarm/message/retry',
    body: z.strictObject({ ids: idsOf<AlarmMessageId>() }),
    data: done,
    log: OperationType.other,
  },
} as const
