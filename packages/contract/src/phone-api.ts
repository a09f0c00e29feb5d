import { z } from 'zod'
import { Heartbeat } from './phone-socket.ts'

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

/** Older phones write flags as numbers and numbers as texts. */
const flag = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === undefined ? value : String(value)), schema)
const amount = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => {
    if (value === '') return undefined
    return typeof value === 'string' ? Number(value) : value
  }, schema)

const { shape } = Heartbeat
/** The decoded body of POST /rapi/heartbeat: the fallback of phones that cannot keep a socket. */
export const RapiHeartbeat = z
  .looseObject({
    serviceOk: flag(shape.serviceOk),
    isCharging: flag(shape.isCharging),
    battery: amount(shape.battery),
    batteryTemp: amount(shape.batteryTemp),
    brightness: amount(shape.brightness),
    sdCardSpace: amount(shape.sdCardSpace),
    sdCardLeftSpace: amount(shape.sdCardLeftSpace),
    totalMemory: amount(shape.totalMemory),
    availMemory: amount(shape.availMemory),
  })
  .transform((values) => ({ ...values, action: 'heartbeat' as const }))
  .pipe(Heartbeat)

/** The decoded body of POST /rapi/httpCmdLog. */
export const RapiCommandLine = z.looseObject({
  cmdSubId: z.union([z.string(), z.number()]),
  msg: z.string().max(8000).default(''),
})

/** The file of a command that is under way. The run's id is known to the server and its phone alone. */
export const commandFile = {
  method: 'GET',
  path: '/rapi/commandFile/:cmdSubId/:fileName/:name',
  permission: 'public',
  params: z.strictObject({
    cmdSubId: z.string().max(64),
    fileName: z.string().max(100),
    name: z.string().max(200),
  }),
  data: z.unknown(),
} as const

/**
 * What a command asked the phone for (pull, shot): multipart/form-data with one field `file`, before its end is told.
 * The run's id is known to the server and its phone alone.
 */
export const commandUpload = {
  method: 'POST',
  path: '/rapi/commandFile/:cmdSubId',
  permission: 'public',
  params: z.strictObject({ cmdSubId: z.string().max(64) }),
  upload: true,
  data: z.null(),
} as const

/** The file of a script, for phones that were told its name; the device token is the guard. Ranges are answered. */
export const scriptFile = {
  method: 'GET',
  path: '/rapi/scriptFile/:fileName/:name',
  permission: 'public',
  params: z.strictObject({ fileName: z.string().max(100), name: z.string().max(300) }),
  data: z.unknown(),
} as const

/** Where a phone finds a script's file: without a host, which means the server that it is connected to. */
export const scriptFileUrl = ({ fileName, originalName }: { fileName: string; originalName: string }) =>
  scriptFile.path
    .replace(':fileName', fileName)
    .replace(':name', encodeURIComponent(originalName || 'script.js'))

/** The decoded body of POST /rapi/reportExc. */
export const RapiException = z.looseObject({
  scriptName: z.string().max(200).default(''),
  /** Message and stack. */
  content: z.string().max(20_000),
  apkVersion: z
    .union([z.string().max(40), z.number()])
    .default('')
    .transform(String),
  scriptVersion: z
    .union([z.string().max(40), z.number()])
    .default('')
    .transform(String),
  runId: z.string().max(64).optional(),
})

/** Calls of phones: the enrolment key or the header `Authorization: Bearer <device token>` is their guard. */
export const phoneApi = {
  enroll: {
    method: 'POST',
    path: enrollPath,
    permission: 'public',
    body: EnrollRequest,
    data: EnrollAnswer,
  },
  heartbeat: {
    method: 'POST',
    path: heartbeatPath,
    permission: 'public',
    body: RapiEnvelope,
    /** base64 of a JSON object: {"action":"resp"}, a command or a task. */
    data: z.string(),
  },
  /** A line about a command, from phones without a socket. */
  httpCmdLog: {
    method: 'POST',
    path: '/rapi/httpCmdLog',
    permission: 'public',
    body: RapiEnvelope,
    data: z.string(),
  },
} as const

/** A script's exceptions, in the same envelope. */
export const phoneExceptions = {
  reportExc: {
    method: 'POST',
    path: '/rapi/reportExc',
    permission: 'public',
    body: RapiEnvelope,
    data: z.string(),
  },
} as const

/** Versions that a phone is to have of its scripts, and what it has, in the same envelope. */
export const phoneHotScripts = {
  hotScripts: {
    method: 'POST',
    path: '/rapi/hotScripts',
    permission: 'public',
    body: RapiEnvelope,
    data: z.string(),
  },
  hotState: {
    method: 'POST',
    path: '/rapi/hotState',
    permission: 'public',
    body: RapiEnvelope,
    data: z.string(),
  },
} as const
