import { z } from 'zod'
import { PhoneOrigin } from './phone-origin.ts'
import { EnrolmentProof, PublicKey } from './phone-proof.ts'
import { type PhoneRefusal, refusalOf } from './phone-refusal.ts'
import { Heartbeat, OrderId, PhoneOrder, PhoneReport } from './phone-socket.ts'
import { ScriptEvidence } from './script-evidence.ts'
import { EndorsedAuthor } from './script-signature.ts'
import { reportText, storable } from './storable-text.ts'

/**
 * With the value 1 on requests of files: the phone follows redirects to other addresses, without its token. Else the
 * server sends every file itself.
 */
export const followsRedirectsHeader = 'x-follows-redirects'

/** The phone's own identity, stable over re-installs. */
const phoneIdentity = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[\x21-\x7e]+$/, 'phone.deviceIdFormat')

/**
 * POST /rapi/enroll: a phone registers once with an enrolment code, or an enrolment key (the site's or a user's).
 * The code of a group assigns a number, the owner and the group. Other phones are listed under unassigned devices until
 * an operator does. A known phone that proves its stored key, or has its present token in the header Authorization,
 * gets a new token, which ends the old one. Any other one with its deviceId waits for an operator's approval.
 */
export const EnrollRequest = z.object({
  /** A code, or a key. */
  key: z.string().min(1).max(200),
  deviceId: phoneIdentity,
  /** Missing for agents without a key pair. */
  proof: EnrolmentProof.optional(),
  /** Binds the phone to a number that was prepared for it. */
  deviceNo: z.string().max(32).optional(),
  brand: reportText(64).default(''),
  model: reportText(64).default(''),
  imei: reportText(64).default(''),
  osVersion: reportText(40).default(''),
  apkVersion: reportText(40).default(''),
  origin: PhoneOrigin.optional().catch(undefined),
})
export type EnrollRequest = z.input<typeof EnrollRequest>

/** The token is only returned here and stored hashed. */
export const EnrollAnswer = z.object({
  token: z.string(),
  deviceNo: z.string(),
  /** The public key with which the installation signs scripts, to be pinned. */
  signer: PublicKey.optional().catch(undefined),
  /** As in `registered`. */
  authors: z.array(EndorsedAuthor).optional().catch(undefined),
})
export type EnrollAnswer = z.infer<typeof EnrollAnswer>

export const enrollPath = '/rapi/enroll'
export const challengePath = '/rapi/enroll/challenge'
export const heartbeatPath = '/rapi/heartbeat'
export const deviceSocketPath = '/rapi/ws/device'

/** The original's envelope around /rapi bodies: data is base64 of a JSON object, line breaks allowed. */
export const RapiEnvelope = z.object({
  deviceNo: reportText(64).optional(),
  data: z.string().max(2_000_000),
})

/** The same for all repetitions of a call, which is then done once; missing from phones that do not repeat calls. */
export const requestId = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((id) => String(id ?? '') || undefined)
  .pipe(z.string().max(64).refine(storable).optional())

/** Older phones send numbers as texts, and texts and flags as numbers; null and an empty number are not given. */
const toText = (value: unknown) => (typeof value === 'number' ? String(value) : value)
const toAmount = (value: unknown) => (typeof value === 'string' ? Number(value) : value)

/** Reports of one heartbeat; a phone with more sends them with the next ones. */
export const maxReports = 100

/** Valid reports, and why the first other one is ignored. */
function readReports(sent: unknown[]): { valid: PhoneReport[]; refusal?: PhoneRefusal } {
  const read = sent.map((report) => PhoneReport.safeParse(report).data)
  const valid = read.filter((report) => report !== undefined)
  const wrong = read.indexOf(undefined)
  return wrong < 0 ? { valid } : { valid, refusal: refusalOf(PhoneReport, sent[wrong], ['reports', wrong]) }
}

/** What a heartbeat carries besides the phone's values, as its socket would. */
const HttpHeartbeat = Heartbeat.extend({
  /** The number that the phone knows; another one is answered by `assigned`. */
  deviceNo: reportText(64).optional(),
  /** Of a phone of the former system; it tells two phones with one number apart. */
  androidId: reportText(128).optional(),
  /** As in `register`; with it, work that the phone lost is known to be lost, not done. */
  heldIds: z.array(OrderId).max(500).optional(),
  /** As in `register`. */
  settingsRevision: z.string().max(64).refine(storable).optional(),
  /** Whether the echoed run is paused. */
  paused: z.boolean().optional(),
  /** In the order in which they happened; invalid ones are ignored, and the first is answered by `refused`. */
  reports: z.array(z.unknown()).max(maxReports).default([]).transform(readReports),
})
export type HttpHeartbeat = z.output<typeof HttpHeartbeat>

const amounts = new Set([
  'battery',
  'batteryTemp',
  'brightness',
  'sdCardSpace',
  'sdCardLeftSpace',
  'totalMemory',
  'availMemory',
  'reportTime',
])
const flags = new Set(['serviceOk', 'isCharging'])
const isGiven = ([name, value]: [string, unknown]) =>
  value !== null && !(value === '' && (amounts.has(name) || flags.has(name)))

/** The decoded body of POST /rapi/heartbeat: the fallback for phones without a persistent socket. */
export const RapiHeartbeat = z
  .looseObject({})
  .transform(({ createTimestamp, ...values }) => {
    const given = Object.entries({ reportTime: createTimestamp, ...values }).filter(isGiven)
    const read = given.map(([name, value]) => [name, amounts.has(name) ? toAmount(value) : toText(value)])
    return { action: 'heartbeat', ...Object.fromEntries(read) }
  })
  .pipe(HttpHeartbeat)

/** Somebody opened the phone's screen, which needs its socket, or its log, which needs the socket or log reports. */
const Connect = z.object({ action: z.literal('connect'), purpose: z.enum(['screen', 'log']) })

/** An order for a phone without a socket. */
export const HttpOrder = z.union([PhoneOrder, Connect])
export type HttpOrder = z.output<typeof HttpOrder>

/** The decoded answer: its `action` is that of the first order, or `resp` without one. */
export const HttpAnswer = z.looseObject({ action: z.string(), orders: z.array(HttpOrder).optional() })
export type HttpAnswer = z.output<typeof HttpAnswer>

/** The decoded body of POST /rapi/httpCmdLog. */
export const RapiCommandLine = z.looseObject({
  cmdSubId: OrderId,
  msg: reportText(8000).default(''),
})

/** The file of a command in progress, for its phone; authorized as `scriptFile` is. */
export const commandFile = {
  method: 'GET',
  path: '/rapi/commandFile/:cmdSubId/:fileName/:name',
  permission: 'public',
  params: z.strictObject({
    cmdSubId: z.string().max(64),
    fileName: z.string().max(100),
    name: z.string().max(200),
  }),
  media: 'application/octet-stream',
  data: z.unknown(),
} as const

/**
 * A file requested by a command (pull, shot): multipart/form-data with one field `file`, sent before the command's end
 * is reported; authorized as `scriptFile` is.
 */
export const commandUpload = {
  method: 'POST',
  path: '/rapi/commandFile/:cmdSubId',
  permission: 'public',
  params: z.strictObject({ cmdSubId: z.string().max(64) }),
  upload: true,
  data: z.null(),
} as const

/**
 * The file of a script, for phones that may run it; authorized by the device token, or by the link itself, which the
 * answer to a heartbeat over HTTP contains. Ranges are supported.
 */
export const scriptFile = {
  method: 'GET',
  path: '/rapi/scriptFile/:fileName/:name',
  permission: 'public',
  params: z.strictObject({ fileName: z.string().max(100), name: z.string().max(300) }),
  /** Of a link that needs no token: what it is for, its end in ms since 1970, and the server's signature. */
  query: z.object({
    for: z.string().max(100).optional(),
    until: z.string().max(20).optional(),
    signature: z.string().max(100).optional(),
  }),
  media: 'application/octet-stream',
  data: z.unknown(),
} as const

/** The address of a script's file for phones: without a host, which means the server that the phone is connected to. */
export const scriptFileUrl = ({ fileName, originalName }: { fileName: string; originalName: string }) =>
  scriptFile.path
    .replace(':fileName', fileName)
    .replace(':name', encodeURIComponent(originalName || 'script.js'))

/** The decoded body of POST /rapi/reportExc. */
export const RapiException = z.looseObject({
  scriptName: reportText(200).default(''),
  /** Message and stack. */
  content: reportText(20_000),
  apkVersion: z
    .union([reportText(40), z.number()])
    .default('')
    .transform(String),
  scriptVersion: z
    .union([reportText(40), z.number()])
    .default('')
    .transform(String),
  /** The phone's Android version; without it, that of its last heartbeat. */
  osVersion: reportText(40).optional(),
  /** The console's id of the script, and the MD5 of the file that ran, in hex. */
  scriptId: z.int32().positive().optional().catch(undefined),
  scriptMd5: reportText(32).optional().catch(undefined),
  runId: reportText(64).optional(),
  /** The phone at that moment; an unusable one is ignored. */
  evidence: ScriptEvidence.optional().catch(undefined),
  /** When it was thrown, by the site's clock, up to 7 days ago; without it, the time of arrival. */
  at: z.number().optional(),
  /** The same for all repetitions of the report. */
  requestId,
})

/** Calls of phones, authorized by the enrolment key or code, or the header `Authorization: Bearer <device token>`. */
export const phoneApi = {
  enroll: {
    method: 'POST',
    path: enrollPath,
    permission: 'public',
    body: EnrollRequest,
    data: EnrollAnswer,
  },
  /** A nonce for the proof of one enrolment. */
  challenge: {
    method: 'POST',
    path: challengePath,
    permission: 'public',
    body: EnrollRequest.pick({ key: true, deviceId: true }),
    data: z.object({ nonce: z.string() }),
  },
  heartbeat: {
    method: 'POST',
    path: heartbeatPath,
    permission: 'public',
    body: RapiEnvelope,
    /**
     * base64 of a JSON object, HttpAnswer: the first order for the phone, with the others in `orders`.
     */
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

/** A script's errors, in the same envelope. */
export const phoneExceptions = {
  reportExc: {
    method: 'POST',
    path: '/rapi/reportExc',
    permission: 'public',
    body: RapiEnvelope,
    data: z.string(),
  },
} as const

/** Versions assigned to a phone's scripts, and those it has, in the same envelope. */
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
