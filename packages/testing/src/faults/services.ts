import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../server/free-port.ts'
import { mountSmallDisk, type SmallDisk } from '../server/small-disk.ts'

const run = promisify(execFile)

/** A PostgreSQL and a Redis that nobody else uses: they may be stopped, frozen, filled and emptied. */
export class Services {
  readonly postgresUrl: string
  readonly redisUrl: string
  /** Where the rows are; undefined where this account may not mount file systems. */
  readonly rowsDisk: SmallDisk | undefined
  readonly #folder: string
  readonly #redis: ChildProcess
  readonly #programs: string
  readonly #port: number

  private constructor(parts: {
    folder: string
    programs: string
    port: number
    redis: ChildProcess
    redisPort: number
    rowsDisk: SmallDisk | undefined
  }) {
    this.#folder = parts.folder
    this.#programs = parts.programs
    this.#port = parts.port
    this.#redis = parts.redis
    this.rowsDisk = parts.rowsDisk
    this.postgresUrl = `postgresql://postgres@127.0.0.1:${parts.port}/site`
    this.redisUrl = `redis://127.0.0.1:${parts.redisPort}`
  }

  /** @param diskMegabytes for rows and indexes */
  static async start(diskMegabytes: number): Promise<Services> {
    const folder = mkdtempSync(path.join(tmpdir(), 'fleetdeck-faults-'))
    const programs = newestPrograms()
    const [port, redisPort] = [await freePort(), await freePort()]
    const rowsDisk = mountSmallDisk(diskMegabytes)
    const redis = spawn(
      'redis-server',
      [
        '--port',
        String(redisPort),
        '--bind',
        '127.0.0.1',
        '--save',
        '',
        '--appendonly',
        'no',
        '--dir',
        folder,
      ],
      { stdio: 'ignore' },
    )
    const services = new Services({ folder, programs, port, redis, redisPort, rowsDisk })
    await services.#createCluster().catch(async (error) => {
      await services.stop()
      throw error
    })
    return services
  }

  async #createCluster() {
    chmodSync(this.#folder, 0o711)
    const data = path.join(this.#folder, 'pg')
    mkdirSync(data)
    giveToPostgres(data)
    await this.#asPostgres('initdb', [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    ])
    await this.#control('start')
    const space = this.rowsDisk ? ` tablespace small` : ''
    if (this.rowsDisk) {
      const rows = path.join(this.rowsDisk.path, 'rows')
      mkdirSync(rows)
      for (const part of [this.rowsDisk.path, rows]) giveToPostgres(part)
      await this.sql(`create tablespace small location '${rows}'`, 'postgres')
    }
    await this.sql(`create database site${space}`, 'postgres')
    await this.sql(`create database restored${space}`, 'postgres')
  }

  /** Rows of one statement, past every proxy. */
  async sql<Row extends pg.QueryResultRow>(statement: string, database = 'site'): Promise<Row[]> {
    const url = new URL(this.postgresUrl)
    url.pathname = `/${database}`
    const options = '-c default_transaction_read_only=off'
    const client = new pg.Client({ connectionString: url.href, options, connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(statement)).rows
    } finally {
      await client.end()
    }
  }

  async restartPostgres(): Promise<void> {
    await this.#control('restart')
  }

  /** Every process of PostgreSQL ends immediately. */
  async killPostgres(): Promise<void> {
    const pids = this.#postgresPids()
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    await until(async () => pids.every((pid) => !isAlive(pid)), 10_000)
  }

  /** It repeats what its log contains. */
  async startPostgres(): Promise<void> {
    await this.#control('start')
  }

  /** Ends no connection: present ones refuse to write. */
  async setReadOnly(isOn: boolean): Promise<void> {
    await this.sql(`alter system set default_transaction_read_only = ${isOn ? 'on' : 'off'}`)
    await this.sql('select pg_reload_conf()')
  }

  /** Every process of PostgreSQL stops working, or goes on. */
  freezePostgres(isFrozen: boolean): void {
    const all = this.#postgresPids()
    for (const pid of isFrozen ? all : all.reverse()) process.kill(pid, isFrozen ? 'SIGSTOP' : 'SIGCONT')
  }

  /** The main process is the first. */
  #postgresPids(): number[] {
    const [main = ''] = readFileSync(path.join(this.#folder, 'pg', 'postmaster.pid'), 'utf8').split('\n')
    return [Number(main), ...childrenOf(main)]
  }

  freezeRedis(isFrozen: boolean): void {
    this.#redis.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT')
  }

  async flushRedis(): Promise<void> {
    await run('redis-cli', ['-p', new URL(this.redisUrl).port, 'flushall'])
  }

  async stop(): Promise<void> {
    await this.#control('stop').catch(() => {})
    this.#redis.kill('SIGKILL')
    if (this.#redis.exitCode === null && this.#redis.signalCode === null) await once(this.#redis, 'exit')
    this.rowsDisk?.remove()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #control(order: 'start' | 'stop' | 'restart') {
    const settings = `-p ${this.#port} -k '' -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200`
    const starts = order === 'stop' ? [] : ['-o', settings]
    await this.#asPostgres('pg_ctl', [
      ...['-D', path.join(this.#folder, 'pg'), '-l', path.join(this.#folder, 'pg', 'log.txt')],
      ...['-m', 'fast', '-w', ...starts, order],
    ])
  }

  /** PostgreSQL does not start as root. Its output goes nowhere: a started server would keep a pipe open. */
  async #asPostgres(name: string, args: string[]) {
    const program = path.join(this.#programs, name)
    const isRoot = process.getuid?.() === 0
    const [file, all] = isRoot
      ? ['/usr/sbin/runuser', ['-u', 'postgres', '--', program, ...args]]
      : [program, args]
    const child = spawn(file, all, { stdio: 'ignore', cwd: this.#folder })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${name} ${args.at(-1)} ended with code ${code}`)
  }
}

function newestPrograms(): string {
  const folder = '/usr/lib/postgresql'
  const versions = readdirSync(folder).sort((a, b) => Number(b) - Number(a))
  return path.join(folder, versions[0] ?? '', 'bin')
}

function giveToPostgres(file: string) {
  if (process.getuid?.() !== 0) return
  const account = readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m)
  if (account) chownSync(file, Number(account[1]), Number(account[2]))
}

function isAlive(pid: number): boolean {
  try {
    return !/^\S+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

function childrenOf(pid: string): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return text ? text.split(' ').map(Number) : []
}

/** Until it returns true; errors count as false. Returns the time that it took, or undefined after the limit. */
export async function until(ready: () => Promise<boolean>, limitMs: number): Promise<number | undefined> {
  const began = performance.now()
  while (performance.now() - began < limitMs) {
    if (await ready().catch(() => false)) return performance.now() - began
    await pause(200)
  }
  return undefined
}
