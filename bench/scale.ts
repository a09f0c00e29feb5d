import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ScriptId } from '@fleetdeck/contract/ids'
import { session } from '@fleetdeck/contract/session'
import { changedPassword, HttpClient, signIn } from '@fleetdeck/testing/server/http-client'
import { type ServerProcess, startServer } from '@fleetdeck/testing/server/server-process'
import { sql } from 'drizzle-orm'
import { storeValues } from '../apps/server/src/features/device-monitor/history.queries.ts'
import { type OpenDb, openDb } from '../apps/server/src/platform/db/open-db.ts'
import { onPostgresAndRedis, type Shared, sharedSettings } from './databases.ts'
import { enrolPhones } from './enrolled-phones.ts'
import { inMs, printRows, quantile, readCpuTime, readMemory } from './figures.ts'
import { fillSite } from './filled-site.ts'
import type { PageOrder, PagesReport } from './scale/console-pages.ts'
import type { PhonesOrder, PhonesReport } from './scale/light-phones.ts'
import { mostOpenFiles, openFiles, type Reading, Readings } from './scale/readings.ts'
import { addScript, taskToAll } from './tasks/task-to-all.ts'
import { until } from './tasks/until.ts'

/** `npm run bench -- scale 0.01` runs a hundredth of it, as a trial. */
const share = Number(process.argv[3] ?? 1)
const phones = Math.round(30_000 * share)
const watched = Math.min(100, phones)
/** Pages that watch as many phones as a page may. */
const wholePages = Math.ceil(6 * share)
const watchedWhole = Math.min(10_000, phones)
const users = 20
const consolesOfUser = Math.max(1, Math.round(50 * share))
const consoles = users * consolesOfUser
const phoneProcesses = 2
const measuredMs = 40_000
const settleMs = 15_000
/** Files of a server that are neither phones nor consoles. */
const otherFiles = 500
/** Several reports of the players. */
const noticeMs = 1000
const restartMs = 2000

export const benchScale = () => onPostgresAndRedis(measure)

/** Users who own the same number of phones each, with the administrator's password. */
async function addUsers({ db }: OpenDb): Promise<void> {
  await db.execute(sql`
    insert into users (user_name, nick_name, password_hash, con_secret, user_type)
    select 'console' || n, 'Console ' || n, password_hash, 'bench-' || n, 1
    from users, generate_series(1, ${users}::int) n where built_in`)
  await db.execute(sql`
    update devices set tenant_id = u.id from users u where u.user_name = 'console' || (1 + devices.id % ${users}::int)`)
}

/** The processes that play the phones and the pages. */
class Players {
  readonly #children: ChildProcess[] = []
  readonly #reports: PhonesReport[] = []
  pages: PagesReport = { open: 0, bytes: 0, messages: 0, delays: [] }

  get pids(): number[] {
    return this.#children.map(({ pid }) => pid ?? 0)
  }

  get connected(): number {
    return this.#reports.reduce((sum, { connected }) => sum + connected, 0)
  }

  get registrations(): number {
    return this.#reports.reduce((sum, { registrations }) => sum + registrations, 0)
  }

  connectPhones(orders: PhonesOrder[]): void {
    const place = this.#reports.push({ connected: 0, registrations: 0 }) - 1
    this.#start('light-phones.ts', orders, (report) => {
      this.#reports[place] = report as PhonesReport
    })
  }

  openPages(orders: PageOrder[]): void {
    this.#start('console-pages.ts', orders, (message) => {
      const report = message as PagesReport
      this.pages.open = report.open
      this.pages.bytes += report.bytes
      this.pages.messages += report.messages
      for (const ms of report.delays) this.pages.delays.push(ms)
    })
  }

  stop(): void {
    for (const child of this.#children) child.kill('SIGKILL')
  }

  #start(file: string, orders: object[], heard: (report: unknown) => void): void {
    const child = fork(path.join(import.meta.dirname, 'scale', file))
    child.on('message', heard)
    child.send(orders)
    this.#children.push(child)
  }
}

async function measure(shared: Shared): Promise<void> {
  const { url, redis, folder } = shared
  const where = { dataDir: folder, databaseUrl: url }
  console.log(`Filling PostgreSQL with ${phones} phones …`)
  await fillSite(where, { devices: phones, groups: 1 })
  const open = await openDb(where)
  const tokens = await enrolPhones(open.db, phones)
  await addUsers(open)
  await open.db.execute(sql`vacuum analyze`)
  const start = (name: string, port = '0') =>
    startServer({
      ...{ CAPTCHA: 'off', PORT: port, HOST: '0.0.0.0' },
      ...sharedSettings(shared, name),
    })
  const servers = [await start('first'), await start('second')]
  const players = new Players()
  const readings = await Readings.open(url, redis)
  const ports = servers.map(({ address }) => new URL(address).port)
  const restart = async (at: number) => {
    servers[at] = await start(`again-${at}`, ports[at])
  }
  try {
    await new Scale({ open, tokens, servers, players, readings, ports, restart }).run()
  } finally {
    players.stop()
    await readings.close()
    await Promise.all(servers.map((server) => server.kill()))
    await open.close()
  }
}

interface ScaleParts {
  open: OpenDb
  tokens: string[]
  servers: ServerProcess[]
  ports: string[]
  players: Players
  readings: Readings
  restart: (at: number) => Promise<void>
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

class Scale {
  readonly #parts: ScaleParts

  constructor(parts: ScaleParts) {
    this.#parts = parts
  }

  async run(): Promise<void> {
    const { players, servers, readings } = this.#parts
    await delay(settleMs)
    const idle = this.#memory()
    const idleFiles = openFiles(servers[0]?.pid ?? 0)
    const idleLoad = await this.#period(20_000)
    const began = performance.now()
    this.#connectPhones()
    await until('all phones to connect', () => players.connected === phones)
    const connectedMs = performance.now() - began
    await delay(settleMs)
    const alone = await this.#period(measuredMs)
    const perPhone = (this.#memory() - idle) / phones
    const files = openFiles(servers[0]?.pid ?? 0) - idleFiles
    printRows(
      [`${phones} phones, a heartbeat each 10 s, on two servers`, 'figure', 'goal'],
      [
        ['all connected at first, s', (connectedMs / 1000).toFixed(1), ''],
        ['memory of both servers above idle, KB a phone', perPhone.toFixed(1), '25'],
        ...this.#loadRows(alone, '60'),
        ['connections to PostgreSQL, both servers', String(await readings.connections()), ''],
        ['open files of a server for each of its phones', (files / (phones / 2)).toFixed(2), ''],
      ],
    )
    this.#printCosts(idleLoad, alone)
    await this.#withConsoles(alone)
    await this.#task()
    await this.#kill()
    await this.#printSizes()
  }

  /** Each process has the same number of phones of each server. */
  #connectPhones(): void {
    const { tokens, players } = this.#parts
    for (let place = 0; place < phoneProcesses; place += 1) {
      const servers = this.#addresses(place)
      const ofPlace = tokens.filter((_, index) => Math.floor(index / 2) % phoneProcesses === place)
      players.connectPhones([
        { servers, tokens: ofPlace.filter((_, index) => index % 2 === 0) },
        { servers: servers.toReversed(), tokens: ofPlace.filter((_, index) => index % 2 === 1) },
      ])
    }
  }

  /** One address has fewer ports for outgoing connections than there are phones. */
  #addresses(place: number): string[] {
    return this.#parts.ports.map((port) => `http://127.0.0.${1 + place}:${port}`)
  }

  #memory(): number {
    return this.#parts.servers.reduce((sum, { pid }) => sum + readMemory(pid), 0)
  }

  /** The counters of a time without changes. */
  async #period(ms: number): Promise<Period> {
    const { servers, players, readings } = this.#parts
    const pids = servers.map(({ pid }) => pid)
    const busy = players.pids.map(readCpuTime)
    const from = await readings.read(pids, players.pids)
    await delay(ms)
    const to = await readings.read(pids, players.pids)
    const played = players.pids.reduce((sum, pid, at) => sum + readCpuTime(pid) - (busy[at] ?? 0), 0)
    return differenceOf(from, to, played)
  }

  #loadRows({ load }: Period, goal = ''): string[][] {
    const percent = (value: number) => (100 * value).toFixed(0)
    return [
      ...load.servers.map((each, at) => [`processor of server ${at + 1}, % of a core`, percent(each), goal]),
      ['processor of PostgreSQL, % of a core', percent(load.postgres), ''],
      ['processor of Redis, % of a core', percent(load.redis), ''],
      ['processor of the load generators, % of a core', percent(load.players), ''],
    ]
  }

  #printCosts(idle: Period, alone: Period): void {
    const beats = phones / 10
    const server = mean(alone.load.servers) - mean(idle.load.servers)
    const per = (value: keyof Period['rates']) => alone.rates[value] - idle.rates[value]
    printRows(
      ['Unit costs, phones only', 'figure'],
      [
        ['server, ms of processor a heartbeat', ((1000 * server) / (beats / 2)).toFixed(3)],
        [
          'PostgreSQL, ms a heartbeat',
          ((1000 * (alone.load.postgres - idle.load.postgres)) / beats).toFixed(3),
        ],
        ['Redis, ms a heartbeat', ((1000 * (alone.load.redis - idle.load.redis)) / beats).toFixed(4)],
        ['transactions a second, both servers idle', idle.rates.transactions.toFixed(0)],
        ['transactions a second', alone.rates.transactions.toFixed(0)],
        ['rows updated a second for 1,000 phones', ((1000 * per('updated')) / phones).toFixed(1)],
        ['of them HOT, %', ((100 * alone.rates.hot) / alone.rates.updated).toFixed(0)],
        ['WAL bytes a heartbeat', (per('wal') / beats).toFixed(0)],
        ['messages published a second', alone.rates.published.toFixed(1)],
        ['bytes into Redis a heartbeat', (per('redisIn') / beats).toFixed(0)],
        ['bytes out of Redis a heartbeat', (per('redisOut') / beats).toFixed(0)],
        [
          'bytes of a phone’s socket a minute, both directions',
          ((60 * alone.rates.phoneBytes) / phones).toFixed(0),
        ],
      ],
    )
  }

  async #withConsoles(before: Period): Promise<void> {
    const { players } = this.#parts
    const memory = this.#memory()
    players.openPages(await this.#pages())
    await until('all consoles to open', () => players.pages.open === consoles + wholePages)
    await delay(settleMs)
    players.pages = { open: players.pages.open, bytes: 0, messages: 0, delays: [] }
    const period = await this.#period(measuredMs)
    const { bytes, messages, delays } = players.pages
    const pages = consoles + wholePages
    const added = mean(period.load.servers) - mean(before.load.servers)
    printRows(
      [
        `${consoles} consoles that watch ${watched} phones, ${wholePages} that watch ${watchedWhole}`,
        'figure',
        'goal',
      ],
      [
        ...this.#loadRows(period, '60'),
        ['added to each server, % of a core', (100 * added).toFixed(0), ''],
        ['memory a console, KB', ((this.#memory() - memory) / pages).toFixed(0), ''],
        ['heartbeat to console p50, ms', inMs(quantile(delays, 0.5)), ''],
        ['heartbeat to console p99, ms', inMs(quantile(delays, 0.99)), ''],
        ['measured states', String(delays.length), ''],
        ['messages a second to a console', ((1000 * messages) / measuredMs / pages).toFixed(2), ''],
        ['bytes a second to a console', ((1000 * bytes) / measuredMs / pages).toFixed(0), ''],
      ],
    )
  }

  /** Pages of several users, half of them on each server. */
  async #pages(): Promise<PageOrder[]> {
    const { servers } = this.#parts
    const address = servers[0]?.address ?? ''
    const addresses = this.#addresses(0)
    const orders: PageOrder[] = []
    const add = (order: Pick<PageOrder, 'token' | 'ids' | 'isMeasured'>) =>
      orders.push({ ...order, servers: orders.length % 2 ? addresses.toReversed() : addresses })
    for (let user = 1; user <= users; user += 1) {
      const { token } = await new HttpClient(address).call(session.login, {
        body: { username: `console${user}`, password: changedPassword },
      })
      const own = Array.from({ length: phones }, (_, at) => at + 1).filter((id) => 1 + (id % users) === user)
      for (let page = 0; page < consolesOfUser; page += 1) {
        const from = (page * watched) % own.length
        add({ token, ids: own.slice(from, from + watched), isMeasured: page === 0 })
      }
    }
    const { token = '' } = await signIn(address, changedPassword)
    for (let page = 0; page < wholePages; page += 1) {
      const ids = Array.from({ length: watchedWhole }, (_, at) => 1 + ((page * watchedWhole + at) % phones))
      add({ token, ids, isMeasured: false })
    }
    return orders
  }

  async #task(): Promise<void> {
    const { open, servers } = this.#parts
    const admin = await signIn(servers[0]?.address ?? '', changedPassword)
    const scriptId: ScriptId = await addScript(admin)
    const took = await taskToAll(open, admin, { scriptId, phones })
    printRows(
      [`One task to ${phones} phones, beside ${consoles} consoles`, 'figure', 'goal'],
      [
        ['enabled to acknowledged p50, ms', inMs(quantile(took, 0.5)), ''],
        ['enabled to acknowledged p99, ms', inMs(quantile(took, 0.99)), '10000'],
        ['phones that acknowledged it', String(took.length), String(phones)],
      ],
    )
  }

  async #kill(): Promise<void> {
    const { players, servers, readings, restart } = this.#parts
    await delay(settleMs)
    // Without enough descriptors on the other one the server starts again, as its service manager does.
    const isHeldByOne = mostOpenFiles() > phones + consoles + otherFiles
    const registrations = players.registrations
    const pages = players.pages.open
    const killedAt = new Date()
    const since = () => Date.now() - killedAt.getTime()
    await servers[1]?.kill()
    const again = isHeldByOne ? undefined : delay(restartMs).then(() => restart(1))
    const timed = async (what: string, isDone: () => Promise<boolean> | boolean) => {
      await until(what, isDone)
      return since()
    }
    await until('the loss to be noticed', () => players.connected < phones)
    // Pages that lost it notice it in this time, and most of them connect again later.
    await delay(noticeMs)
    const [connected, opened, online] = await Promise.all([
      timed('all phones to be back', () => players.connected === phones),
      timed('all consoles to be back', () => players.pages.open === pages),
      timed('all phones to be online', async () => (await readings.seenSince(killedAt)) === phones),
    ])
    await again
    const how = isHeldByOne
      ? 'on the other one'
      : 'it starts again, as one process may not open as many sockets'
    printRows(
      [`One server killed; ${how}`, 'figure', 'goal'],
      [
        ['all phones connected again after, s', (connected / 1000).toFixed(1), '60'],
        ['all seen since, in the database, after, s', (online / 1000).toFixed(1), '60'],
        ['all consoles open again after, s', (opened / 1000).toFixed(1), ''],
        ['phones that connected again', String(players.registrations - registrations), String(phones / 2)],
      ],
    )
  }

  async #printSizes(): Promise<void> {
    const { open, readings } = this.#parts
    const at = new Date()
    await storeValues(open.db, { at, since: new Date(0), afterId: 0, rows: phones })
    const tables = ['devices', 'device_runtime', 'device_history', 'device_events', 'task_runs', 'task_lines']
    const rows: string[][] = []
    for (const table of tables) {
      const bytes = await readings.bytesPerRow(table)
      rows.push([`${table}, bytes a row with indexes`, Number.isFinite(bytes) ? bytes.toFixed(0) : '–'])
    }
    printRows(['PostgreSQL', 'figure'], rows)
  }
}

interface Period {
  /** Processor seconds a second. */
  load: { servers: number[]; postgres: number; redis: number; players: number }
  /** A second. */
  rates: Record<
    'phoneBytes' | 'wal' | 'transactions' | 'updated' | 'hot' | 'published' | 'redisIn' | 'redisOut',
    number
  >
}

function differenceOf(from: Reading, to: Reading, played: number): Period {
  const ms = to.at - from.at
  const rate = (name: keyof Period['rates']) => (1000 * (to[name] - from[name])) / ms
  return {
    load: {
      servers: to.servers.map((each, at) => (each - (from.servers[at] ?? 0)) / ms),
      postgres: (to.postgres - from.postgres) / ms,
      redis: (to.redis - from.redis) / ms,
      players: played / ms,
    },
    rates: {
      phoneBytes: rate('phoneBytes'),
      wal: rate('wal'),
      transactions: rate('transactions'),
      updated: rate('updated'),
      hot: rate('hot'),
      published: rate('published'),
      redisIn: rate('redisIn'),
      redisOut: rate('redisOut'),
    },
  }
}
