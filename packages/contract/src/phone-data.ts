import { z } from 'zod'
import { longestExpiry } from './caches.ts'
import { RapiEnvelope, requestId } from './phone-api.ts'

/** Scripts of older phones send these as numbers or texts. */
const word = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^[^\0]*$/))
const optionalWord = word.nullish().transform((text) => text || undefined)
const whole = (least: number, most: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,16}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(least).max(most))

const groupName = word.pipe(z.string().trim().min(1).max(100))
const cacheKey = word.pipe(z.string().trim().min(1).max(200))
const named = { groupName, dataKey: optionalWord, dataName: optionalWord }
/** Two keys are accepted for a name. */
const itemName = ({ dataKey, dataName }: { dataKey?: string | undefined; dataName?: string | undefined }) =>
  (dataKey ?? dataName)?.trim().slice(0, 101) || undefined

const mayBeNamed = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject({ ...named, ...shape }).transform((sent) => ({
    ...(sent as z.output<z.ZodObject<typeof named & Shape>>),
    name: itemName(sent as never),
  }))
const mustBeNamed = <Shape extends z.ZodRawShape>(shape: Shape) =>
  mayBeNamed(shape).refine(({ name }) => name !== undefined && name.length <= 100, { path: ['dataName'] })

/** 1 the oldest, 2 the newest, 3 at random. */
const getType = whole(1, 3).default(1)
const size = whole(1, 10_000).default(1)
const singleLine = word.pipe(
  z
    .string()
    .min(1)
    .regex(/^[^\r\n]*$/),
)

/** The decoded bodies of the data calls. */
export const PhoneData = {
  getData: mayBeNamed({}),
  addData: mustBeNamed({ requestId, content: word, dedupe: whole(0, 1).optional() }),
  updateData: mustBeNamed({ requestId, content: word }),
  changeLine: mustBeNamed({ requestId, content: singleLine }),
  removeData: mayBeNamed({ requestId }),
  getDataPop: mayBeNamed({ requestId, getType, size }),
  /** `seconds` until items that are not acknowledged return to the group. */
  leaseData: mayBeNamed({ requestId, getType, size, seconds: whole(1, 604_800) }),
  /** Without ids all items of the lease. */
  endLease: z.looseObject({
    requestId,
    leaseId: z.string().min(1).max(64),
    ids: z
      .array(whole(1, 2 ** 53 - 1).brand<'DataItemId'>())
      .max(10_000)
      .optional(),
  }),
  /** expireTime in seconds; missing, empty, zero or less means never. */
  cacheValue: z.looseObject({
    requestId,
    cacheKey,
    dataType: whole(1, 3).default(1),
    content: z.union([word, z.array(word).max(100_000)]),
    expireTime: z.preprocess(
      (sent) => (sent === '' || sent === null || Number(sent) <= 0 ? undefined : sent),
      whole(1, longestExpiry).optional(),
    ),
  }),
  cacheKey: z.looseObject({ requestId, cacheKey }),
  cacheExpiry: z.looseObject({
    requestId,
    cacheKey,
    expireTime: z.preprocess(
      (sent) => (sent === '' || sent === null || Number(sent) <= 0 ? undefined : sent),
      whole(1, longestExpiry).optional(),
    ),
  }),
  cacheLine: z.looseObject({ requestId, cacheKey, content: singleLine }),
  cacheStep: z.looseObject({ requestId, cacheKey, step: whole(1, 1_000_000_000).default(1) }),
  /** Takes a line from one end and appends it, or `content` instead, to `pushKey`, or to the same key. */
  cachePopPush: z.looseObject({
    requestId,
    cacheKey,
    getType,
    pushKey: cacheKey.optional(),
    content: singleLine.optional(),
  }),
}

const call = <const Path extends string>(path: Path) =>
  ({ method: 'POST', path, permission: 'public', body: RapiEnvelope, data: z.string() }) as const

/**
 * Shared data for phones and their scripts, in the envelope of /rapi. The device token authorizes them, and they see
 * the data of the device's owner. A `result` above 0 is success. A missing group is refused (dataGroupUnknown), except by
 * addData, which creates it, and removeData.
 */
export const phoneData = {
  getData: call('/rapi/getData'),
  addData: call('/rapi/addData'),
  updateData: call('/rapi/updateData'),
  appendOneLineData: call('/rapi/appendOneLineData'),
  removeOneLineData: call('/rapi/removeOneLineData'),
  removeData: call('/rapi/removeData'),
  /** Returns contents, which are removed from the group. */
  getDataPop: call('/rapi/getDataPop'),
  /** {leaseId, items: [{id, name, content}]}; items not acknowledged in time return to the group. */
  leaseData: call('/rapi/leaseData'),
  ackData: call('/rapi/ackData'),
  /** Ends a lease early. */
  returnData: call('/rapi/returnData'),
} as const

/** Temporary caches, in the same way; calls that change a missing key are refused (cacheUnknown). */
export const phoneCaches = {
  /** Result 0 when the key already exists. */
  addCache: call('/rapi/addCache'),
  /** {dataType, content}: a text, or an array of lines; null when there is none. */
  getCache: call('/rapi/getCache'),
  updateCache: call('/rapi/updateCache'),
  updateCacheExpire: call('/rapi/updateCacheExpire'),
  /** Remaining seconds; negative means never, 0 that there is no such key. */
  getCacheExpire: call('/rapi/getCacheExpire'),
  removeCache: call('/rapi/removeCache'),
  appendOneLineCache: call('/rapi/appendOneLineCache'),
  removeOneLineCache: call('/rapi/removeOneLineCache'),
  /** {result}: the new value. A missing key starts at 0. */
  incrementCache: call('/rapi/incrementCache'),
  decrementCache: call('/rapi/decrementCache'),
  /** {content}: the line that was taken, null when there is none. A missing `pushKey` becomes a list. */
  popPushCache: call('/rapi/popPushCache'),
} as const
