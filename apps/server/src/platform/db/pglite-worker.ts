import { existsSync, fsyncSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
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
  | { failed: string }
  | { answer: unknown }

if (!parentPort) throw new Error('pglite-worker runs as a worker thread')
const port = parentPort
let fsyncs = 0

/** PGlite's own file system never calls fsync: with it an acknowledged write survives a crash. */
class DurableFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(...args)
    const preRun = [emscriptenOpts.preRun ?? []].flat() as ((module: EmscriptenModule) => void)[]
    preRun.push((module) => {
      const fs =
        module.FS.filesystems?.NODEFS ??
        module.FS.lookupPath('/pglite/data', { follow_mount: true }).node.mount.type
      fs.stream_ops.fsync = (stream: { nfd: number }) => {
        fsyncs += 1
        fsyncSync(stream.nfd)
      }
    })
    return { emscriptenOpts: { ...emscriptenOpts, preRun } } as Awaited<ReturnType<NodeFS['init']>>
  }
}
interface NodeFileSystem {
  stream_ops: { fsync?: (stream: { nfd: number }) => void }
}
interface EmscriptenModule {
  FS: {
    filesystems?: { NODEFS?: NodeFileSystem }
    lookupPath(path: string, options: object): { node: { mount: { type: NodeFileSystem } } }
  }
}

async function startFromTemplate({ dataDir, until }: PGliteSource): Promise<void> {
  if (!dataDir || existsSync(dataDir)) return
  const { unpackTemplate, usableTemplate } = await import('./template.ts')
  const packed = await usableTemplate({ until })
  if (packed) await unpackTemplate(packed, dataDir)
}

function optionsFor({ dataDir, dump }: PGliteSource): PGliteOptions {
  if (!dataDir) return dump ? { loadDataDir: new Blob([dump]) } : {}
  return {
    fs: new DurableFS(dataDir),
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      '-c',
      'wal_sync_method=fsync',
    ],
  }
}

async function answer(ask: Question, db: PGlite): Promise<unknown> {
  if (ask === 'fsyncs') return fsyncs
  if (ask === 'dump') return new Uint8Array(await (await db.dumpDataDir('none')).arrayBuffer())
  await db.close()
  return undefined
}

/**
 * PGlite's plain call (0.5) also parses every reply and never releases the results. The call with a callback only
 * passes the bytes on, before its promise resolves. Only the plain one answers a startup message.
 */
function execute(db: PGlite, message: Uint8Array): Uint8Array {
  if (message[0] === 0) return db.execProtocolRawSync(message)
  const parts: Uint8Array[] = []
  const onRawData = (part: Uint8Array) => void parts.push(part.slice())
  void db.execProtocolRawStream(message, { syncToFs: false, onRawData })
  return Buffer.concat(parts)
}

try {
  const source = workerData as PGliteSource
  await startFromTemplate(source)
  const db = await PGlite.create(optionsFor(source))
  const wire = new WireSession((message) => execute(db, message))
  let current = 0
  port.on('message', async (message: ToWorker) => {
    if ('ask' in message) {
      port.postMessage({ answer: await answer(message.ask, db) } satisfies FromWorker)
      if (message.ask === 'close') port.close()
    } else if ('connect' in message) {
      current = message.connect
      wire.connect()
    } else if (message.connection === current) {
      const bytes = new Uint8Array(wire.receive(message.bytes))
      if (bytes.byteLength)
        port.postMessage({ connection: current, bytes } satisfies FromWorker, [bytes.buffer])
    }
  })
  port.postMessage({ ready: true } satisfies FromWorker)
} catch (error) {
  port.postMessage({ failed: error instanceof Error ? error.message : String(error) } satisfies FromWorker)
}
