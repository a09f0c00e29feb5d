import { z } from 'zod'
import { pageCall } from './calls.ts'
import { done, idParam, idsOf, pageQuery, time, timeInput } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { EnrolmentCodeId, UserId } from './ids.ts'

/** How long a code lasts unless its end is given, and at most. */
export const defaultCodeDays = 7
export const maxCodeDays = 366
export const maxCodeUses = 10_000
/** Usable codes of one creator. */
export const maxCodes = 500

/** revoked: also a code whose creator, owner or group is deleted, or disabled. */
export const CodeState = z.enum(['usable', 'usedUp', 'expired', 'revoked'])
export type CodeState = z.output<typeof CodeState>

/** Whose the phones become that enrol with a code. */
export const CodeTarget = z.enum(['site', 'user', 'group'])
export type CodeTarget = z.output<typeof CodeTarget>

export const EnrolmentCode = z.object({
  id: EnrolmentCodeId,
  codeName: z.string(),
  target: CodeTarget,
  /** The owner; null for the site. */
  tenantId: UserId.nullable(),
  userName: z.string().nullable(),
  groupName: z.string().nullable(),
  numberPrefix: z.string().nullable(),
  creatorName: z.string(),
  state: CodeState,
  used: z.number(),
  maxUses: z.number(),
  createdAt: time,
  expiresAt: time,
  revokedAt: time.nullable(),
})
export type EnrolmentCode = z.output<typeof EnrolmentCode>

export const EnrolmentCodeDraft = z
  .strictObject({
    codeName: z.string().trim().min(1, 'enrolmentCode.nameRequired').max(50, 'enrolmentCode.nameLength'),
    target: CodeTarget,
    /** For a user; omitted: the caller. */
    tenantId: UserId.optional(),
    /** Phones become devices of this group, and of its owner. */
    groupId: z.int('device.groupRequired').positive('device.groupRequired').brand<'GroupId'>().optional(),
    /** Their numbers are the prefix and a counter. */
    numberPrefix: z
      .string()
      .trim()
      .min(1, 'enrolmentCode.prefixRequired')
      .max(20, 'enrolmentCode.prefixFormat')
      .regex(/^[A-Za-z0-9]+$/, 'enrolmentCode.prefixFormat')
      .optional(),
    maxUses: z
      .int('enrolmentCode.usesWrong')
      .min(1, 'enrolmentCode.usesWrong')
      .max(maxCodeUses, 'enrolmentCode.usesWrong')
      .default(1),
    /** Omitted: in defaultCodeDays. */
    expiresAt: timeInput.optional(),
  })
  .superRefine(({ target, groupId, numberPrefix }, context) => {
    if (target !== 'group') return
    const missing = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (groupId === undefined) missing('groupId', 'device.groupRequired')
    if (numberPrefix === undefined) missing('numberPrefix', 'enrolmentCode.prefixRequired')
  })

/** A phone that enrolled with the code. */
export const CodeUse = z.object({
  id: z.number(),
  /** Its present number; empty while it is unassigned, and when the device was removed. */
  deviceNo: z.string(),
  /** The phone's own identity. */
  deviceId: z.string(),
  ip: z.string(),
  usedAt: time,
})
export type CodeUse = z.output<typeof CodeUse>

const base = '/device/enrolmentCode'
const listPermission = 'device/enrolmentCode/list'

export const enrolmentCodes = {
  list: pageCall(`${base}/list`, {
    row: EnrolmentCode,
    query: pageQuery(
      {
        codeName: z.string().max(50).optional(),
        state: CodeState.optional(),
        tenantId: idParam.brand<'UserId'>().optional(),
      },
      ['id', 'codeName', 'userName', 'used', 'createdAt', 'expiresAt'],
    ),
  }),
  /** Newest first. */
  uses: pageCall(`${base}/uses`, {
    row: CodeUse,
    query: pageQuery({ id: idParam.brand<'EnrolmentCodeId'>() }),
    permission: listPermission,
  }),
  /** Returns the code only here, with the server's public address; empty: the address of the console is used. */
  add: {
    method: 'POST',
    path: `${base}/add`,
    permission: 'device/enrolmentCode/add',
    body: EnrolmentCodeDraft,
    data: z.object({ id: EnrolmentCodeId, code: z.string(), address: z.string() }),
    proof: true,
    log: OperationType.grant,
  },
  /** Phones that have enrolled stay. */
  revoke: {
    method: 'POST',
    path: `${base}/revoke`,
    permission: 'device/enrolmentCode/revoke',
    body: z.strictObject({ ids: idsOf<EnrolmentCodeId>() }),
    data: done,
    log: OperationType.remove,
  },
} as const
