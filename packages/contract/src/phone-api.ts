import { z } from 'zod'

/**
 * POST /rapi/enroll: a phone makes itself known once with an enrolment key (the site's, or a user's communication key).
 * It stands under unassigned devices until an operator gives it a number, an owner and a group.
 * Enrolling again with the same deviceId gives a new token and ends the old one.
 */
export const EnrollRequest = z.object({
  key: z.string().min(1).max(200),
  /** The phone's own identity, stable over re-installs. */
  deviceId: z
    .string()
    .min(1)
    .max(128)
    .regex(/^[\x21-\x7e]+$/, 'phone.deviceIdFormat'),
  /** Binds the phone to a number that was prepared for it. */
  deviceNo: z.string().max(32).optional(),
  brand: z.string().max(64).default(''),
  model: z.string().max(64).default(''),
  imei: z.string().max(64).default(''),
  osVersion: z.string().max(40).default(''),
  apkVersion: z.string().max(40).default(''),
})
export type EnrollRequest = z.input<typeof EnrollRequest>

/** The token is shown this once and stored hashed. */
export const EnrollAnswer = z.object({ token: z.string(), deviceNo: z.string() })
export type EnrollAnswer = z.infer<typeof EnrollAnswer>

export const enrollPath = '/rapi/enroll'
export const heartbeatPath = '/rapi/heartbeat'
export const deviceSocketPath = '/rapi/ws/device'

/** The original's envelope around /rapi bodies: data is base64 of a JSON object, line breaks allowed. */
export const RapiEnvelope = z.object({
  deviceNo: z.string().max(64).optional(),
  data: z.string().max(2_000_000),
})
