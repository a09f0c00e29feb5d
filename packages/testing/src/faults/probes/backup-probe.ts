import { execFile } from 'node:child_process'
import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { backups } from '@fleetdeck/contract/backups'
import { jobLogs } from '@fleetdeck/contract/scheduled-jobs'
import { compileCache } from '../../server/server-process.ts'
import { Calls, type Probe, type Verdict } from '../probe.ts'
import { until } from '../services.ts'
import type { World } from '../world.ts'

const endLimitMs = 90_000
const databaseProgram = path.resolve(import.meta.dirname, '../../../../../scripts/db.ts')

const names = async (calls: Calls) => (await calls.call(backups.list)).list.map(({ fileName }) => fileName)

/** A backup that an operator starts. */
export class BackupProbe implements Probe {
  readonly row = 'Backup'
  readonly calls: Calls
  #before = new Set<string>()
  /** Backups when the fault ended. */
  #afterwards: Set<string> | undefined
  #isAnother = false

  constructor(world: World) {
    this.calls = new Calls(world)
  }

  async start(): Promise<void> {
    this.#afterwards = undefined
    this.#isAnother = false
    const old = await names(this.calls)
    for (const fileName of old) await this.calls.call(backups.remove, { body: { fileName } })
    this.#before = new Set(await names(this.calls))
    await this.calls.call(backups.add)
  }

  /** The first may still be in progress, and succeed; otherwise another begins after it, and one more if that fails. */
  async isBack(): Promise<boolean> {
    const { list, isRunning } = await this.calls.call(backups.list)
    const made = list.map(({ fileName }) => fileName)
    this.#afterwards ??= new Set(made)
    if (made.some((fileName) => !this.#afterwards?.has(fileName))) return true
    if (isRunning) return false
    await this.calls.call(backups.add)
    this.#isAnother = true
    return false
  }

  async check(): Promise<Verdict> {
    await until(async () => !(await this.calls.call(backups.list)).isRunning, endLimitMs)
    const made = [...(this.#afterwards ?? [])].filter((fileName) => !this.#before.has(fileName))
    const { list } = await this.calls.call(jobLogs.list, { query: { pageSize: 20 } })
    const runs = list.filter(({ invokeTarget }) => invokeTarget === 'backup').slice(0, 2)
    const said = runs.map(({ state, exceptionInfo }) =>
      [state, exceptionInfo.split('\n')[0]?.slice(0, 120)].filter(Boolean).join(': '),
    )
    return {
      session: made.length || !this.#isAnother ? 'went on' : 'ended',
      says: `job log, newest first: ${said.join(' · ')}`,
      lost: [],
      twice: [],
    }
  }
}

/** `npm run db -- restore` of a backup into a database that nobody uses; again, by hand, when it failed. */
export class RestoreProbe implements Probe {
  readonly row = 'Restore'
  readonly calls: Calls
  readonly #world: World
  #file = ''
  #first: Promise<Restored> | undefined
  #wasOk = false

  constructor(world: World) {
    this.#world = world
    this.calls = new Calls(world)
  }

  async prepare(): Promise<void> {
    await this.calls.call(backups.add)
    await until(async () => (await names(this.calls)).length > 0, endLimitMs)
    const [made = ''] = await names(this.calls)
    await mkdir(path.join(this.#world.folder, 'restored'), { recursive: true })
    this.#file = path.join(this.#world.folder, 'backup.tar')
    await copyFile(path.join(this.#world.dataDir, 'backups', made), this.#file)
  }

  async start(): Promise<void> {
    this.#wasOk = false
    this.#first = this.#restore()
  }

  async isBack(): Promise<boolean> {
    const first = await this.#first
    this.#wasOk = first?.code === 0
    return this.#wasOk || (await this.#restore()).code === 0
  }

  async check(): Promise<Verdict> {
    const first = await this.#first
    const [row] = await this.#world.services.sql<{ count: number }>(
      'select count(*)::int as count from users',
      'restored',
    )
    return {
      session: this.#wasOk ? 'went on' : 'ended',
      says: `exit code ${first?.code}: ${first?.said.trim().split('\n').at(-1)}`,
      lost: row?.count ? [] : ['the users of the backup'],
      twice: [],
      ...(this.#wasOk ? {} : { byHand: 'the command is started again' }),
    }
  }

  #restore(): Promise<Restored> {
    const url = new URL(this.#world.links.postgres.url)
    url.pathname = '/restored'
    const { PATH = '' } = process.env
    const env = {
      PATH,
      NODE_COMPILE_CACHE: compileCache,
      DATABASE_URL: url.href,
      DATA_DIR: path.join(this.#world.folder, 'restored'),
    }
    const { promise, resolve } = Promise.withResolvers<Restored>()
    const child = execFile(
      process.execPath,
      [databaseProgram, 'restore', this.#file, '--force'],
      { env, timeout: endLimitMs },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, said: stderr || stdout }),
    )
    return promise
  }
}

interface Restored {
  code: number | null
  said: string
}
