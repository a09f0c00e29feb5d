import type { Envelope } from '@fleetdeck/contract/endpoint'
import type WebSocket from 'ws'
import { Deviation } from '../core/check.ts'
import type { Transcript } from '../core/transcript.ts'
import { within } from '../core/wait.ts'
import { WireSocket } from '../core/wire-socket.ts'

/** The connections to the server under test: recorded, and each with a limit. */
export class ServerWire {
  readonly server: URL
  /** The enrolment key. */
  readonly key: string
  readonly transcript: Transcript
  readonly patienceMs: number
  /** In the names of what this run creates. */
  readonly mark = Date.now().toString(36)

  constructor(options: { server: URL; key: string; transcript: Transcript; patienceMs: number }) {
    this.server = options.server
    this.key = options.key
    this.transcript = options.transcript
    this.patienceMs = options.patienceMs
  }

  within<T>(promise: Promise<T>, what: string): Promise<T> {
    return within(promise, this.patienceMs, what)
  }

  socket(ws: WebSocket, name: string, isValid: (message: unknown) => boolean): WireSocket {
    return new WireSocket(ws, name, { transcript: this.transcript, patienceMs: this.patienceMs, isValid })
  }

  async request(url: URL, init: RequestInit = {}): Promise<Response> {
    const name = `${init.method ?? 'GET'} ${url.pathname}${url.search}`
    const response = await this.within(fetch(url, init), `the answer to ${name}`)
    this.transcript.came(name, `HTTP ${response.status}`)
    return response
  }

  async post(path: string, body: object, headers: Record<string, string> = {}): Promise<Envelope> {
    this.transcript.sent(path, body)
    const answer = await this.#post(path, body, headers)
    this.transcript.came(path, answer)
    return answer
  }

  /** A call whose answer is an envelope around base64 of JSON; `sent` is what the body contains, for the record. */
  async sealed(
    path: string,
    body: object,
    { headers = {}, sent }: { headers?: Record<string, string>; sent: unknown },
  ): Promise<Envelope> {
    this.transcript.sent(path, sent ?? body)
    const answer = await this.#post(path, body, headers)
    const opened = answer.code === 0 ? { ...answer, data: decoded(answer.data) } : answer
    this.transcript.came(path, opened)
    return opened
  }

  async #post(path: string, body: object, headers: Record<string, string>): Promise<Envelope> {
    const response = await this.within(
      fetch(new URL(path, this.server), {
        method: 'POST',
        headers: { 'content-type': 'application/json', languageSelect: 'en', ...headers },
        body: JSON.stringify(body),
      }),
      `the answer to ${path}`,
    )
    const text = await response.text()
    try {
      return JSON.parse(text) as Envelope
    } catch {
      throw new Deviation(
        `${path} answered HTTP ${response.status} without an envelope: ${text.slice(0, 200)}`,
      )
    }
  }
}

function decoded(data: unknown): unknown {
  try {
    return JSON.parse(Buffer.from(String(data), 'base64').toString())
  } catch {
    throw new Deviation(`data is not base64 of JSON: ${String(data).slice(0, 200)}`)
  }
}
