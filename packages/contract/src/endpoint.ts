import { z } from 'zod'
import { type OperationType, Status } from './enums.ts'

/**
 * Who may make a call: `public` without a token, `signed-in` with any valid token,
 * else the permission string that a role of the caller must hold (spec §6).
 */
export type Guard = 'public' | 'signed-in' | (string & {})

/** One HTTP call. The console and the server both read it; neither repeats it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As the spec writes it, from the first slash on. */
  path: string
  permission: Guard
  /** What stands for the `:names` in the path. */
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** What stands under `data` of the envelope. */
  data: z.ZodType
  /** Kind of entry in the operation log; calls without it are not logged. */
  log?: OperationType
  /** What the operation log keeps of the request, where that is not all of it; secrets by name are masked anyway. */
  logged?: (sent: unknown) => unknown
  /** Most calls per minute from one address. */
  perMinute?: number
  /** Programs with an access token may make it although it asks for no permission. */
  byToken?: true
  /** The body is multipart/form-data with one file. */
  upload?: true
}
export type Contract = Record<string, Endpoint>

export type ParamsOf<E> = E extends { params: infer P extends z.ZodType } ? P : z.ZodUndefined
export type QueryOf<E> = E extends { query: infer Q extends z.ZodType } ? Q : z.ZodUndefined
export type BodyOf<E> = E extends { body: infer B extends z.ZodType } ? B : z.ZodUndefined
export type DataOf<E extends Endpoint> = z.output<E['data']>
/** One row of a paged list call. */
export type RowOf<E extends Endpoint> = DataOf<E> extends { list: (infer R)[] } ? R : never

/** The envelope around every answer (spec §8). HTTP status is 200 for all of these. */
export interface Envelope<T = unknown> {
  code: number
  msg: string
  data?: T
}

const positiveId = z.int('error.invalidId').positive('error.invalidId')

/** A row's number in a query string. */
export const idParam = z.coerce.number('error.invalidId').pipe(positiveId)

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

/** A switch of ours, in a body. */
export const status = z.union([z.literal(Status.on), z.literal(Status.off)])
/** The same as a filter. */
export const statusParam = z.coerce.number().pipe(status)

/** A moment: the server hands out a Date, the wire carries ISO 8601 in UTC. */
export const time = z
  .union([z.date(), z.string()])
  .transform((value) => (value instanceof Date ? value.toISOString() : value))
  .pipe(z.string())

/** A moment sent by the console, ISO 8601 with a zone. */
export const timeInput = z.iso.datetime({ offset: true, error: 'error.invalidTime' })

/** Filters of a list by days of the site's time zone, the last one included. */
export const periodShape = {
  beginTime: z.iso.date('error.invalidTime').optional(),
  endTime: z.iso.date('error.invalidTime').optional(),
}

export const pageShape = {
  pageNum: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(10_000).default(20),
  isAsc: z.enum(['asc', 'desc']).optional(),
}

/** Filters and paging of a list call; rows can be sorted by the named columns only. */
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
/** Answer of calls that only succeed or fail. */
export const done = z.null()
