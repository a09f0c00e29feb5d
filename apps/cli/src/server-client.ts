import {
  type BodyOf,
  changedMeanwhileCode,
  confirmRequiredCode,
  type DataOf,
  type Endpoint,
  type Envelope,
  proofRequiredCode,
  type QueryOf,
  type RowOf,
  refusedFieldHeader,
} from '@fleetdeck/contract/endpoint'
import type { Language } from '@fleetdeck/i18n/languages'
import type { z } from 'zod'
import { ExitCode, Failure } from './failure.ts'

/** How long the server may take for one answer. */
const answerMs = 60_000
const pageSize = 1000
/** Rows of a list that a command reads. */
const maxRows = 50_000
const firstAnswerCode = 503

type Request<E> = { query?: z.input<QueryOf<E>>; body?: z.input<BodyOf<E>> }

const exitCodes = new Map<number, ExitCode>([
  [-401, ExitCode.notAllowed],
  [401, ExitCode.notAllowed],
  [403, ExitCode.notAllowed],
  [proofRequiredCode, ExitCode.notAllowed],
  [404, ExitCode.notFound],
  [changedMeanwhileCode, ExitCode.conflict],
  [confirmRequiredCode, ExitCode.conflict],
  [firstAnswerCode, ExitCode.unreachable],
])

/** The server refused a call; the message is its own. */
export class Refused extends Failure {
  /** As on the wire. */
  readonly code: number

  constructor({ code, msg }: Pick<Envelope, 'code' | 'msg'>, field?: string) {
    const answer =
      field === 'leaveOut'
        ? ' Add --leave-out to leave these phones out, or --yes to run it on all.'
        : ' Add --yes to continue.'
    const question = code === confirmRequiredCode ? answer : ''
    super(exitCodes.get(code) ?? ExitCode.failed, `${msg}${question}`)
    this.code = code
  }
}

/** Calls of one server in the name of a user. */
export class ServerClient {
  readonly origin: string
  readonly token: string
  readonly language: Language

  constructor(origin: string, token: string, language: Language) {
    this.origin = origin
    this.token = token
    this.language = language
  }

  async call<E extends Endpoint>(endpoint: E, { query, body }: Request<E> = {}): Promise<DataOf<E>> {
    const url = new URL(endpoint.path, this.origin)
    for (const [name, value] of Object.entries((query ?? {}) as object))
      if (value !== undefined && value !== '') url.searchParams.set(name, String(value))
    const { field, code, msg, data } = await this.#send(url, {
      method: endpoint.method,
      headers: {
        languageselect: this.language,
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (code !== 0) throw new Refused({ code, msg }, field)
    return data as DataOf<E>
  }

  /** All rows of a list. */
  async rows<E extends Endpoint>(endpoint: E, query: object = {}): Promise<RowOf<E>[]> {
    const rows: RowOf<E>[] = []
    for (let pageNum = 1; ; pageNum += 1) {
      const page = await this.call(endpoint, { query: { ...query, pageNum, pageSize } as never })
      const { list, total } = page as { list: RowOf<E>[]; total: number }
      rows.push(...list)
      if (rows.length >= total || list.length === 0) return rows
      if (rows.length >= maxRows)
        throw new Failure(ExitCode.failed, `The list has ${total} rows; ${maxRows} are read. Narrow it down.`)
    }
  }

  async #send(url: URL, request: RequestInit): Promise<Envelope & { field?: string }> {
    let response: Response
    try {
      // Another host must not get the token.
      response = await fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(answerMs) })
    } catch (error) {
      throw this.#away(error)
    }
    const isJson = response.headers.get('content-type')?.includes('json')
    const envelope: unknown = isJson ? await response.json().catch(() => undefined) : undefined
    const field = response.headers.get(refusedFieldHeader)
    if (typeof envelope === 'object' && envelope !== null && 'code' in envelope)
      return { ...(envelope as Envelope), ...(field && { field }) }
    throw new Failure(
      ExitCode.unreachable,
      `${this.origin} does not answer as a fleetdeck server (HTTP ${response.status})`,
    )
  }

  #away(error: unknown): Failure {
    const { cause } = error as Error
    const reason = cause instanceof Error ? (cause as NodeJS.ErrnoException).code || cause.message : ''
    const words = reason || (error as Error).message
    return new Failure(ExitCode.unreachable, `Could not reach ${this.origin}: ${words}`, { cause: error })
  }
}
