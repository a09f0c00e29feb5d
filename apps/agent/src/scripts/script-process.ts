import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { TaskFailure, TaskLimits } from '@fleetdeck/contract/phone-socket'
import { scriptCalls, scriptObjects } from '@fleetdeck/contract/script-api'
import type { ScriptCall } from '@fleetdeck/contract/script-api/call'
import { errorMessage } from '../notice.ts'
import { NotFound } from './rapi-calls.ts'
import './v8-flags.ts'
import {
  type HostAnswer,
  type HostQuestion,
  Mode,
  Slot,
  type WorkerEnd,
  type WorkerTask,
} from './worker-messages.ts'

/** Handles calls of a script by name, with its arguments; a rejection is thrown in the script. */
export type ScriptHost = (name: string, args: unknown[]) => Promise<unknown>

export interface ScriptSource {
  source: string
  fileName: string
  limits: Pick<TaskLimits, 'timeoutSeconds' | 'memoryMegabytes' | 'stackKilobytes'>
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

/** A thread still running so long after the request to stop is terminated. */
const graceMs = 1000
/** Limit of strings outside the sandbox's own memory. */
const heapMegabytes = 128
const stackMegabytes = 16
/** Maximum characters of a call's arguments, and of its result. */
const maxCharacters = 16_000_000
const handledByAgent = JSON.stringify(
  Object.fromEntries(
    scriptObjects.map((object) => [
      object,
      Object.entries<ScriptCall>(scriptCalls[object]).flatMap(([name, { isLocal }]) =>
        isLocal ? [] : [name],
      ),
    ]),
  ),
)
const outOfMemory = /out of memory|ERR_WORKER_OUT_OF_MEMORY/

/** One script in a separate thread: whatever it does, the agent keeps running. */
export class ScriptProcess {
  readonly ended: Promise<ScriptEnd>
  readonly #words: Int32Array
  readonly #worker: Worker
  readonly #timeoutMs: number
  readonly #channel = new MessageChannel()
  #end: (end: ScriptEnd) => void = () => undefined
  #timer: NodeJS.Timeout | undefined
  #grace: NodeJS.Timeout | undefined
  /** Milliseconds it has run, without pauses, and when it last resumed. */
  #usedMs = 0
  #since = performance.now()
  #isOutOfTime = false

  constructor({ source, fileName, limits, task, host }: ScriptSource) {
    const control = new SharedArrayBuffer(8)
    this.#words = new Int32Array(control)
    this.#timeoutMs = limits.timeoutSeconds * 1000
    const { port1, port2 } = this.#channel
    const workerData: WorkerTask = {
      source,
      fileName,
      limits,
      control,
      port: port2,
      task: JSON.stringify(task),
      api: handledByAgent,
    }
    this.#worker = new Worker(new URL('./script-worker.ts', import.meta.url), {
      workerData,
      transferList: [port2],
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, stackSizeMb: stackMegabytes },
      stdout: true,
      stderr: true,
      env: {},
    })
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
    const onMessage = (message: HostQuestion | WorkerEnd) => {
      if ('end' in message) this.#settle(this.#toScriptEnd(message))
      else this.#answer(host, message).catch((error: Error) => this.#settle(this.#crash(error)))
    }
    port1.on('message', onMessage)
    this.#worker.on('error', (error) => this.#settle(this.#crash(error)))
    this.#worker.on('exit', () => {
      // The last messages may still be in transit.
      for (let last = receiveMessageOnPort(port1); last; last = receiveMessageOnPort(port1))
        onMessage(last.message)
      this.#settle(this.#crash(new Error('the script’s thread ended')))
    })
    this.#watchTime()
  }

  get isPaused(): boolean {
    return Atomics.load(this.#words, Slot.mode) === Mode.pause
  }

  pause(): void {
    if (!this.#turn(Mode.run, Mode.pause)) return
    this.#usedMs += performance.now() - this.#since
    clearTimeout(this.#timer)
  }

  continue(): void {
    if (!this.#turn(Mode.pause, Mode.run)) return
    this.#since = performance.now()
    this.#watchTime()
  }

  stop(): void {
    Atomics.store(this.#words, Slot.mode, Mode.stop)
    this.#wake()
    this.#grace ??= setTimeout(() => this.#settle({ state: 'stopped' }), graceMs)
  }

  #turn(from: number, to: number): boolean {
    const isTurned = Atomics.compareExchange(this.#words, Slot.mode, from, to) === from
    this.#wake()
    return isTurned
  }

  #wake(): void {
    Atomics.notify(this.#words, Slot.mode)
    Atomics.add(this.#words, Slot.answers, 1)
    Atomics.notify(this.#words, Slot.answers)
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
    const answer = await readAnswer(host, name, args)
    this.#channel.port1.postMessage(answer)
    this.#wake()
  }

  #toScriptEnd(message: WorkerEnd): ScriptEnd {
    if (message.end === 'done') return { state: 'succeeded', msg: message.result }
    if (message.end === 'stopped') return { state: 'stopped' }
    const words = `${message.name}: ${message.message}`
    const cause = outOfMemory.test(message.message) ? 'memory' : 'exception'
    return { state: 'failed', cause, msg: words, exception: { message: words, stack: message.stack } }
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
    this.#channel.port1.close()
    this.#worker.terminate().catch(() => undefined)
  }
}

async function readAnswer(host: ScriptHost, name: string, args: string): Promise<HostAnswer> {
  try {
    if (args.length > maxCharacters) throw new Error(`${name}: the arguments are too long`)
    const value = JSON.stringify((await host(name, JSON.parse(args) as unknown[])) ?? null)
    if (value.length > maxCharacters) throw new Error(`${name}: the answer is too long`)
    return { value }
  } catch (error) {
    return { error: errorMessage(error), ...(error instanceof NotFound && { code: 'notFound' }) }
  }
}
