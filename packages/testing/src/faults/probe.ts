import {
  type BodyOf,
  type DataOf,
  type Endpoint,
  type Envelope,
  type ParamsOf,
  proofRequiredCode,
  type QueryOf,
} from '@fleetdeck/contract/endpoint'
import { session } from '@fleetdeck/contract/session'
import type { z } from 'zod'
import { changedPassword, filled } from '../server/http-client.ts'
import type { World } from './world.ts'

/** The result of the work of a row of the table during a fault. */
export interface Verdict {
  /** The job or session that was in progress when the fault began. */
  session: 'went on' | 'ended'
  /** The reports of the console's calls or sockets about it. */
  says: string
  /** The acknowledged work that is missing, and the work that was done more than once. */
  lost: string[]
  twice: string[]
  /** The steps that a person has to do until everything is as before. */
  byHand?: string
}

/** One kind of job or live session: a row of the table. It is used for one fault after the other. */
export interface Probe {
  readonly row: string
  /** Creates what all faults share. */
  prepare?(): Promise<void>
  /** Returns when the job or session is in progress; it works automatically until `check()`. */
  start(): Promise<void>
  /** Whether the same kind of work has succeeded since the fault ended. Called until it returns true; may throw. */
  isBack(): Promise<boolean>
  check(): Promise<Verdict>
  /** Ends what `prepare()` began, after all faults. */
  stop?(): Promise<void> | undefined
}

/** How long a client waits for an answer; in milliseconds. */
const clientTimeoutMs = 15_000

interface Answered {
  path: string
  at: number
  ms: number
  /** 0 and the other codes of the envelope, or nothing when the connection ended or the time was over. */
  code: number | undefined
}

type Request<E> = { params?: z.input<ParamsOf<E>>; query?: z.input<QueryOf<E>>; body?: z.input<BodyOf<E>> }

/** Calls of one probe, with the time until each answer. A connection for each, as after a change of the network. */
export class Calls {
  readonly #world: Pick<World, 'admin'>
  #answered: Answered[] = []

  constructor(world: Pick<World, 'admin'>) {
    this.#world = world
  }

  forget(): void {
    this.#answered = []
  }

  /** Calls that began in this time, by performance.now(). */
  between(from: number, to: number): Answered[] {
    return this.#answered.filter(({ at }) => at >= from && at <= to)
  }

  /** The envelope, or undefined without an answer. */
  async ask<E extends Endpoint>(
    endpoint: E,
    request: Request<E> = {},
    token = this.#world.admin.token,
  ): Promise<Envelope<DataOf<E>> | undefined> {
    const { params = {}, query = {}, body } = request as { params?: object; query?: object; body?: unknown }
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const isForm = body instanceof FormData
    return this.send(`${filled(endpoint.path, params)}?${search}`, {
      method: endpoint.method,
      headers: {
        languageselect: 'en',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
  }

  /** Like the console it gives the password again where that is required. Any code but 0, and no answer, throw. */
  async call<E extends Endpoint>(endpoint: E, request: Request<E> = {}): Promise<DataOf<E>> {
    let answer = await this.ask(endpoint, request)
    if (answer?.code === proofRequiredCode) {
      await this.ask(session.prove, { body: { password: changedPassword } })
      answer = await this.ask(endpoint, request)
    }
    if (answer?.code !== 0) throw new Error(`${endpoint.path}: ${answer?.msg ?? 'no answer'}`)
    return answer.data as DataOf<E>
  }

  async send<Data>(path: string, init: RequestInit): Promise<Envelope<Data> | undefined> {
    const at = performance.now()
    const answered = (code: number | undefined) =>
      this.#answered.push({ path: path.split('?')[0] ?? path, at, ms: performance.now() - at, code })
    try {
      const response = await fetch(this.#world.admin.address + path, {
        ...init,
        headers: { ...init.headers, connection: 'close' },
        signal: AbortSignal.timeout(clientTimeoutMs),
      })
      const envelope = (await response.json()) as Envelope<Data>
      answered(envelope.code)
      return envelope
    } catch {
      answered(undefined)
      return undefined
    }
  }
}

/** Work repeated until the end, one after the other; failures are left to the next time. */
export class Repeated {
  #isOver = false
  #done: Promise<void> = Promise.resolve()

  start(work: () => Promise<unknown>, pauseMs: number): void {
    this.#isOver = false
    this.#done = this.#repeat(work, pauseMs)
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#done
  }

  async #repeat(work: () => Promise<unknown>, pauseMs: number) {
    while (!this.#isOver) {
      await work().catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** Values that occur more often than once. */
export const repeated = (values: readonly string[]) => [
  ...new Set(values.filter((value, at) => values.indexOf(value) < at)),
]
