import { z } from 'zod'
import { type OperationType, Status } from './enums.ts'
import { siteText } from './site-time.ts'

/**
 * Required permission of a call: `public` without a token, `signed-in` with any valid token, else a permission string
 * that one of the caller's roles must have (spec §6).
 */
export type Guard = 'public' | 'signed-in' | (string & {})

/** One HTTP call. The console and the server both use it; neither repeats it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As in the spec, from the first slash on. */
  path: string
  permission: Guard
  /** The parameters `:names` in the path. */
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Fields of an example body that its schema alone does not lead to. */
  example?: object
  /** The `data` of the envelope. */
  data: z.ZodType
  /** Kind of entry in the operation log; calls without it are not logged. */
  log?: OperationType
  /** The part of the request that the operation log stores, if not all of it; secrets by name are always masked. */
  logged?: (sent: unknown) => unknown
  /** Maximum calls per minute of one user, or from one address where nobody is signed in. */
  perMinute?: number
  /** Programs with an access token may make this call although it requires no permission. */
  byToken?: true
  /** Refused with proofRequiredCode unless a person has proven who they are within the last proofMinutes. */
  proof?: true
  /** A question that is too long for an address: it writes nothing and may be repeated. */
  isRead?: true
  /** A GET that changes something although it is not logged. */
  isWrite?: true
  /** The body is multipart/form-data with one file, `file`. */
  upload?: true
  /** Media type of the answer, which comes without the envelope; refusals come in it. */
  media?: string
}

/**
 * Whether a call only shows something. A logged call changes something or takes data out of the console; one that needs
 * a proof gives out secrets or rights.
 */
export const onlyReads = ({ method, log, proof, isRead, isWrite }: Endpoint) =>
  (method === 'GET' || isRead === true) && log === undefined && !proof && !isWrite

export type Contract = Record<string, Endpoint>

/** How long a sign-in, or a password given again, is enough for calls that grant rights or give out secrets. */
export const proofMinutes = 10
/**
 * A write with an effect that its caller may not expect: the message asks, and the same call with
 * `confirmed` makes it (412, Precondition Failed).
 */
export const confirmRequiredCode = 412
/** The answer to such a question in a body; `confirmedParam` in a query, as '1'. */
export const confirmed = z.boolean().default(false)
export const confirmedParam = z
  .literal('1')
  .optional()
  .transform((value) => value === '1')
/** Response header of a refusal: the field that it is about, such as `params.0.name`, percent-encoded. */
export const refusedFieldHeader = 'x-refused-field'

/** The data of a refused script: the script, which may be one that it imports, and the position, from 1. */
export const RefusedPlace = z.object({ script: z.string(), line: z.int(), column: z.int() })
export type RefusedPlace = z.output<typeof RefusedPlace>

/** The code of a call that is refused for lack of it (428, Precondition Required). */
export const proofRequiredCode = 428

/** The code of a change of a row that was changed or removed since it was read (409, Conflict). */
export const changedMeanwhileCode = 409

/** The code of an enrolment that waits for an operator (202, Accepted): the phone asks again every minute. */
export const waitsForApprovalCode = 202

/** The code of an enrolment while another phone is connected with the same identity (410). */
export const identityTakenCode = 410

export type ParamsOf<E> = E extends { params: infer P extends z.ZodType } ? P : z.ZodUndefined
export type QueryOf<E> = E extends { query: infer Q extends z.ZodType } ? Q : z.ZodUndefined
export type BodyOf<E> = E extends { body: infer B extends z.ZodType } ? B : z.ZodUndefined
export type DataOf<E extends Endpoint> = z.output<E['data']>
/** One row of a paged list call. */
export type RowOf<E extends Endpoint> = DataOf<E> extends { list: (infer R)[] } ? R : never

/** The envelope of every response (spec §8). HTTP status is 200 for all of these. */
export interface Envelope<T = unknown> {
  code: number
  msg: string
  data?: T
}

const positiveId = z.int('error.invalidId').positive('error.invalidId')

/**
 * A row's number in a query string. As any number it may come as a text, see docs/api-input.md for all forms that
 * calls accept.
 */
export const idParam = positiveId

const idsText = z
  .string()
  .regex(/^\d{1,10}(,\d{1,10})*$/, 'error.invalidId')
  .transform((text) => text.split(',').map(Number))

/** The wire sends id lists comma-joined or as a JSON array; code only ever sees arrays of 1 to 10,000. */
export const ids = z
  .union([z.array(positiveId), idsText], { error: 'error.invalidId' })
  .pipe(z.array(positiveId).min(1).max(10_000))
/** The same for one kind of row. */
export const idsOf = <Id extends number>() => ids as unknown as z.ZodType<Id[], z.input<typeof ids>>

/** Numbers of devices, comma-joined. */
export const deviceNos = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(','))])
  .pipe(z.array(z.string().min(1).max(64)).min(1).max(10_000))

/** A switch of this API, in a body. */
export const status = z.union([z.literal(Status.on), z.literal(Status.off)])
/** The same as a filter. */
export const statusParam = z.enum(['0', '1']).transform(Number).pipe(status)

/** A point in time: the server returns a Date, the wire carries ISO 8601 in UTC. */
export const time = z
  .union([z.date(), z.string()])
  .transform((value) => (value instanceof Date ? value.toISOString() : value))
  .pipe(z.string())

/** Years of four digits, which ISO 8601 and the database write alike. */
const [first, end] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('+010000-01-01T00:00:00Z')]
const isStorable = (text: string) => Date.parse(text) >= first && Date.parse(text) < end

/**
 * A point in time that a person sets: ISO 8601 with a zone, or `2027-12-31 23:59:59` in the site's time zone; the
 * output is ISO 8601.
 */
export const timeInput = z
  .union([z.iso.datetime({ offset: true, error: 'error.timeFormat' }), siteText], 'error.timeFormat')
  .refine(isStorable, 'error.timeFormat')

/** Filters of a list by days of the site's time zone, both inclusive. */
export const periodShape = {
  beginTime: z.iso.date('error.invalidTime').optional(),
  endTime: z.iso.date('error.invalidTime').optional(),
}

/** Rows that pickers of users and groups load together. */
export const pickerListSize = 100_000

export const pageShape = {
  pageNum: z.int().min(1).default(1),
  pageSize: z.int().min(1).max(10_000).default(20),
  isAsc: z.enum(['asc', 'desc']).optional(),
}

/** Filters and paging of a list call; rows can only be sorted by the named columns. */
export function pageQuery<Filter extends z.ZodRawShape, Sort extends string = never>(
  filter: Filter,
  sort: readonly Sort[] = [],
) {
  const orderByColumn = z.enum(sort as readonly Sort[] as [Sort, ...Sort[]], 'error.unknownSort').optional()
  return z.strictObject({ ...filter, ...pageShape, orderByColumn })
}
export interface PageRequest {
  pageNum: number
  pageSize: number
  orderByColumn?: string | undefined
  isAsc?: 'asc' | 'desc' | undefined
}

export const pageOf = <T extends z.ZodType>(row: T) => z.object({ list: z.array(row), total: z.number() })
/** Response of calls without data. */
export const done = z.null()
