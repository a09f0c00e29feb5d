import { availableParallelism } from 'node:os'
import { MessageChannel, Worker } from 'node:worker_threads'
import { compileEngine } from './engine-program.ts'
import { stackMegabytes } from './v8-flags.ts'
import {
  type FromWorker,
  operationSeconds,
  type ToWorker,
  type WorkerData,
  type WorkerTask,
} from './worker-messages.ts'

/** What a thread tells about one of its scripts. */
interface ScriptEvents {
  message: (message: FromWorker) => void
  /** The thread has ended without an end of the script. */
  crashed: (error: Error) => void
}

/** Limit of strings outside the sandboxes' own memory, of all scripts of a thread. */
const heapMegabytes = 512
const mostThreads = Math.min(availableParallelism(), 4)
/** An idle thread ends after this time. */
const idleMs = 10_000
/** A thread whose operation was not ended after its time ends altogether. */
const hungMs = (operationSeconds + 5) * 1000

let program: WebAssembly.Module | undefined

class ScriptThread {
  readonly #worker: Worker
  readonly #channel = new MessageChannel()
  readonly #beat: BigInt64Array
  readonly #scripts = new Map<number, ScriptEvents>()
  readonly #ended: (thread: ScriptThread) => void
  #idle: NodeJS.Timeout | undefined
  #watch: NodeJS.Timeout | undefined

  constructor(ended: (thread: ScriptThread) => void) {
    this.#ended = ended
    const beat = new SharedArrayBuffer(8)
    this.#beat = new BigInt64Array(beat)
    program ??= compileEngine()
    const { port1, port2 } = this.#channel
    this.#worker = new Worker(new URL('./script-worker.ts', import.meta.url), {
      workerData: { port: port2, beat, program } satisfies WorkerData,
      transferList: [port2],
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, stackSizeMb: stackMegabytes },
      stdout: true,
      stderr: true,
      env: {},
    })
    port1.on('message', (message: FromWorker) => {
      const events = this.#scripts.get(message.id)
      if ('end' in message) this.#remove(message.id)
      events?.message(message)
    })
    this.#worker.on('error', (error) => this.#crash(error))
    this.#worker.on('exit', () => this.#crash(new Error('the scripts’ thread ended')))
  }

  get load(): number {
    return this.#scripts.size
  }

  /** For how long its present turn has been running. */
  get #turnMs(): number {
    const since = Number(Atomics.load(this.#beat, 0))
    return since === 0 ? 0 : Date.now() - since
  }

  start(id: number, task: WorkerTask, events: ScriptEvents): void {
    clearTimeout(this.#idle)
    this.#scripts.set(id, events)
    this.send({ id, start: task })
    this.#watch ??= setInterval(() => {
      if (this.#turnMs > hungMs) this.#crash(new Error('the scripts’ thread did not answer'))
    }, 1000)
  }

  send(message: ToWorker): void {
    this.#channel.port1.postMessage(message)
  }

  #remove(id: number): void {
    this.#scripts.delete(id)
    if (this.load > 0) return
    clearInterval(this.#watch)
    this.#watch = undefined
    this.#idle = setTimeout(() => this.#end(), idleMs)
    this.#idle.unref()
  }

  #crash(error: Error): void {
    const lost = [...this.#scripts.values()]
    this.#scripts.clear()
    for (const { crashed } of lost) crashed(error)
    this.#end()
  }

  #end(): void {
    clearTimeout(this.#idle)
    clearInterval(this.#watch)
    this.#ended(this)
    this.#channel.port1.close()
    this.#worker.terminate().catch(() => undefined)
  }
}

/** The threads of all running scripts. Their number grows with the scripts, up to a limit. */
class ScriptThreads {
  readonly #threads = new Set<ScriptThread>()
  #lastId = 0

  start(task: WorkerTask, events: ScriptEvents) {
    this.#lastId += 1
    const id = this.#lastId
    const thread = this.#choose()
    thread.start(id, task, events)
    return { send: (message: Omit<ToWorker, 'id'>) => thread.send({ id, ...message } as ToWorker) }
  }

  /** The one with the fewest scripts. */
  #choose(): ScriptThread {
    const [free] = [...this.#threads].sort((one, other) => one.load - other.load)
    if (free && (free.load === 0 || this.#threads.size >= mostThreads)) return free
    const added = new ScriptThread((ended) => this.#threads.delete(ended))
    this.#threads.add(added)
    return added
  }
}

export const scriptThreads = new ScriptThreads()
