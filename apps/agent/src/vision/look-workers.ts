import { Worker } from 'node:worker_threads'
import { errorMessage } from '../notice.ts'
import type { HeldFrame } from './held-frame.ts'
import {
  type LookAnswer,
  type LookQuestion,
  type Looks,
  type LookWorkerData,
  type SentFrame,
  toValue,
} from './look-messages.ts'
import { LookRefused } from './refusals.ts'

export interface LookWorkersOptions extends LookWorkerData {
  /** The worker's file. */
  file: URL
  threads: number
  /** A thread without work ends after so long, and frees its memory. */
  idleMs: number
  /** A look that takes longer is stopped. */
  limitMs: number
  heapMegabytes: number
}

/** Waiting looks of one phone, and of all phones of one thread. */
const most = { ofPhone: 8, ofThread: 200 }

interface Question extends Omit<LookQuestion, 'frames'> {
  frames: HeldFrame[]
}
interface Waiting extends Question {
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

/** Threads that look at frames. Phones are numbered; a phone stays with its thread, which has its decoded frames. */
export class LookWorkers<Known extends Looks> {
  readonly #threads: LookThread[]

  constructor(options: LookWorkersOptions) {
    this.#threads = Array.from({ length: options.threads }, () => new LookThread(options))
  }

  async run<Name extends keyof Known & string>(
    phone: number,
    name: Name,
    frames: HeldFrame[],
    args: Parameters<Known[Name]>[1],
  ): Promise<Awaited<ReturnType<Known[Name]>>> {
    const value = await this.#threadOf(phone).ask(phone, { name, frames, args })
    return value as Awaited<ReturnType<Known[Name]>>
  }

  /** Threads that exist now. */
  get running(): number {
    return this.#threads.filter(({ isRunning }) => isRunning).length
  }

  #threadOf(phone: number): LookThread {
    const thread = this.#threads[phone % this.#threads.length]
    if (!thread) throw new Error('no threads')
    return thread
  }
}

/** One thread and its queue, in which phones take turns. */
class LookThread {
  readonly #options: LookWorkersOptions
  /** By phone; the phone whose turn is next comes first. */
  readonly #queues = new Map<number, Waiting[]>()
  #waiting = 0
  #worker: Worker | undefined
  /** Frames whose bytes the present worker has received. */
  #sent = new WeakSet<HeldFrame>()
  #present: Waiting | undefined
  #limit: NodeJS.Timeout | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(options: LookWorkersOptions) {
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#worker !== undefined
  }

  ask(phone: number, question: Question): Promise<unknown> {
    const queue = this.#queues.get(phone) ?? []
    if (queue.length >= most.ofPhone || this.#waiting >= most.ofThread)
      return Promise.reject(new LookRefused('looksBusy'))
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    queue.push({ ...question, resolve, reject })
    this.#queues.set(phone, queue)
    this.#waiting += 1
    this.#next()
    return promise
  }

  #next(): void {
    const [turn] = this.#queues
    if (this.#present || !turn) return
    const [phone, queue] = turn
    this.#queues.delete(phone)
    const present = queue.shift()
    if (queue.length) this.#queues.set(phone, queue)
    if (!present) return
    this.#waiting -= 1
    this.#present = present
    const { limitMs } = this.#options
    this.#limit = setTimeout(
      () => this.#lose(new LookRefused('lookTimeout', String(limitMs / 1000))),
      limitMs,
    )
    clearTimeout(this.#idle)
    this.#worker ??= this.#start()
    this.#worker.ref()
    this.#post(present, (frame) => !this.#sent.has(frame))
  }

  #post({ name, frames, args }: Question, needsBytes: (frame: HeldFrame) => boolean): void {
    const sent = frames.map((frame): SentFrame => {
      const { id, width, height, format, video } = frame
      return { id, width, height, format, video, bytes: needsBytes(frame) ? frame.copy() : undefined }
    })
    const copies = sent.flatMap(({ bytes }) => bytes ?? [])
    this.#worker?.postMessage({ name, frames: sent, args } satisfies LookQuestion, copies)
    for (const frame of frames) this.#sent.add(frame)
  }

  #start(): Worker {
    const { file, decodedBytes, heapMegabytes } = this.#options
    this.#sent = new WeakSet()
    const worker = new Worker(file, {
      workerData: { decodedBytes } satisfies LookWorkerData,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
      env: {},
    })
    worker.on('message', (answer: LookAnswer) => worker === this.#worker && this.#answered(answer))
    const crashed = (reason: string) =>
      worker === this.#worker && this.#lose(new LookRefused('lookCrashed', reason))
    worker.on('error', (error) => crashed(errorMessage(error)))
    worker.on('exit', (code) => crashed(`exit ${code}`))
    return worker
  }

  #answered(answer: LookAnswer): void {
    if ('needsBytes' in answer) {
      if (this.#present) this.#post(this.#present, () => true)
      return
    }
    const present = this.#release()
    try {
      present?.resolve(toValue(answer))
    } catch (error) {
      present?.reject(error as Error)
    }
    this.#worker?.unref()
    this.#idle = setTimeout(() => this.#end(), this.#options.idleMs).unref()
    this.#next()
  }

  /** The present look fails; those that wait get a new thread. */
  #lose(reason: LookRefused): void {
    this.#end()
    this.#release()?.reject(reason)
    this.#next()
  }

  #end(): void {
    const worker = this.#worker
    this.#worker = undefined
    worker?.terminate().catch(() => undefined)
  }

  #release(): Waiting | undefined {
    const present = this.#present
    clearTimeout(this.#limit)
    this.#present = undefined
    return present
  }
}
