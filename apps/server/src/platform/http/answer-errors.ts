import { RefusedPlace, refusedFieldHeader } from '@fleetdeck/contract/endpoint'
import { errors } from '@fleetdeck/contract/errors'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { AppError } from '../core/app-error.ts'
import { type AwayReason, awayReason } from '../core/database-away.ts'
import { isDiskFull } from '../core/disk-full.ts'
import { holdRefusals } from '../core/hold-refusals.ts'
import { TurnedAway } from '../core/turned-away.ts'
import { StorageFailure } from '../storage/storage-failure.ts'
import { labelOf } from './field-labels.ts'
import { isTextKey, languageFor, refusalText, text } from './language.ts'
import { type Throttled, throttledAs, throttledBy } from './throttled.ts'

interface Issue {
  keyword: string
  instancePath: string
  message?: string
  params?: unknown
}

/** Seconds after which a caller may try again; a restart of the database takes about as long. */
export const retryAfterSeconds = 3

const awayErrors = {
  silent: 'databaseSilent',
  busy: 'databaseBusy',
  readOnly: 'databaseReadOnly',
  full: 'databaseFull',
} as const satisfies Record<AwayReason, keyof typeof errors>

/**
 * Every error becomes an envelope with HTTP status 200 (spec §8); stacks and SQL stay in the log. Only while the server
 * stops, or its database or disk cannot be used, the status is 503, with Retry-After, so that programs in front of the
 * server see it, too.
 * @param onThrottled called for each caller that is refused until later, or has to wait for refusals
 */
export function answerErrors(
  app: FastifyInstance,
  onThrottled: (throttled: Throttled) => void,
  turnedAway = new TurnedAway(),
): void {
  const held = holdRefusals()
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const language = languageFor(request)
    const throttled = throttledBy(error, request)
    if (throttled) {
      onThrottled(throttled)
      reply.header('retry-after', throttled.seconds)
    }
    if (isHeld(error, throttled)) await held()
    if (isTurnedAway(error) && (await turnedAway.isTooFast(request.ip))) {
      onThrottled(throttledAs('turnedAway', request))
      await held()
    }
    const notNow = whyNotNow(error)
    if (notNow) {
      if (notNow !== 'serverStops') request.log.warn({ err: error }, 'a call was answered with "not now"')
      const { code, text: key } = errors[notNow]
      const msg = text(language, key, { seconds: retryAfterSeconds })
      return reply
        .code(503)
        .header('retry-after', retryAfterSeconds)
        .send({ code, msg, data: { retryAfter: retryAfterSeconds } })
    }
    const refusal = toRefusal(error, request, language)
    if (!refusal) request.log.error({ err: error }, 'could not answer a call')
    return sendRefusal(reply, refusal ?? unexpected(language))
  })
  app.setNotFoundHandler(answerNotFound)
}

const atTheDoor: ReadonlySet<keyof typeof errors> = new Set([
  'sessionExpired',
  'forbidden',
  'accessTokenRightMissing',
  'accessTokenNotHere',
  'deviceTokenMissing',
  'deviceTokenWrong',
  'deviceNetworkUnknown',
])
const isTurnedAway = (error: Error) => error instanceof AppError && atTheDoor.has(error.errorName)

/** Refusals of wrong keys have been delayed where they are counted. */
const isHeld = (error: Error, throttled: Throttled | undefined) =>
  throttled
    ? throttled.kind !== 'tooManyGuesses'
    : error instanceof AppError && error.errorName === 'repeatedWrite'

const unexpected = (language: Language): Refusal => ({
  code: errors.unexpected.code,
  msg: text(language, errors.unexpected.text),
})

const maxFieldName = 200

function sendRefusal(reply: FastifyReply, { code, msg, field, place }: Refusal) {
  // It may contain names that the caller chose.
  if (field && field.length <= maxFieldName)
    reply.header(refusedFieldHeader, encodeURIComponent(field.toWellFormed()))
  return reply.code(200).send({ code, msg, ...(place && { data: place }) })
}

export const answerNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  reply.code(200).send({ code: errors.notFound.code, msg: text(languageFor(request), errors.notFound.text) })

/** The name of a refusal that is only temporary. */
function whyNotNow(error: Error): keyof typeof errors | undefined {
  if (error instanceof AppError && error.errorName === 'serverStops') return error.errorName
  if (error instanceof StorageFailure && error.reason === 'away') return 'storageAway'
  if (isDiskFull(error)) return 'diskFull'
  const away = awayReason(error)
  return away && awayErrors[away]
}

const frameworkErrors: Record<string, { name: keyof typeof errors; key?: TextKey }> = {
  FST_ERR_CTP_INVALID_JSON_BODY: { name: 'malformedJson' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { name: 'malformedJson' },
  FST_ERR_CTP_BODY_TOO_LARGE: { name: 'tooLarge' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { name: 'unsupportedMedia' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { name: 'malformedJson' },
}

interface Refusal {
  code: number
  msg: string
  /** The field of the request that is refused, if it is one. */
  field?: string | undefined
  /** Of a refused script. */
  place?: RefusedPlace | undefined
}

function toRefusal(error: FastifyError, request: FastifyRequest, language: Language): Refusal | undefined {
  if (error instanceof AppError)
    return {
      code: error.code,
      msg: refusalText(language, error),
      field: fieldOf(error),
      place: placeOf(error),
    }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issue = error.validation[0] as Issue
    return {
      code: errors.invalidInput.code,
      msg: issueText(issue, request, language),
      field: issue.keyword === 'unrecognized_keys' ? undefined : pathOf(issue),
    }
  }
  const tooLarge =
    isOutOfRange(error) &&
    largeNumberIn({ ...Object(request.params), ...Object(request.query), ...Object(request.body) })
  if (tooLarge)
    return {
      code: errors.invalidInput.code,
      msg: text(language, errors.invalidInput.text, { field: fieldText(tooLarge, request, language) }),
      field: tooLarge,
    }
  const known = frameworkErrors[error.code]
  if (known) return { code: errors[known.name].code, msg: text(language, errors[known.name].text) }
  // The parser refuses a body that contains __proto__ with a plain SyntaxError.
  if (error.statusCode === 400) return { code: -1, msg: text(language, errors.malformedJson.text) }
  return undefined
}

const fieldOf = ({ errorName }: AppError): string | undefined => {
  const known = errors[errorName]
  return 'field' in known ? known.field : undefined
}

const placeOf = ({ values }: AppError): RefusedPlace | undefined => RefusedPlace.safeParse(values).data

/** A number of the request that its column cannot store. */
const isOutOfRange = ({ cause }: Error) => (cause as { code?: unknown } | undefined)?.code === '22003'
const mostInColumn = 2 ** 31 - 1

/** The path to the first number that is larger than usual columns store. */
function largeNumberIn(content: unknown): string | undefined {
  if (typeof content !== 'object' || content === null) return undefined
  for (const [name, inner] of Object.entries(content)) {
    if (Math.abs(Number(inner)) > mostInColumn) return name
    const place = largeNumberIn(inner)
    if (place) return `${name}.${place}`
  }
  return undefined
}

/** `/params/0/name` → `params.0.name` */
const pathOf = ({ instancePath }: Issue) => instancePath.slice(1).replaceAll('/', '.')

/** Phones and other programs read the names that they send; people read those of the forms. */
const isForProgram = ({ url }: FastifyRequest) => /^\/(rapi|openapi)\//.test(url)

const fieldText = (path: string, request: FastifyRequest, language: Language) => {
  const label = isForProgram(request) ? undefined : labelOf(path)
  return label ? text(language, label) : path
}

function issueText(issue: Issue, request: FastifyRequest, language: Language): string {
  const params = (issue.params ?? {}) as { keys?: string[] }
  if (issue.keyword === 'unrecognized_keys')
    return text(language, 'error.unknownField', { field: params.keys?.join(', ') ?? '' })
  const path = pathOf(issue)
  const field = fieldText(path, request, language)
  const key = issue.message ?? ''
  if (isTextKey(key) && !(path === '' && key === errors.invalidInput.text))
    return text(language, key, { field })
  if (path === '') return text(language, 'error.invalidRequest')
  const missing = issue.keyword === 'invalid_type' && /received undefined/.test(key)
  return text(language, missing ? 'error.missingField' : errors.invalidInput.text, { field })
}
