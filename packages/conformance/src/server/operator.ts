import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type CommandOrder, commands } from '@fleetdeck/contract/commands'
import { dataGroups } from '@fleetdeck/contract/data-groups'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { browserProtocol, ClientEvent, tokenProtocolPrefix } from '@fleetdeck/contract/device-socket'
import { devices } from '@fleetdeck/contract/devices'
import { dynamicTables } from '@fleetdeck/contract/dynamic-tables'
import type { BodyOf, DataOf, Endpoint, Envelope, QueryOf } from '@fleetdeck/contract/endpoint'
import { type EnrolmentCodeDraft, enrolmentCodes } from '@fleetdeck/contract/enrolment-codes'
import { formerPhones } from '@fleetdeck/contract/former-phones'
import { type HotScript, hotScripts } from '@fleetdeck/contract/hot-scripts'
import type { EnrolmentCodeId, FormerPhoneId, HotScriptId } from '@fleetdeck/contract/ids'
import { LogEvent, logSocketPath } from '@fleetdeck/contract/log-socket'
import { deviceSocketPath } from '@fleetdeck/contract/phone-api'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { session } from '@fleetdeck/contract/session'
import { type TaskRun, taskRuns } from '@fleetdeck/contract/task-runs'
import { type TaskDraft, tasks } from '@fleetdeck/contract/tasks'
import WebSocket from 'ws'
import type { z } from 'zod'
import { Deviation, Skip } from '../core/check.ts'
import { until } from '../core/wait.ts'
import type { WireSocket } from '../core/wire-socket.ts'
import { identityOf, type PlayedPhone } from './played-phone.ts'
import type { ServerWire } from './server-wire.ts'

type CodeDraft = z.input<typeof EnrolmentCodeDraft>
type Request<E> = { query?: z.input<QueryOf<E>>; body?: z.input<BodyOf<E>> }

const isClientEvent = (message: unknown) => ClientEvent.safeParse(message).success
const isLogEvent = (message: unknown) => LogEvent.safeParse(message).success

/** The script of the kit's tasks. No phone runs it: the kit plays the phones. */
export const scriptText = 'ecloud.log("conformance")\n'

/** What the console does in a check, as a user of it. */
export class Operator {
  readonly #wire: ServerWire
  readonly #token: string
  readonly #userId: number
  readonly #sockets: WireSocket[] = []
  #groupId = 0
  #platformId = 0
  #scriptId = 0
  #count = 0
  #devices: number[] = []
  #tasks: number[] = []
  #hotScripts: HotScriptId[] = []
  #codes: EnrolmentCodeId[] = []
  #formerPhones: FormerPhoneId[] = []

  private constructor(wire: ServerWire, token: string, userId: number) {
    this.#wire = wire
    this.#token = token
    this.#userId = userId
  }

  /** Signs in where neither a captcha nor a second factor is required. */
  static async signIn(wire: ServerWire, user: { username: string; password: string }): Promise<Operator> {
    const answer = await wire.post(session.login.path, user)
    const { token, factor } = (answer.data ?? {}) as { token?: string; factor?: unknown }
    if (answer.code !== 0 || !token) throw new Error(`The operator cannot sign in: ${answer.msg}`)
    if (factor) throw new Error('The operator needs a second factor. Use an account without one.')
    const { user: self } = await new Operator(wire, token, 0).call(session.info)
    const operator = new Operator(wire, token, self.id)
    await operator.#prepare()
    return operator
  }

  async ask<E extends Endpoint>(endpoint: E, { query, body }: Request<E> = {}): Promise<Envelope> {
    const url = new URL(endpoint.path, this.#wire.server)
    for (const [name, value] of Object.entries((query ?? {}) as object))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const name = `operator ${endpoint.method} ${url.pathname}${url.search}`
    const isRead = endpoint.method === 'GET' && !endpoint.log
    if (!isRead) this.#wire.transcript.sent(name, body ?? '')
    const response = await this.#wire.within(
      fetch(url, {
        method: endpoint.method,
        headers: {
          authorization: `Bearer ${this.#token}`,
          languageSelect: 'en',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
      `the answer to ${name}`,
    )
    const envelope = (await response.json()) as Envelope
    if (!isRead) this.#wire.transcript.came(name, envelope)
    return envelope
  }

  async call<E extends Endpoint>(endpoint: E, request?: Request<E>): Promise<DataOf<E>> {
    const { code, msg, data } = await this.ask(endpoint, request)
    if (code !== 0) throw new Deviation(`the console’s call ${endpoint.path} was refused: ${code} ${msg}`)
    return data as DataOf<E>
  }

  /** Gives the phone a number. */
  async assign(phone: PlayedPhone): Promise<void> {
    const deviceNo = this.#name()
    const body = { deviceNo, deviceId: phone.deviceId, tenantId: this.#userId, groupId: this.#groupId }
    await this.call(devices.addAssDevice, { body: body as never })
    phone.deviceNo = deviceNo
    phone.id = (await this.device(phone)).id
    this.#devices.push(phone.id)
  }

  /** Lets phones enrol, as phones of the operator unless the draft names another target. */
  async addCode(draft: Partial<CodeDraft> = {}): Promise<{ id: EnrolmentCodeId; code: string }> {
    const body = { codeName: this.#name(), target: 'user', ...draft } satisfies CodeDraft
    const { id, code } = await this.call(enrolmentCodes.add, { body })
    this.#codes.push(id)
    return { id, code }
  }

  /** The code of a group, whose phones get numbers. */
  addGroupCode(numberPrefix: string) {
    return this.addCode({ target: 'group', groupId: this.#groupId, numberPrefix })
  }

  /** A number without a phone. */
  async addNumber(): Promise<string> {
    const deviceNo = this.#name()
    await this.call(devices.add, { body: { deviceNo, groupId: this.#groupId } as never })
    this.#devices.push((await this.call(devices.findOne, { query: { deviceNo } })).id)
    return deviceNo
  }

  /** Admits a number that calls without a token. */
  async admit(deviceNo: string): Promise<void> {
    const { list } = await this.call(formerPhones.list, { query: { deviceNo, state: 'waiting' } })
    const found = list.find((phone) => phone.deviceNo === deviceNo)
    if (!found)
      throw new Skip('the site accepts no numbers without a token (parameter device.legacyNumberOnly)')
    await this.call(formerPhones.admit, { body: { ids: [found.id] } })
    this.#formerPhones.push(found.id)
  }

  /** The path of the address with a key for the number that was admitted last. */
  async giveKey(): Promise<string> {
    const { keys } = await this.call(formerPhones.giveKeys, { body: { ids: this.#formerPhones.slice(-1) } })
    return new URL(keys[0]?.address ?? '').pathname
  }

  /** Publishes a hot update of the kit's script to all phones. */
  async publishHot({ deviceNo }: { deviceNo: string }, content: string): Promise<HotScript> {
    const hotName = `Kit ${deviceNo}`
    // Versions that were published stay with their script.
    const version = `hot-${randomUUID().slice(0, 8)}`
    const draft = { hotName, scriptId: this.#scriptId, version, content, forceUpdate: 0 }
    await this.call(hotScripts.add, { body: draft as never })
    const [hot] = (await this.call(hotScripts.list, { query: { hotName } })).list
    if (!hot) throw new Deviation('the console does not list the hot update')
    this.#hotScripts.push(hot.id)
    await this.call(hotScripts.publish, { body: { id: hot.id } as never })
    await this.call(hotScripts.rollout, { body: { id: hot.id, order: 'goOn', percent: 100 } as never })
    return hot
  }

  withdrawHot(id: HotScriptId) {
    return this.call(hotScripts.rollout, { body: { id, order: 'withdraw' } as never })
  }

  device({ deviceNo }: { deviceNo: string }) {
    return this.call(devices.findOne, { query: { deviceNo } })
  }

  /** Sends a command; the function waits for a state of its run. */
  async command(phone: { id: number }, order: CommandOrder) {
    const selection = { ids: [phone.id] } as never
    const { id: commandId } = await this.call(commands.add, { body: { order, selection } })
    const run = async () => (await this.call(commands.runs, { query: { commandId } })).list[0]
    return (state: string) =>
      until(
        async () => {
          const found = await run()
          return found?.state === state ? found : undefined
        },
        this.#wire.patienceMs,
        `the command to be ${state} in the console`,
      )
  }

  /** Starts a task for the phone. */
  async task({ deviceNo }: { deviceNo: string }, change: Partial<TaskDraft> = {}) {
    const draft = {
      taskName: this.#name(),
      scriptId: this.#scriptId,
      execType: 1,
      devices: [deviceNo],
      ...change,
    }
    const { id } = await this.call(tasks.add, { body: draft as never })
    this.#tasks.push(id)
    await this.call(tasks.updateTaskStatus, { body: { id, status: 0 } })
    return {
      id,
      run: (fits: (run: TaskRun) => boolean, what: string) =>
        until(
          async () => {
            const { list } = await this.call(taskRuns.list, { query: { taskId: id } as never })
            return list.find(fits)
          },
          this.#wire.patienceMs,
          `the run to be ${what} in the console`,
        ),
    }
  }

  /** Opens the phone's screen as a viewer. */
  async viewer({ deviceNo }: PlayedPhone): Promise<WireSocket> {
    return this.#socket(
      `${deviceSocketPath}?deviceNo=${deviceNo}&type=client&language=en`,
      'viewer',
      isClientEvent,
    )
  }

  /** Opens the phone's log. */
  async log({ deviceNo }: PlayedPhone): Promise<WireSocket> {
    return this.#socket(`${logSocketPath}?deviceNo=${deviceNo}&language=en`, 'log', isLogEvent)
  }

  async upload(name: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
    const body = new FormData()
    body.append('file', new Blob([content]), name)
    const url = new URL('/common/upload', this.#wire.server)
    const headers = { authorization: `Bearer ${this.#token}` }
    const response = await this.#wire.request(url, { method: 'POST', headers, body })
    const { data, msg } = (await response.json()) as Envelope<{ fileName: string }>
    if (!data) throw new Deviation(`the upload was refused: ${msg}`)
    return data.fileName
  }

  /** After a check: what it created is removed. */
  async clear(): Promise<void> {
    for (const socket of this.#sockets.splice(0)) socket.vanish()
    const hot = this.#hotScripts.splice(0)
    if (hot.length) await this.ask(hotScripts.remove, { query: { ids: hot.join() } })
    const codes = this.#codes.splice(0)
    if (codes.length) await this.ask(enrolmentCodes.revoke, { body: { ids: codes } })
    const former = this.#formerPhones.splice(0)
    if (former.length) await this.ask(formerPhones.forget, { body: { ids: former } })
    const tasksToEnd = this.#tasks.splice(0)
    for (const id of tasksToEnd)
      await this.ask(tasks.updateTaskStatusAndStopRemote, { body: { id } as never })
    if (tasksToEnd.length) await this.ask(tasks.remove, { query: { ids: tasksToEnd.join() } })
    const gone = this.#devices.splice(0)
    if (gone.length) await this.ask(devices.remove, { query: { ids: gone.join(), confirmed: '1' } })
    await this.#removeData()
  }

  /** At the end: what the checks shared is removed, and phones that enrolled on their own. */
  async leave(): Promise<void> {
    const query = { deviceId: identityOf(this.#wire.mark), pageSize: 1000 }
    for (const phones of [devices.list, devices.listUnAssignedDevice]) {
      const { list } = await this.call(phones, { query })
      if (list.length) await this.ask(devices.remove, { query: { ids: joined(list), confirmed: '1' } })
    }
    await this.ask(scripts.remove, { query: { ids: String(this.#scriptId) } })
    await this.ask(platforms.remove, { query: { ids: String(this.#platformId) } })
    await this.ask(deviceGroups.remove, { query: { ids: String(this.#groupId) } })
    await this.ask(session.logout)
  }

  async #prepare(): Promise<void> {
    const name = `Conformance ${this.#wire.mark}`
    await this.call(deviceGroups.add, { body: { groupName: name } })
    this.#groupId = (await this.call(deviceGroups.list, { query: { name } })).list[0]?.id ?? 0
    await this.call(platforms.add, { body: { platformName: name } })
    const platformId = (await this.call(platforms.list, { query: { name } })).list[0]?.id ?? 0
    this.#platformId = platformId
    const script = { scriptName: name, platformId, version: '1.0', content: scriptText }
    this.#scriptId = (await this.call(scripts.add, { body: script as never })).id
  }

  /** Groups and tables of the kit's phones. */
  async #removeData(): Promise<void> {
    const name = `kit_Kit${this.#wire.mark}`
    const groups = (await this.call(dataGroups.list, { query: { name } })).list
    if (groups.length) await this.ask(dataGroups.remove, { query: { ids: joined(groups), confirmed: '1' } })
    const tables = (await this.call(dynamicTables.list, { query: { name } as never })).list
    if (tables.length) await this.ask(dynamicTables.remove, { query: { ids: joined(tables) } })
  }

  async #socket(path: string, name: string, isValid: (message: unknown) => boolean): Promise<WireSocket> {
    const { origin } = this.#wire.server
    const protocols = [browserProtocol, `${tokenProtocolPrefix}${this.#token}`]
    const ws = new WebSocket(new URL(path, origin.replace('http', 'ws')), protocols, { headers: { origin } })
    const socket = this.#wire.socket(ws, name, isValid)
    this.#sockets.push(socket)
    await this.#wire.within(once(ws, 'open'), `the socket of the ${name}`)
    return socket
  }

  #name(): string {
    this.#count += 1
    return `Kit${this.#wire.mark}${this.#count}`
  }
}

const joined = (rows: { id: number }[]) => rows.map(({ id }) => id).join()
