import { z } from 'zod'
import { pageCall } from './calls.ts'
import { deviceNo } from './devices.ts'
import { done, idsOf, pageQuery, time, timeInput } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { DeviceId, FormerAdmissionId, FormerPhoneId } from './ids.ts'
import { isNetwork } from './networks.ts'

/** Maximum numbers on record that have not been admitted; those that no longer call are removed after some days. */
export const maxWaitingNumbers = 20_000
export const waitingDays = 7
/** Admissions that are open at the same time, and how long one lasts at most. */
export const maxOpenAdmissions = 100
export const maxAdmissionDays = 30
/** Lines of one list. */
export const maxListedNumbers = 10_000

/**
 * expected: on an open list, it has not called yet. admitted: its number is enough. bound: it has called with its key,
 * and its number is no longer enough. replaced: the device has an agent of this system now.
 */
export const FormerState = z.enum(['expected', 'waiting', 'admitted', 'bound', 'replaced', 'rejected'])
export type FormerState = z.output<typeof FormerState>

/** What a phone says about itself; empty texts for what it did not say. */
export const FormerFacts = z.object({
  brand: z.string(),
  model: z.string(),
  imei: z.string(),
  androidId: z.string(),
  osVersion: z.string(),
  apkVersion: z.string(),
  ecVersion: z.string(),
})
export type FormerFacts = z.output<typeof FormerFacts>

/** Another phone that calls with the same number; it is refused. */
export const Rival = FormerFacts.extend({ ip: z.string(), lastAt: time })
export type Rival = z.output<typeof Rival>

/** A phone of the former system, which calls with its number alone. */
export const FormerPhone = z.object({
  id: FormerPhoneId,
  /** The number with which it calls. */
  deviceNo: z.string(),
  state: FormerState,
  said: FormerFacts,
  /** Where the last call came from; empty before the first. */
  ip: z.string(),
  /** The device that it is, or would become; null for a number that is no device yet. */
  deviceId: DeviceId.nullable(),
  /** The present number of that device. */
  deviceNoNow: z.string(),
  userName: z.string().nullable(),
  groupName: z.string().nullable(),
  online: z.boolean(),
  /** Whether a key was made that it has not called with yet. */
  hasNewKey: z.boolean(),
  rival: Rival.nullable(),
  firstAt: time,
  /** Null before the first call. */
  lastAt: time.nullable(),
  count: z.number(),
})
export type FormerPhone = z.output<typeof FormerPhone>

export const AdmissionKind = z.enum(['list', 'network'])
export type AdmissionKind = z.output<typeof AdmissionKind>

/** A list of numbers, or a network, whose phones are admitted when they call, until its end. */
export const FormerAdmission = z.object({
  id: FormerAdmissionId,
  kind: AdmissionKind,
  /** Such as 10.1.0.0/16; empty for a list. */
  network: z.string(),
  groupName: z.string().nullable(),
  userName: z.string().nullable(),
  creatorName: z.string(),
  isOpen: z.boolean(),
  /** Phones that it has admitted, and those on its list that have not called. */
  admitted: z.number(),
  expected: z.number(),
  createdAt: time,
  endsAt: time,
})
export type FormerAdmission = z.output<typeof FormerAdmission>

const groupId = z.int('device.groupRequired').positive('device.groupRequired').brand<'GroupId'>()

export const FormerAdmissionDraft = z
  .strictObject({
    kind: AdmissionKind,
    network: z.string().trim().max(64).refine(isNetwork, 'formerPhone.networkWrong').optional(),
    /** One number per line. */
    numbers: z.string().max(400_000).optional(),
    /** Numbers that are no device yet become devices of this group, and of its owner. */
    groupId: groupId.optional(),
    endsAt: timeInput,
  })
  .superRefine(({ kind, network: given, numbers }, context) => {
    const missing = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (kind === 'network' && given === undefined) missing('network', 'formerPhone.networkWrong')
    if (kind === 'list' && !numbers?.trim()) missing('numbers', 'formerPhone.numbersRequired')
  })

/** A number that was not admitted, and why. */
export const RefusedNumber = z.object({ deviceNo: z.string(), reason: z.string() })
export type RefusedNumber = z.output<typeof RefusedNumber>
export const Admitted = z.object({ admitted: z.number(), refused: z.array(RefusedNumber) })
export type Admitted = z.output<typeof Admitted>

const base = '/device/formerSystem'
const admitting = 'device/formerSystem/admit'
const reading = 'device/formerSystem/list'
const ids = idsOf<FormerPhoneId>()
const decision = (path: string) =>
  ({
    method: 'POST',
    path: `${base}/${path}`,
    permission: admitting,
    body: z.strictObject({ ids }),
    data: done,
    log: OperationType.grant,
  }) as const

export const formerPhones = {
  list: pageCall(`${base}/list`, {
    row: FormerPhone,
    query: pageQuery(
      {
        deviceNo: z.string().max(64).optional(),
        state: FormerState.optional(),
        ip: z.string().max(64).optional(),
        /** Whether another phone uses the number, too. */
        hasRival: z.enum(['true', 'false']).optional(),
      },
      ['id', 'deviceNo', 'firstAt', 'lastAt', 'count'],
    ),
  }),
  /** Whether and from where the site takes calls by number, and how many wait. */
  site: {
    method: 'GET',
    path: `${base}/site`,
    permission: reading,
    data: z.object({
      isOn: z.boolean(),
      /** Separated by commas. */
      networks: z.string(),
      /** The address of the server that phones call. */
      address: z.string(),
      waiting: z.number(),
    }),
  },
  /** Numbers that are no device yet become devices of the group; what cannot be admitted keeps waiting. */
  admit: {
    ...decision('admit'),
    body: z.strictObject({
      ids,
      groupId: groupId.optional(),
      /** For one phone: the number of the device that it becomes, if not its own. */
      deviceNo: deviceNo.optional(),
    }),
    data: Admitted,
    proof: true,
  },
  reject: { ...decision('reject'), proof: true },
  /** Forgets numbers: an admitted one has to be admitted again. */
  forget: { ...decision('forget'), proof: true },
  /** The other phone that calls with the number takes the place of the admitted one. */
  acceptRival: { ...decision('acceptRival'), proof: true },
  /**
   * A key for each phone, as an address to be entered on it in place of the server's. Shown once. From its first call
   * with it, the number alone is refused.
   */
  giveKeys: {
    ...decision('giveKeys'),
    permission: 'device/formerSystem/giveKeys',
    data: z.object({ keys: z.array(z.object({ deviceNo: z.string(), address: z.string() })) }),
    proof: true,
  },
  /** The number alone is enough again. */
  takeKeys: { ...decision('takeKeys'), permission: 'device/formerSystem/giveKeys', proof: true },
  admissions: pageCall(`${base}/admissions`, {
    row: FormerAdmission,
    query: pageQuery({ kind: AdmissionKind.optional() }, ['id', 'endsAt']),
    permission: reading,
  }),
  /** Phones that wait already are admitted at once. */
  addAdmission: {
    method: 'POST',
    path: `${base}/addAdmission`,
    permission: admitting,
    body: FormerAdmissionDraft,
    example: { numbers: 'A0001' },
    data: Admitted.extend({ expected: z.number() }),
    log: OperationType.grant,
    proof: true,
  },
  /** Admits no more phones; those that it has admitted stay. */
  endAdmission: {
    method: 'POST',
    path: `${base}/endAdmission`,
    permission: admitting,
    body: z.strictObject({ ids: idsOf<FormerAdmissionId>() }),
    data: done,
    log: OperationType.grant,
  },
} as const
