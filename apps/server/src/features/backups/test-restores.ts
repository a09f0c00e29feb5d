import { fork } from 'node:child_process'
import { once } from 'node:events'
import { stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { ProofDetails } from '@fleetdeck/contract/backups'
import type { FastifyBaseLogger } from 'fastify'
import { readHead } from '../../platform/backup/archive.ts'
import {
  abandonedSteps,
  noteFailure,
  noteSuccess,
  whileHolding,
} from '../../platform/backup/backup-steps.queries.ts'
import type { Backups, StoredBackup } from '../../platform/backup/backups.ts'
import type { Copies } from '../../platform/backup/copies.ts'
import { type BackupKeys, readProtection } from '../../platform/backup/encryption.ts'
import { KeyRefused, RestoreRefused } from '../../platform/backup/not-a-backup.ts'
import { lowerPriority } from '../../platform/core/lower-priority.ts'
import type { Db } from '../../platform/db/db.ts'
import type { OpenDb } from '../../platform/db/open-db.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import { StorageFailure } from '../../platform/storage/storage-failure.ts'
import type { RestoreOrder, RestoreReport } from './restore-child.ts'
import { createTemporary, dropLeftover } from './temporary-database.ts'

const megabyte = 1024 * 1024
const sweepMs = 60_000
const childHeapMegabytes = 512
const longestMs = 12 * 3_600_000
/** The size of an empty embedded database and its log. */
const embeddedBytes = 200 * megabyte
/** Rows take so many times the space of their compressed text, indexes included. */
const rowsGrow = 12
const spareBytes = 16 * megabyte

interface TestRestoreDeps {
  db: Db
  open: OpenDb
  parameters: ParameterStore
  backups: Backups
  copies: Copies
  log: FastifyBaseLogger
}

interface Source {
  fileName: string
  file: string
  isFromCopy: boolean
  /** Made for this trial, as the stored one cannot be opened here. */
  isTrial: boolean
}

/**
 * Restores the newest backup into a throw-away database and checks it, in a process of its own with low priority. The
 * running database is only read for the name of the throw-away one. Databases left by killed servers are removed once a
 * minute.
 */
export class TestRestores {
  readonly #deps: TestRestoreDeps
  readonly #timer: NodeJS.Timeout
  #sweeping: Promise<void>

  constructor(deps: TestRestoreDeps) {
    this.#deps = deps
    const sweep = () =>
      this.sweep().catch((error: unknown) => deps.log.error({ err: error }, 'remains of test restores'))
    this.#sweeping = sweep()
    this.#timer = setInterval(() => {
      this.#sweeping = sweep()
    }, sweepMs)
    this.#timer.unref()
  }

  /** Returns the number of rows; throws StorageFailure. Only one server does it at a time. */
  async prove(signal: AbortSignal): Promise<number> {
    const { db } = this.#deps
    const rows = await whileHolding(db, { step: 'prove', signal }, async (held) => {
      const limited = AbortSignal.any([held, AbortSignal.timeout(longestMs)])
      try {
        const { fileName, details } = await this.#proveNewest(limited)
        await noteSuccess(db, 'prove', { fileName, details })
        return details.rows
      } catch (error) {
        const failure = asOfBackup(error)
        await noteFailure(db, 'prove', failure)
        throw failure
      }
    })
    return rows ?? 0
  }

  /** Removes what killed servers have left, and notes that they were interrupted. */
  async sweep(): Promise<void> {
    const { db, open, backups } = this.#deps
    await backups.removeLeftover()
    const { signal } = new AbortController()
    for (const step of await abandonedSteps(db))
      await whileHolding(db, { step, signal }, async () => {
        if (step === 'prove' && open.kind === 'postgresql') await dropLeftover(open.pool)
        await noteFailure(db, step, new StorageFailure('interrupted'))
      })
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#sweeping
  }

  #proveNewest(signal: AbortSignal): Promise<{ fileName: string; details: ProofDetails }> {
    const { open, backups } = this.#deps
    return backups.inWorkFolder(async (folder) => {
      const began = performance.now()
      const keys = this.#keys()
      const { fileName, file, isFromCopy, isTrial } = await this.#fetch(folder, signal)
      const temporary = open.kind === 'postgresql' ? await createTemporary(open.pool) : undefined
      try {
        await refuseSmallDisk(folder, await neededBytes(file, keys, temporary !== undefined))
        const order = { file, keys, dataDir: path.join(folder, 'data'), databaseUrl: temporary?.url }
        const report = await restoreInChild(order, signal)
        if ('reason' in report) throw new StorageFailure(report.reason, report.detail)
        const database = temporary ? 'postgresql' : 'embedded'
        const durationMs = Math.round(performance.now() - began)
        return { fileName, details: { ...report, durationMs, isFromCopy, isTrial, database } }
      } finally {
        await temporary?.drop()
      }
    })
  }

  #keys(): BackupKeys {
    const passphrase = this.#deps.parameters.get('sys.backup.passphrase')
    return passphrase ? { passphrase } : {}
  }

  /**
   * The newest copy at the other place, else the newest backup here. One that is encrypted for a key that this server
   * does not have is only looked at: the same is made again in plain, for the trial alone.
   */
  async #fetch(folder: string, signal: AbortSignal): Promise<Source> {
    const { backups } = this.#deps
    const newest = await this.#fetchNewest(folder, signal)
    const protection = await readProtection(newest.file)
    const isOpen = protection === 'none' || (protection === 'passphrase' && this.#keys().passphrase)
    if (isOpen) return { ...newest, isTrial: false }
    const file = path.join(folder, 'trial')
    await backups.makeForTrial(file, signal)
    return { ...newest, file, isTrial: true }
  }

  async #fetchNewest(folder: string, signal: AbortSignal): Promise<Omit<Source, 'isTrial'>> {
    const { backups, copies } = this.#deps
    const accept = ({ size }: StoredBackup) => refuseSmallDisk(folder, size + spareBytes)
    const copy = await copies.fetchNewest(folder, { signal, accept })
    if (copy) return { ...copy, isFromCopy: true }
    const [newest] = await backups.list()
    if (!newest) throw new StorageFailure('noBackup')
    const file = path.join(folder, newest.fileName)
    await backups.fetch(newest, file, signal)
    return { fileName: newest.fileName, file, isFromCopy: false }
  }
}

function asOfBackup(error: unknown): unknown {
  if (error instanceof KeyRefused) return new StorageFailure('wrongPassphrase')
  return error instanceof RestoreRefused ? new StorageFailure('damagedBackup', error.message) : error
}

async function neededBytes(file: string, keys: BackupKeys, isElsewhere: boolean): Promise<number> {
  const { size } = await stat(file)
  const { fileBytes } = await readHead(file, keys)
  if (isElsewhere) return size + spareBytes
  return size + embeddedBytes + rowsGrow * Math.max(0, size - fileBytes)
}

async function refuseSmallDisk(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= needed) return
  const megabytes = (bytes: number) => Math.ceil(bytes / megabyte)
  throw new StorageFailure('noSpace', `${megabytes(free)} MB < ${megabytes(needed)} MB`)
}

async function restoreInChild(order: RestoreOrder, signal: AbortSignal): Promise<RestoreReport> {
  signal.throwIfAborted()
  const child = fork(new URL('./restore-child.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${childHeapMegabytes}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill)
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-500)
  })
  let report: RestoreReport | undefined
  child.on('message', (message: RestoreReport) => {
    report = message
  })
  try {
    const ended = once(child, 'close')
    if (child.pid) lowerPriority(child.pid)
    child.send(order, () => {})
    await ended
  } finally {
    signal.removeEventListener('abort', kill)
  }
  signal.throwIfAborted()
  return report ?? { reason: 'interrupted', detail: said }
}
