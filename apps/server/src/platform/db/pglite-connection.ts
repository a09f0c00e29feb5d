import { statfs } from 'node:fs/promises'
import { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { AwayReason } from '../core/database-away.ts'
import type { DatabaseFailure } from './database-failure.ts'
import { PGliteThread } from './pglite-thread.ts'
import type { PGliteSource } from './pglite-worker.ts'

/** The events of a database in a folder that its owner receives when the database ends on its own. */
export interface EmbeddedEvents {
  /** It is opened again; until then every statement fails. */
  ended(failure: DatabaseFailure): void
  /** It works again. */
  reopened(): void
  /** It stays closed. */
  lost(failure: DatabaseFailure): void
}

/** Waits before the attempts to open it again. */
const retryMs = [0, 500, 1000, 2000, 5000]
/** Between looks at a full disk, which gets space again sooner or later. */
const fullMs = 2000
/** A database that ran for as long is not one that ends again and again. */
const steadyMs = 60_000
/** Recovery writes a file of the log, and pages. */
const neededBytes = 32 * 1024 * 1024

/** SQLSTATE `admin_shutdown`, as of a PostgreSQL that is stopped: the statement may be tried again later. */
class NoDatabase extends Error {
  readonly code = '57P01'
  constructor() {
    super('The embedded database has ended and is being opened again.')
  }
}

/** An embedded PostgreSQL in a worker thread, so that a long statement never blocks sockets. */
export class EmbeddedPostgres {
  readonly #source: PGliteSource
  readonly #events: EmbeddedEvents | undefined
  #thread: PGliteThread | undefined
  /** Why every statement fails at present. */
  away: AwayReason | undefined
  #connection = 0
  #stream: WorkerStream | undefined
  #isClosed = false
  #attempts = 0

  private constructor(source: PGliteSource, events: EmbeddedEvents | undefined) {
    this.#source = source
    this.#events = events
  }

  /**
   * Rejects with a DatabaseFailure if the folder cannot be opened.
   * @param events with them, a database that ends on its own is opened again
   */
  static async open(source: PGliteSource, events?: EmbeddedEvents): Promise<EmbeddedPostgres> {
    const embedded = new EmbeddedPostgres(source, events)
    await embedded.#start()
    return embedded
  }

  /** For pg's `stream` option; PGlite has one session, so the pool must have one client. */
  connect = (): Duplex => {
    const connection = ++this.#connection
    const thread = this.#thread
    thread?.post({ connect: connection })
    this.#stream = new WorkerStream(thread && ((bytes) => thread.post({ connection, bytes }, [bytes.buffer])))
    return this.#stream
  }

  /** The whole database as a tar file, for loading into memory in another worker. */
  dump = async () => (await this.#running().ask('dump')) as Uint8Array<ArrayBuffer>
  /** How often written pages were forced to disk. */
  fsyncs = async () => (await this.#running().ask('fsyncs')) as number

  /** Bytes of the thread's JavaScript heap, garbage included. */
  heapBytes = async () => this.#running().heapBytes()

  async close(): Promise<void> {
    this.#isClosed = true
    const thread = this.#thread
    // One that ends in the meantime is closed as well.
    await thread?.ask('close').catch(() => {})
    await thread?.terminate()
  }

  /** Ends it without writing anything more. */
  async abandon(): Promise<void> {
    this.#isClosed = true
    this.away = 'silent'
    const thread = this.#thread
    this.#disconnect()
    await thread?.terminate()
  }

  #running(): PGliteThread {
    if (!this.#thread) throw new NoDatabase()
    return this.#thread
  }

  async #start(): Promise<void> {
    const startedAt = performance.now()
    this.#thread = await PGliteThread.start(this.#source, {
      received: ({ connection, bytes }) => {
        if (connection === this.#connection)
          this.#stream?.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
      },
      ended: (failure) => {
        this.away = failure.kind === 'full' ? 'full' : 'silent'
        this.#disconnect()
        if (this.#isClosed || !this.#events) return
        if (performance.now() - startedAt > steadyMs) this.#attempts = 0
        this.#events.ended(failure)
        this.#reopen(failure, this.#events).catch(this.#events.lost)
      },
    })
  }

  #disconnect(): void {
    this.#thread = undefined
    this.#stream?.destroy(new NoDatabase())
    this.#stream = undefined
  }

  async #reopen(first: DatabaseFailure, events: EmbeddedEvents): Promise<void> {
    for (let failure = first; !this.#isClosed; ) {
      const isFull = failure.kind === 'full'
      if (!isFull && this.#attempts >= retryMs.length) return events.lost(failure)
      await wait(isFull ? fullMs : retryMs[this.#attempts++])
      if (isFull && !(await hasSpace(failure.folder))) continue
      try {
        await this.#start()
        if (this.#isClosed) return await this.abandon()
        this.away = undefined
        return events.reopened()
      } catch (error) {
        failure = error as DatabaseFailure
      }
    }
  }
}

async function hasSpace(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined)
  return disk !== undefined && disk.bavail * disk.bsize >= neededBytes
}

/** The socket interface that pg expects. */
class WorkerStream extends Duplex {
  readonly #send: ((bytes: Uint8Array<ArrayBuffer>) => void) | undefined

  /** @param send undefined when there is no database: connecting fails */
  constructor(send: ((bytes: Uint8Array<ArrayBuffer>) => void) | undefined) {
    super()
    this.#send = send
  }
  connect() {
    if (this.#send) queueMicrotask(() => this.emit('connect'))
    else this.destroy(new NoDatabase())
    return this
  }
  setNoDelay() {}
  setKeepAlive() {}
  ref() {}
  unref() {}
  /** A statement is several small messages, which pg writes corked. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void) {
    this.#send?.(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))))
    done()
  }
  override _read() {}
  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    // A separate buffer: posting a message transfers the whole underlying buffer.
    this.#send?.(new Uint8Array(chunk))
    done()
  }
  override _final(done: () => void) {
    done()
    this.push(null)
  }
}
