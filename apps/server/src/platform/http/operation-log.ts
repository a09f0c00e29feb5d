import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { Status } from '@fleetdeck/contract/enums'
import type { UserId } from '@fleetdeck/contract/ids'
import { toStorable } from '@fleetdeck/contract/storable-text'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actorOf } from '../core/caller.ts'
import { siteNow } from '../core/site-clock.ts'
import '../files/parts.ts'
import { describeFiles, fileText } from './describe-files.ts'

export interface OperationEntry {
  operUrl: string
  businessType: number
  requestMethod: string
  userId: UserId | null
  operName: string
  tokenName: string
  operIp: string
  operParam: string
  jsonResult: string
  status: Status
  errorMsg: string
  /** Milliseconds. */
  costTime: number
  operTime: Date
}

declare module 'fastify' {
  interface FastifyRequest {
    answer: { code: number; msg: string } | undefined
    /** Whom or what the call is about, where it only names ids. */
    subjects: string[] | undefined
  }
}

const textLimit = 2000
const mostNames = 20
const secretField = /pass|pwd|token|secret|key$|verifycode|^code$|authorization/i
/** Not secrets, although their names contain "key". */
const plainField = /^(configKey|roleKey|dictKey)$/

/** A number under `code` is a response code. */
const isSecret = (field: string, content: unknown) =>
  secretField.test(field) &&
  !plainField.test(field) &&
  content !== '' &&
  content !== null &&
  !(field === 'code' && typeof content === 'number')

/** Such as the parameters of scripts, whose names are data. */
const isNamedValue = (content: unknown): content is { key: string; value: unknown } =>
  typeof content === 'object' &&
  content !== null &&
  'key' in content &&
  typeof content.key === 'string' &&
  'value' in content

/**
 * Writes an entry for every call whose endpoint declares `log`, after its response has been sent, or its caller has
 * disconnected.
 */
export function logOperations(app: FastifyInstance, record: (entry: OperationEntry) => void): void {
  app.decorateRequest('answer')
  app.decorateRequest('subjects')
  app.decorateRequest('receivedFiles')
  app.addHook('preSerialization', async (request, _reply, payload) => {
    if (typeof payload === 'object' && payload && 'code' in payload)
      request.answer = payload as { code: number; msg: string }
    return payload
  })
  app.addHook('onSend', async (request, reply) => {
    const endpoint = request.routeOptions.config.endpoint
    if (endpoint?.log === undefined || !request.caller) return
    const write = () => {
      try {
        record(toEntry(request, endpoint, reply.elapsedTime))
      } catch (error) {
        request.log.error({ err: error }, 'could not log an operation')
      }
    }
    if (reply.raw.destroyed) write()
    else reply.raw.once('close', write)
  })
}

function toEntry(request: FastifyRequest, endpoint: Endpoint, elapsed: number): OperationEntry {
  const actor = request.caller && actorOf(request.caller)
  const failed = request.answer !== undefined && request.answer.code !== 0
  return {
    operUrl: endpoint.path,
    businessType: endpoint.log ?? 0,
    requestMethod: endpoint.method,
    userId: actor?.userId ?? null,
    operName: actor?.userName ?? '',
    tokenName: request.caller?.token?.tokenName ?? '',
    operIp: request.ip,
    operParam: limited(withNames(readSent(request, endpoint), request)),
    jsonResult: limited(request.answer),
    status: failed ? Status.off : Status.on,
    errorMsg: failed ? toStorable(request.answer?.msg ?? '') : '',
    costTime: Math.round(elapsed),
    operTime: siteNow(),
  }
}

function readSent(request: FastifyRequest, endpoint: Endpoint): unknown {
  const sent = endpoint.body ? request.body : { ...(request.params as object), ...(request.query as object) }
  if (!endpoint.logged) return sent
  try {
    return endpoint.logged(sent)
  } catch {
    // A refused call may have sent anything.
    return undefined
  }
}

/** With names for the rows and files of which the call only has ids or contents. */
function withNames(sent: unknown, { subjects, receivedFiles }: FastifyRequest): unknown {
  if (!subjects && !receivedFiles) return sent
  const files = receivedFiles?.map(({ name, type, bytes }) => fileText({ name, type, bytes: bytes() }))
  return { ...(subjects && namesOf(subjects)), ...(files && { files }), ...(sent as object) }
}

/** The first names, and how many there are if these are not all. */
const namesOf = (subjects: string[]) =>
  subjects.length > mostNames
    ? { names: subjects.slice(0, mostNames), nameCount: subjects.length }
    : { names: subjects }

/** JSON without secrets and without the contents of files, truncated to the length of a log line. */
export function limited(value: unknown): string {
  if (value === undefined) return ''
  const json = JSON.stringify(value, (field, content) => {
    if (isNamedValue(content) && isSecret(content.key, content.value)) return { ...content, value: '***' }
    if (isSecret(field, content)) return '***'
    return typeof content === 'string' ? describeFiles(content) : content
  })
  return json.length > textLimit ? `${json.slice(0, textLimit)}…` : json
}
