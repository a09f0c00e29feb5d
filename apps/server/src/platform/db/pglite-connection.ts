import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { FromWorker, PGliteSource, Question, ToWorker } from './pglite-worker.ts'

/** An embedded PostgreSQL in a worker thread, so that a long statement never blocks sockets. */
export class EmbeddedPostgres {
  readonly #worker: Worker
  readonly #answers: ((answer: unknown) => void)[] = []
  #connection = 0
  #stream: WorkerStream | undefined

  private constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (message: FromWorker) => {
      if ('connection' in message) this.#receive(message)
      else if ('answer' in message) this.#answers.shift()?.(message.answer)
    })
  }

  /** Rejects with PGlite's reason if the folder cannot be opened. */
  static async open(source: PGliteSource): Promise<EmbeddedPostgres> {
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: source })
    const first = await new Promise<FromWorker>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    if ('failed' in first) {
      await worker.terminate()
      throw new Error(first.failed)
    }
    return new EmbeddedPostgres(worker)
  }

  /** For pg's `stream` option; PGlite has one session, so the pool must have one client. */
  connect = (): Duplex => {
    const connection = ++this.#connection
    this.#worker.postMessage({ connect: connection } satisfies ToWorker)
    this.#stream = new WorkerStream((bytes) =>
      this.#worker.postMessage({ connection, bytes } satisfies ToWorker, [bytes.buffer]),
    )
    return this.#stream
  }

  #receive({ connection, bytes }: { connection: number; bytes: Uint8Array }) {
    if (connection !== this.#connection) return
    this.#stream?.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }

  /** The whole database as a tar file, for loading into memory in another worker. */
  dump = () => this.#ask('dump') as Promise<Uint8Array<ArrayBuffer>>
  /** How often written pages were forced to disk. */
  fsyncs = () => this.#ask('fsyncs') as Promise<number>

  /** Bytes of the thread's JavaScript heap, garbage included. */
  heapBytes = async (): Promise<number> => (await this.#worker.getHeapStatistics()).used_heap_size

  async close(): Promise<void> {
    await this.#ask('close')
    await this.#worker.terminate()
  }

  #ask(ask: Question): Promise<unknown> {
    return new Promise((resolve) => {
      this.#answers.push(resolve)
      this.#worker.postMessage({ ask } satisfies ToWorker)
    })
  }
}

/** The socket interface that pg expects. */
class WorkerStream extends Duplex {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void

  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void) {
    super()
    this.#send = send
  }
  connect() {
    queueMicrotask(() => this.emit('connect'))
    return this
  }
  setNoDelay() {}
  setKeepAlive() {}
  ref() {}
  unref() {}
  /** A statement is several small messages, which pg writes corked. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void) {
    this.#send(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))))
    done()
  }
  override _read() {}
  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    // A separate buffer: posting a message transfers the whole underlying buffer.
    this.#send(new Uint8Array(chunk))
    done()
  }
  override _final(done: () => void) {
    done()
    this.push(null)
  }
}
