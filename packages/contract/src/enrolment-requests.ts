import { z } from 'zod'
import { pageCall } from './calls.ts'
import { done, idsOf, pageQuery, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { EnrolmentRequestId } from './ids.ts'

/** Maximum requests of one device, and of the site; older ones are removed when the phone no longer asks. */
export const maxRequestsOfDevice = 5
export const maxRequests = 20_000
export const requestDays = 7

/** approved: of a phone without a key, until it enrols. */
export const RequestState = z.enum(['waiting', 'rejected', 'approved'])
export type RequestState = z.output<typeof RequestState>

/** The data that a phone sends about itself, and the short form of its key; empty without one. */
const PhoneFacts = z.object({
  brand: z.string(),
  mode: z.string(),
  imei: z.string(),
  osVersion: z.string(),
  ip: z.string(),
  fingerprint: z.string(),
})
export type PhoneFacts = z.output<typeof PhoneFacts>

/** A phone that says it is a known one and cannot prove that it is the same. */
export const EnrolmentRequest = z.object({
  id: EnrolmentRequestId,
  state: RequestState,
  /** The known phone; its number is empty while it is unassigned. */
  deviceNo: z.string(),
  deviceId: z.string(),
  userName: z.string().nullable(),
  online: z.boolean(),
  known: PhoneFacts,
  asking: PhoneFacts,
  /** Whose enrolment key it used; null for the site's. */
  keyOf: z.string().nullable(),
  firstAt: time,
  lastAt: time,
  count: z.number(),
})
export type EnrolmentRequest = z.output<typeof EnrolmentRequest>

const base = '/device/deviceList/enrolmentRequest'
const decision = (path: string) =>
  ({
    method: 'POST',
    path,
    permission: 'device/deviceList/approveEnrolment',
    body: z.strictObject({ ids: idsOf<EnrolmentRequestId>() }),
    data: done,
    log: OperationType.grant,
  }) as const

export const enrolmentRequests = {
  list: pageCall(`${base}/list`, {
    row: EnrolmentRequest,
    query: pageQuery(
      {
        state: RequestState.optional(),
        deviceId: z.string().max(128).optional(),
      },
      ['id', 'lastAt'],
    ),
    permission: 'device/deviceList/listUnAssignedDevice',
  }),
  /** Gives the phone to this key: the token and the key of the known one end. */
  approve: { ...decision(`${base}/approve`), proof: true },
  reject: { ...decision(`${base}/reject`), proof: true },
} as const
