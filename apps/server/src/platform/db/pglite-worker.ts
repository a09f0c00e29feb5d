import { existsSync, fsyncSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { type FailureReport, reportFailure } from './database-failure.ts'
import { keepParserSimple, type ParserModule } from './parser-memory.ts'
import {
  checkFiles,
  checkRelations,
  measureRelations,
  type Relation,
  recordRelations,
  relationsQuery,
} from './relation-files.ts'
import { WireSession } from './wire-session.ts'

/** Start options of the worker: a folder, or (for tests) a dump to load into memory. */
export interface PGliteSource {
  /** A missing folder starts as a copy of the template, tables included. */
  dataDir?: string
  /** The date of the last migration that the template may have. */
  until?: number
  dump?: Uint8Array<ArrayBuffer>
}
export type Question = 'dump' | 'fsyncs' | 'close'
/** `bytes` are the PostgreSQL wire protocol of the connection with that number. */
export type ToWorker = { connect: number } | { connection: number; bytes: Uint8Array } | { ask: Question }
export type FromWorker =
  | { connection: number; bytes: Uint8Array }
  | { ready: true }
  | { failed: FailureReport }
  | { answer: unknown }

if (!parentPort) throw new Error('pglite-worker runs as a worker thread')
const port = parentPort
let fsyncs = 0

/** The end of PostgreSQL's log, which names the reason when it ends. */
const log: string[] = []
const keptLines = 20
function keepLine(line: string): boolean {
  log.push(line)
  if (log.length > keptLines) log.shift()
  return true
}

/**
 * PGlite's own file system never calls fsync: with it an acknowledged write survives a crash. It also gives files the
 * rights of its own umask, 022, after it has made them.
 */
class DurableFS extends NodeFS {
  /** PGlite's program, as soon as it runs. */
  module: ParserModule | undefined

  override async init(...args: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(...args)
    const preRun = [emscriptenOpts.preRun ?? []].flat() as ((module: EmscriptenModule) => void)[]
    preRun.push((module) => {
      this.module = module as unknown as ParserModule
      const fs =
        module.FS.filesystems?.NODEFS ??
        module.FS.lookupPath('/pglite/data', { follow_mount: true }).node.mount.type
      fs.stream_ops.fsync = (stream: { nfd: number }) => {
        fsyncs += 1
        fsyncSync(stream.nfd)
      }
      const { setattr } = fs.node_ops
      fs.node_ops.setattr = (node, change) =>
        setattr(node, { ...change, ...(change.mode !== undefined && { mode: change.mode & ~0o077 }) })
    })
    return { emscriptenOpts: { ...emscriptenOpts, preRun } } as Awaited<ReturnType<NodeFS['init']>>
  }
}
interface NodeFileSystem {
  stream_ops: { fsync?: (stream: { nfd: number }) => void }
  node_ops: { setattr(node: unknown, change: { mode?: number }): void }
}
interface EmscriptenModule {
  FS: {
    filesystems?: { NODEFS?: NodeFileSystem }
    lookupPath(path: string, options: object): { node: { mount: { type: NodeFileSystem } } }
  }
}

/** @returns whether it did */
async function startFromTemplate({ dataDir, until }: PGliteSource): Promise<boolean> {
  if (!dataDir || existsSync(dataDir)) return false
  const { unpackTemplate, usableTemplate } = await import('./template.ts')
  const packed = await usableTemplate({ until })
  if (packed) await unpackTemplate(packed, dataDir)
  return packed !== undefined
}

function optionsFor({ dataDir, dump }: PGliteSource): PGliteOptions {
  if (!dataDir) return dump ? { loadDataDir: new Blob([dump]) } : {}
  const settings = [
    'wal_sync_method=fsync',
    // Files that only grow can be compared with their former length.
    'vacuum_truncate=off',
    // The rest of the log is removed at each checkpoint.
    'max_wal_size=128MB',
    'min_wal_size=32MB',
  ]
  const fs = new DurableFS(dataDir)
  return {
    fs,
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    onStderr: keepLine,
    onStdout: (line) => {
      // Its first words, before it reads statements.
      if (fs.module && line.includes('stand-alone backend')) keepParserSimple(fs.module)
      return true
    },
  }
}

async function openDatabase(source: PGliteSource): Promise<PGlite> {
  const isNew = await startFromTemplate(source)
  const opening = PGlite.create(optionsFor(source))
  try {
    const { dataDir } = source
    if (!dataDir || isNew) return await opening
    // Meanwhile PGlite's program is compiled in other threads; it opens no file before the next await.
    const short = checkFiles(dataDir)
    const db = await opening
    if (short) checkRelations(dataDir, (await db.query<Relation>(relationsQuery)).rows, short)
    return db
  } catch (error) {
    opening.catch(() => {})
    throw error
  }
}

/**
 * PGlite continues after every exception of PostgreSQL, also when that has aborted itself, and then acknowledges writes
 * that never happen. Only a jump to the main loop, after an error of a statement, is not the end.
 */
function endWhenAborted(db: PGlite): void {
  const jump: number = Reflect.get(db, 'POSTGRES_MAIN_LONGJMP')
  const module = db.Module
  const run = module._PostgresMainLoopOnce
  module._PostgresMainLoopOnce = () => {
    try {
      run()
    } catch (error) {
      if ((error as { status?: number }).status !== jump) end(error)
      throw error
    }
  }
}

/** Ends the thread immediately: nothing more is written. */
function end(error: unknown): never {
  port.postMessage({ failed: reportFailure(error, log) } satisfies FromWorker)
  process.exit(1)
}

async function answer(ask: Question, db: PGlite): Promise<unknown> {
  if (ask === 'fsyncs') return fsyncs
  if (ask === 'dump') return new Uint8Array(await (await db.dumpDataDir('none')).arrayBuffer())
  await closeDatabase(db)
  return undefined
}

async function closeDatabase(db: PGlite): Promise<void> {
  const { dataDir } = workerData as PGliteSource
  if (!dataDir) return db.close()
  // A failed transaction answers nothing; then the next start compares less.
  const relations = await db.query<Relation>(relationsQuery).catch(() => undefined)
  await db.close()
  if (relations) recordRelations(dataDir, measureRelations(dataDir, relations.rows))
}

/**
 * PGlite's plain call (0.5) also parses every reply and never releases the results. The call with a callback only
 * passes the bytes on, before its promise resolves. Only the plain one answers a startup message.
 */
function execute(db: PGlite, message: Uint8Array): Uint8Array {
  if (message[0] === 0) return db.execProtocolRawSync(message)
  const parts: Uint8Array[] = []
  const onRawData = (part: Uint8Array) => void parts.push(part.slice())
  db.execProtocolRawStream(message, { syncToFs: false, onRawData }).catch(end)
  return Buffer.concat(parts)
}

async function serve(source: PGliteSource): Promise<void> {
  const db = await openDatabase(source)
  endWhenAborted(db)
  const wire = new WireSession((message) => execute(db, message))
  let current = 0
  const reply = async (ask: Question) => {
    port.postMessage({ answer: await answer(ask, db) } satisfies FromWorker)
    if (ask === 'close') port.close()
  }
  port.on('message', (message: ToWorker) => {
    if ('ask' in message) reply(message.ask).catch(end)
    else if ('connect' in message) {
      current = message.connect
      wire.connect()
    } else if (message.connection === current) {
      const bytes = new Uint8Array(wire.receive(message.bytes))
      if (bytes.byteLength)
        port.postMessage({ connection: current, bytes } satisfies FromWorker, [bytes.buffer])
    }
  })
  port.postMessage({ ready: true } satisfies FromWorker)
}

serve(workerData as PGliteSource).catch(end)
