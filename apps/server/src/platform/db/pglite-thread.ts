import { Worker } from 'node:worker_threads'
import '../core/v8-flags.ts'
import { DatabaseFailure, type FailureReport } from './database-failure.ts'
import type { FromWorker, PGliteSource, Question, ToWorker } from './pglite-worker.ts'

interface Asked {
  resolve(answer: unknown): void
  reject(error: DatabaseFailure): void
}

/** The events of a thread that its owner receives. */
export interface ThreadEvents {
  received(message: { connection: number; bytes: Uint8Array }): void
  /** It has ended, but not because it was asked to. */
  ended(failure: DatabaseFailure): void
}

/** One run of PGlite in a worker thread. */
export class PGliteThread {
  readonly #worker: Worker
  readonly #folder: string
  readonly #asked: Asked[] = []
  #failure: DatabaseFailure | undefined

  private constructor(worker: Worker, folder: string, events: ThreadEvents) {
    this.#worker = worker
    this.#folder = folder
    worker.on('message', (message: FromWorker) => {
      if ('connection' in message) events.received(message)
      else if ('answer' in message) this.#asked.shift()?.resolve(message.answer)
      else if ('failed' in message) this.#end(message.failed, events)
    })
    worker.on('error', (error) => this.#end({ kind: 'other', detail: error.message }, events))
    worker.on('exit', () => this.#end({ kind: 'other', detail: 'its thread has ended' }, events))
  }

  /** Rejects with a DatabaseFailure if the database cannot be opened. */
  static start(source: PGliteSource, events: ThreadEvents): Promise<PGliteThread> {
    const { promise, resolve, reject } = Promise.withResolvers<PGliteThread>()
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: source })
    let isOpen = false
    const ended = (failure: DatabaseFailure) => (isOpen ? events.ended(failure) : reject(failure))
    const thread = new PGliteThread(worker, source.dataDir ?? 'memory', { ...events, ended })
    worker.once('message', (first: FromWorker) => {
      if (!('ready' in first)) return
      isOpen = true
      resolve(thread)
    })
    return promise
  }

  post(message: ToWorker, transferred: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transferred)
  }

  /** Rejects with a DatabaseFailure if the thread ends instead. */
  ask(ask: Question): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure)
      this.#asked.push({ resolve, reject })
      this.post({ ask })
    })
  }

  /** Bytes of the thread's JavaScript heap, garbage included. */
  heapBytes = async (): Promise<number> => (await this.#worker.getHeapStatistics()).used_heap_size

  /** Ends the thread without writing anything more. */
  async terminate(): Promise<void> {
    this.#failure ??= new DatabaseFailure({ kind: 'other', detail: 'it was closed' }, this.#folder)
    this.#rejectAsked(this.#failure)
    await this.#worker.terminate()
  }

  /** An end has several signs: its message, the exit, perhaps an error. The first one has the reason. */
  #end(report: FailureReport, events: ThreadEvents): void {
    if (this.#failure) return
    this.#failure = new DatabaseFailure(report, this.#folder)
    this.#rejectAsked(this.#failure)
    events.ended(this.#failure)
  }

  #rejectAsked(failure: DatabaseFailure): void {
    for (const { reject } of this.#asked.splice(0)) reject(failure)
  }
}
