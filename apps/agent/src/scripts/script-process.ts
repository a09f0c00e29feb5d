import type { TaskFailure, TaskLimits } from '@fleetdeck/contract/phone-socket'
import { scriptCalls, scriptObjects } from '@fleetdeck/contract/script-api'
import type { ScriptCall } from '@fleetdeck/contract/script-api/call'
import { errorMessage } from '../notice.ts'
import { ScriptError } from './script-error.ts'
import { scriptThreads } from './script-threads.ts'
import { mapStack, prepareSource } from './source-text.ts'
import './v8-flags.ts'
import {
  type FromWorker,
  type HostAnswer,
  type HostQuestion,
  maxCharacters,
  type ScriptModule,
  type ToWorker,
  type WorkerEnd,
} from './worker-messages.ts'

/** Handles calls of a script by name, with its arguments; a rejection is thrown in the script. */
export type ScriptHost = (name: string, args: unknown[]) => Promise<unknown>

export interface ScriptSource {
  source: string
  fileName: string
  /** What it may import, by the name in its imports. */
  modules?: ScriptModule[]
  limits: Pick<TaskLimits, 'timeoutSeconds' | 'memoryMegabytes' | 'stackKilobytes' | 'timeZone'>
  /** The task data that the script can read. */
  task: object
  host: ScriptHost
}

interface ScriptException {
  message: string
  stack: string
}
export type ScriptEnd =
  | { state: 'succeeded'; msg: string }
  | { state: 'stopped' }
  | { state: 'failed'; cause: TaskFailure; msg: string; exception?: ScriptException }

/** A script still running so long after the request to stop is reported as ended. */
const graceMs = 1000
const api = Object.fromEntries(
  scriptObjects.map((object) => [
    object,
    Object.entries<ScriptCall>(scriptCalls[object]).flatMap(([name, { isLocal }]) => (isLocal ? [] : [name])),
  ]),
)
const outOfMemory = /out of memory|ERR_WORKER_OUT_OF_MEMORY/

/** One script in a sandbox of its own, in a thread with others: whatever it does, the agent and they keep running. */
export class ScriptProcess {
  readonly ended: Promise<ScriptEnd>
  readonly #source: ScriptSource
  readonly #timeoutMs: number
  #send: (message: Omit<Extract<ToWorker, { order: unknown }>, 'id'> | { answer: HostAnswer }) => void = () =>
    undefined
  #end: (end: ScriptEnd) => void = () => undefined
  #timer: NodeJS.Timeout | undefined
  #grace: NodeJS.Timeout | undefined
  /** Milliseconds it has run, without pauses, and when it last resumed. */
  #usedMs = 0
  #since = performance.now()
  #isOutOfTime = false
  #mode: 'run' | 'pause' | 'stop' = 'run'

  constructor(given: ScriptSource) {
    this.#source = given
    this.#timeoutMs = given.limits.timeoutSeconds * 1000
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
    try {
      this.#start(given)
      this.#watchTime()
    } catch (error) {
      const { name, message } = error as Error
      const msg = `${name}: ${message}`
      this.#settle({ state: 'failed', cause: 'exception', msg, exception: { message: msg, stack: '' } })
    }
  }

  get isPaused(): boolean {
    return this.#mode === 'pause'
  }

  /** Until its time limit, without pauses; infinite without a limit. */
  get leftMs(): number {
    if (this.#timeoutMs === 0) return Number.POSITIVE_INFINITY
    const runningMs = this.isPaused ? 0 : performance.now() - this.#since
    return Math.max(0, this.#timeoutMs - this.#usedMs - runningMs)
  }

  pause(): void {
    if (this.#mode !== 'run') return
    this.#turn('pause', 'pause')
    this.#usedMs += performance.now() - this.#since
    clearTimeout(this.#timer)
  }

  continue(): void {
    if (this.#mode !== 'pause') return
    this.#turn('run', 'continue')
    this.#since = performance.now()
    this.#watchTime()
  }

  stop(): void {
    this.#turn('stop', 'stop')
    this.#grace ??= setTimeout(() => this.#settle({ state: 'stopped' }), graceMs)
  }

  #start({ source, fileName, modules = [], limits, task, host }: ScriptSource): void {
    const { timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone, ...rest } = limits
    const prepared = {
      ...prepareSource(source, fileName),
      modules: modules.map((one) => ({ ...one, source: prepareSource(one.source, one.fileName).source })),
    }
    const { memoryMegabytes, stackKilobytes } = rest
    const { send } = scriptThreads.start(
      {
        ...prepared,
        fileName,
        limits: { memoryMegabytes, stackKilobytes },
        task: JSON.stringify(task),
        timeZone,
        api,
      },
      {
        message: (message: FromWorker) => {
          if ('end' in message) this.#settle(this.#toScriptEnd(message))
          else if ('args' in message)
            this.#answer(host, message).catch((error: Error) => this.#settle(this.#crash(error)))
        },
        crashed: (error) => this.#settle(this.#crash(error)),
      },
    )
    this.#send = send
  }

  #turn(mode: 'run' | 'pause' | 'stop', order: 'pause' | 'continue' | 'stop'): void {
    this.#mode = mode
    this.#send({ order })
  }

  #watchTime(): void {
    if (this.#timeoutMs === 0) return
    this.#timer = setTimeout(
      () => {
        this.#isOutOfTime = true
        this.stop()
      },
      Math.min(this.#timeoutMs - this.#usedMs, 2 ** 31 - 1),
    )
  }

  async #answer(host: ScriptHost, { name, args }: HostQuestion): Promise<void> {
    this.#send({ answer: await readAnswer(host, name, args) })
  }

  #toScriptEnd(message: WorkerEnd): ScriptEnd {
    if (message.end === 'done') return { state: 'succeeded', msg: message.result }
    if (message.end === 'stopped') return { state: 'stopped' }
    const isMemory = outOfMemory.test(message.message)
    const words = `${message.name}: ${message.message}${this.#limitOf(message, isMemory)}`
    const cause = isMemory ? 'memory' : 'exception'
    const { source, fileName, modules = [] } = this.#source
    const stack = mapStack(message.stack, [{ source, fileName }, ...modules])
    return { state: 'failed', cause, msg: words, exception: { message: words, stack } }
  }

  /** The limit that it has reached. */
  #limitOf({ name, message }: { name: string; message: string }, isMemory: boolean): string {
    const { memoryMegabytes, stackKilobytes } = this.#source.limits
    if (isMemory) return ` (${memoryMegabytes} MB)`
    return name === 'InternalError' && message === 'stack overflow' ? ` (${stackKilobytes} KB)` : ''
  }

  #crash(error: Error): ScriptEnd {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    const cause = outOfMemory.test(`${code} ${error.message}`) ? 'memory' : 'exception'
    return { state: 'failed', cause, msg: error.message, exception: { message: error.message, stack: '' } }
  }

  #settle(end: ScriptEnd): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#grace)
    const isLate = this.#isOutOfTime && end.state !== 'succeeded'
    const seconds = this.#timeoutMs / 1000
    this.#end(isLate ? { state: 'failed', cause: 'timeout', msg: `${seconds} s` } : end)
    this.#send = () => undefined
  }
}

async function readAnswer(host: ScriptHost, name: string, args: string): Promise<HostAnswer> {
  try {
    if (args.length > maxCharacters) throw new Error(`${name}: the arguments are too long`)
    const value = JSON.stringify((await host(name, JSON.parse(args) as unknown[])) ?? null)
    if (value.length > maxCharacters) throw new Error(`${name}: the answer is too long`)
    return { value }
  } catch (error) {
    return { error: errorMessage(error), ...(error instanceof ScriptError && { code: error.code }) }
  }
}
