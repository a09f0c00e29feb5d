import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { commands } from '@fleetdeck/contract/commands'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { heartbeatPath } from '@fleetdeck/contract/phone-api'
import { changedPassword, type HttpClient, signIn } from '@fleetdeck/testing/server/http-client'
import { startServer } from '@fleetdeck/testing/server/server-process'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { onBothDatabases, serverSettings, type Where } from './databases.ts'
import { enrolPhones } from './enrolled-phones.ts'
import { inMs, printRows, quantile, readCpuTime } from './figures.ts'
import { fillSite } from './filled-site.ts'

const count = 5000
const intervalMs = 10_000
const measuredMs = 60_000
/** Phones of each command, one command a second. */
const commanded = 20

export const benchHttpPhones = () => onBothDatabases(measure)

/** Phones that send heartbeats over HTTP, each with a connection of its own and at its own time in the interval. */
class HttpFleet {
  readonly #address: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: count })
  readonly #timers: NodeJS.Timeout[] = []
  readonly answers: number[] = []
  readonly failures = { count: 0 }
  readonly #received: (cmdSubId: string, phone: number) => void

  constructor(address: string, tokens: string[], received: (cmdSubId: string, phone: number) => void) {
    this.#address = address
    this.#received = received
    for (const [phone, token] of tokens.entries()) this.#timers.push(this.#start(phone, token))
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#agent.destroy()
  }

  #start(phone: number, token: string): NodeJS.Timeout {
    let cmdSubId: string | undefined
    const beat = async () => {
      const began = performance.now()
      const values = { action: 'heartbeat', battery: 71, serviceOk: 1, isCharging: 0, cmdSubId }
      const answer = await this.#post(token, values)
      cmdSubId = answer.cmdSubId
      if (cmdSubId !== undefined) this.#received(cmdSubId, phone)
      this.answers.push(performance.now() - began)
    }
    const start = () => {
      beat().catch(() => {
        this.failures.count += 1
      })
    }
    const timer = setTimeout(() => {
      this.#timers.push(setInterval(start, intervalMs))
      start()
    }, Math.random() * intervalMs)
    return timer
  }

  #post(token: string, values: object): Promise<{ action: string; cmdSubId?: string }> {
    const body = JSON.stringify({ data: Buffer.from(JSON.stringify(values)).toString('base64') })
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    return new Promise((resolve, reject) => {
      const sent = request(
        this.#address + heartbeatPath,
        { method: 'POST', agent: this.#agent, headers },
        (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (part) => {
            text += part
          })
          response.on('end', () => {
            const { code, data } = JSON.parse(text)
            if (code !== 0) reject(new Error(text))
            else resolve(JSON.parse(Buffer.from(data, 'base64').toString()))
          })
        },
      )
      sent.on('error', reject).end(body)
    })
  }
}

async function fill(where: Where): Promise<string[]> {
  await fillSite(where, { devices: count, groups: 50 })
  const open = await openDb(where)
  const tokens = await enrolPhones(open.db, count)
  await open.close()
  return tokens
}

/** Sends a command to the next phones each second; the delays are from the call to the answer with the command. */
async function command(admin: HttpClient, sentAt: Map<number, number>): Promise<void> {
  for (let first = 0; first < (measuredMs / 1000) * commanded; first += commanded) {
    const ids = Array.from({ length: commanded }, (_, n) => (((first + n) % count) + 1) as DeviceId)
    for (const id of ids) sentAt.set(id - 1, performance.now())
    await admin.call(commands.add, { body: { order: { command: 'where' }, selection: { ids }, hours: 1 } })
    await delay(1000)
  }
}

async function measure(name: string, where: Where): Promise<void> {
  console.log(`Filling ${name} with ${count} phones …`)
  const tokens = await fill(where)
  const server = await startServer({ CAPTCHA: 'off', ...serverSettings(where) })
  const sentAt = new Map<number, number>()
  const delays: number[] = []
  const fleet = new HttpFleet(server.address, tokens, (_, phone) => {
    const at = sentAt.get(phone)
    if (at !== undefined) delays.push(performance.now() - at)
    sentAt.delete(phone)
  })
  try {
    await delay(2 * intervalMs)
    fleet.answers.length = 0
    const admin = await signIn(server.address, changedPassword)
    const busy = readCpuTime(server.pid)
    const began = performance.now()
    await command(admin, sentAt)
    const load = (readCpuTime(server.pid) - busy) / (performance.now() - began)
    await delay(1.2 * intervalMs)
    printRows(
      [`${name}, ${count} phones over HTTP, a heartbeat each 10 s`, 'figure', 'goal'],
      [
        ['processor, % of one core', (load * 100).toFixed(0), '40'],
        ['answer to a heartbeat p50, ms', inMs(quantile(fleet.answers, 0.5)), ''],
        ['answer to a heartbeat p99, ms', inMs(quantile(fleet.answers, 0.99)), ''],
        ['command to its answer p50, s', (quantile(delays, 0.5) / 1000).toFixed(1), ''],
        ['command to its answer p99, s', (quantile(delays, 0.99) / 1000).toFixed(1), '10'],
        ['commands that arrived', `${delays.length}`, `${(measuredMs / 1000) * commanded}`],
        ['heartbeats that failed', String(fleet.failures.count), '0'],
      ],
    )
  } finally {
    fleet.stop()
    await server.stop()
  }
}
