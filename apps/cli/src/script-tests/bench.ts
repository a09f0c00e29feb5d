import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { UserType } from '@fleetdeck/contract/enums'
import type { GroupId, UserId } from '@fleetdeck/contract/ids'
import type { LogLine } from '@fleetdeck/contract/log-socket'
import { enrollPath } from '@fleetdeck/contract/phone-api'
import type { ScriptFinding } from '@fleetdeck/contract/script-findings'
import { languageOfFile } from '@fleetdeck/contract/script-language'
import { users } from '@fleetdeck/contract/users'
import { readScript } from '../commands/try.ts'
import { findWrong } from '../findings.ts'
import { NotConnected, type Tried, watchTry } from '../try-script.ts'
import { PhonesProgram } from './phones-program.ts'
import type { ScriptResult } from './protocol.ts'
import { type Site, startSite } from './start-site.ts'

/** How long a phone may take to enrol and to connect. */
const connectMs = 30_000
const askMs = 50
/** Calls for shared data that answer with a number, as scripts get it. */
const counts = /^(add|update|remove|append|ack|return|increment|decrement)|^getCacheExpire$/

export interface BenchOptions {
  httpHosts: readonly string[]
  /** Of the phones. */
  language: string
}

/** A server and simulated phones for the tests of one command, in a temporary folder. */
export class Bench {
  readonly #site: Site
  readonly #phones: PhonesProgram
  readonly #folder: string
  #lastPhone = 0
  #lastUser = 0

  private constructor(site: Site, phones: PhonesProgram, folder: string) {
    this.#site = site
    this.#phones = phones
    this.#folder = folder
  }

  static async start({ httpHosts, language }: BenchOptions): Promise<Bench> {
    const folder = await mkdtemp(path.join(tmpdir(), 'fleetdeck-test-'))
    let site: Site | undefined
    try {
      site = await startSite(path.join(folder, 'data'), httpHosts)
      const { client, enrolmentKey: key } = site
      const stateDir = path.join(folder, 'phones')
      return new Bench(site, await PhonesProgram.start(client.origin, { key, stateDir, language }), folder)
    } catch (error) {
      await site?.server.stop()
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }

  /** A new owner, so that a test shares phones and data with no other. */
  async openTest(): Promise<TestBench> {
    const { admin, client, enrolmentKey } = this.#site
    this.#lastUser += 1
    const userName = `test-${this.#lastUser}`
    const { roleList, posts } = await admin.call(users.form)
    const [role, post] = [roleList[0], posts[0]]
    if (!role || !post) throw new Error('The server has no role or no position')
    await admin.call(users.add, {
      body: {
        userName,
        nickName: userName,
        roleIds: [role.id],
        postIds: [post.id],
        userType: UserType.front,
      },
    })
    const { list } = await admin.call(users.list, { query: { userName, pageSize: 1000 } })
    const owner = list.find((user) => user.userName === userName)
    if (!owner) throw new Error(`The user ${userName} was not added`)
    await admin.call(deviceGroups.add, { body: { groupName: userName, tenantId: owner.id } as never })
    const groups = await admin.call(deviceGroups.list, { query: { groupName: userName, pageSize: 1000 } })
    const group = groups.list.find(({ tenantId }) => tenantId === owner.id)
    if (!group) throw new Error(`The group ${userName} was not added`)
    const nextNumber = () => {
      this.#lastPhone += 1
      return `T${this.#lastPhone}`
    }
    const place = { tenantId: owner.id, groupId: group.id }
    return new TestBench({ client, enrolmentKey, phones: this.#phones, place, nextNumber })
  }

  /** Findings of a script; none of one that cannot be read, as the test that runs it says so. */
  async check(file: string): Promise<ScriptFinding[]> {
    const content = await readScript(file).catch(() => undefined)
    if (content === undefined) return []
    return findWrong(this.#site.client, { content, scriptLanguage: languageOfFile(file) })
  }

  async close(): Promise<void> {
    await Promise.all([this.#phones.stop(), this.#site.server.stop()])
    await rm(this.#folder, { recursive: true, force: true })
  }
}

interface TestDeps extends Pick<Site, 'client' | 'enrolmentKey'> {
  phones: PhonesProgram
  place: { tenantId: UserId; groupId: GroupId }
  nextNumber: () => string
}

/** What one test has. */
export class TestBench {
  readonly #deps: TestDeps
  readonly #started: string[] = []
  readonly #ending = new AbortController()
  /** Token of a device that makes calls for shared data only. */
  #dataToken: Promise<string> | undefined
  /** The newest lines of all runs. */
  readonly logs: LogLine[] = []

  constructor(deps: TestDeps) {
    this.#deps = deps
  }

  /** Returns its device number. */
  async addPhone(): Promise<string> {
    const { phones, nextNumber } = this.#deps
    const number = nextNumber()
    this.#started.push(number)
    const hardwareId = await phones.ask(number, 'start')
    await this.#assign(String(hardwareId), number)
    return number
  }

  device(phone: string, call: string, args: unknown[]): Promise<unknown> {
    if (!this.#started.includes(phone) || call === 'start' || call === 'stop')
      throw new Error(`The phone ${phone} is not of this test`)
    return this.#deps.phones.ask(phone, call, args)
  }

  /** A call of `ecloud`, as the phone's scripts make it. */
  async data(call: string, [given]: unknown[]): Promise<unknown> {
    this.#dataToken ??= this.#enrolForData()
    const answer = await this.#post(`/rapi/${call}`, {
      token: await this.#dataToken,
      body: { data: Buffer.from(JSON.stringify(given ?? {})).toString('base64') },
    })
    if (typeof answer !== 'string') return answer
    const data = JSON.parse(Buffer.from(answer, 'base64').toString('utf8'))
    return counts.test(call) ? data.result : data
  }

  async run(
    phone: string,
    script: Pick<Tried, 'content' | 'scriptLanguage' | 'params'>,
  ): Promise<ScriptResult> {
    const logs: LogLine[] = []
    const onLines = (lines: LogLine[]) => {
      logs.push(...lines)
      this.logs.push(...lines)
    }
    const end = await patiently(() =>
      watchTry(
        this.#deps.client,
        { ...script, deviceNo: phone, scriptName: 'test' },
        { onLines, signal: this.#ending.signal },
      ),
    )
    if (end.state === null) throw new Error(`The phone ${phone} was lost`)
    const { state, msg } = end
    return { state, result: state === 'succeeded' ? msg : '', error: state === 'failed' ? msg : '', logs }
  }

  async close(): Promise<void> {
    this.#ending.abort()
    await Promise.all(
      this.#started.map((phone) => this.#deps.phones.ask(phone, 'stop').catch(() => undefined)),
    )
  }

  async #assign(deviceId: string, deviceNo: string): Promise<void> {
    const { client, place } = this.#deps
    const end = performance.now() + connectMs
    for (;;) {
      const { list } = await client.call(devices.listUnAssignedDevice, { query: { deviceId } })
      if (list.some((row) => row.deviceId === deviceId)) break
      if (performance.now() > end) throw new Error(`The phone ${deviceNo} did not connect`)
      await pause(askMs)
    }
    await client.call(devices.addAssDevice, { body: { deviceNo, deviceId, ...place } as never })
  }

  async #enrolForData(): Promise<string> {
    const { enrolmentKey: key, nextNumber } = this.#deps
    const number = nextNumber()
    const body = { key, deviceId: `data-${number}`, brand: 'fleetdeck', model: 'test' }
    const { token } = (await this.#post(enrollPath, { body })) as { token: string }
    await this.#assign(body.deviceId, number)
    return token
  }

  async #post(name: string, { token, body }: { token?: string; body: object }): Promise<unknown> {
    const response = await fetch(new URL(name, this.#deps.client.origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    const { code, msg, data } = (await response.json()) as { code: number; msg: string; data?: unknown }
    if (code !== 0) throw new Error(msg)
    return data
  }
}

/** A phone that has just been assigned may connect again. */
async function patiently<Value>(work: () => Promise<Value>): Promise<Value> {
  const end = performance.now() + connectMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof NotConnected) || performance.now() > end) throw error
      await pause(askMs)
    }
  }
}
