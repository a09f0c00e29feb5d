import { createHash } from 'node:crypto'
import type { HotForPhone } from '@fleetdeck/contract/hot-scripts'
import { HotScriptId, type ScriptId } from '@fleetdeck/contract/ids'
import { heartbeatPath, RapiHeartbeat } from '@fleetdeck/contract/phone-api'
import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import type { AuthorSignature, EndorsedAuthor } from '@fleetdeck/contract/script-signature'
import { signedScripts } from '@fleetdeck/contract/signed-scripts'
import { expectEqual, expectThat } from '../core/check.ts'
import { KeyPair, sha256 } from '../core/key-pair.ts'
import type { Message, WireSocket } from '../core/wire-socket.ts'
import type { Arrival, Call, PhoneServer } from './phone-server.ts'

type TaskOrder = Extract<PhoneOrder, { action: 'task' }>
/** A heartbeat over HTTP, as it was sent. */
export type HttpBeat = Record<string, unknown>

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** Short, so that checks do not wait long. */
export const heartbeatSeconds = 1

/** 30 s, and some more. */
export const longestBackOffMs = 35_000

/** A connection of at least 10 s resets the back-off of the phone. */
const stableMs = 10_500

/** What checks of a phone use. The phone stays connected from one check to the next. */
export class PhoneContext {
  readonly server: PhoneServer
  readonly patienceMs: number
  /** Named in `registered` once a check requires them. */
  authors: EndorsedAuthor[] | undefined
  readonly author = new KeyPair()
  #socket: WireSocket | undefined
  #connectedAt = 0
  #count = 0

  constructor(server: PhoneServer, patienceMs: number) {
    this.server = server
    this.patienceMs = patienceMs
  }

  /** The connection of the phone; waits for a new one if there is none. */
  async socket(): Promise<WireSocket> {
    if (this.#socket?.isOpen) return this.#socket
    return (await this.arrived()).socket
  }

  /** The next connection of the phone, registered; after short connections it may be late. */
  async arrived(
    limitMs = Math.max(this.patienceMs, longestBackOffMs),
  ): Promise<{ socket: WireSocket; register: Message; arrival: Arrival }> {
    const arrival = await this.server.arrivals.take(
      ({ socket }) => socket.isOpen,
      limitMs,
      'a connection of the phone',
    )
    const { socket } = arrival
    this.#socket = socket
    this.#connectedAt = performance.now()
    const register = await socket.next('register')
    socket.send(this.#registered())
    return { socket, register, arrival }
  }

  /** Ends the connection as a broken network does, and waits for the next one. */
  async reconnected(socket: WireSocket) {
    socket.vanish()
    await socket.ended()
    return this.arrived()
  }

  /** Waits until the present connection has reset the phone's back-off. */
  async stable(): Promise<void> {
    const left = this.#connectedAt + stableMs - performance.now()
    await new Promise((resolve) => setTimeout(resolve, left))
  }

  newId(): string {
    this.#count += 1
    return `kit-${this.#count}-${Date.now().toString(36)}`
  }

  /** Sends a command; the state that ends it. */
  async command(command: string, content = ''): Promise<Message> {
    const socket = await this.socket()
    const cmdSubId = this.newId()
    socket.send({ action: 'command', command, cmdSubId, content })
    return this.commandEnd(socket, cmdSubId)
  }

  commandEnd(socket: WireSocket, cmdSubId: string): Promise<Message> {
    return socket.messages.take(
      (message) =>
        message.action === 'commandState' &&
        message.cmdSubId === cmdSubId &&
        ['succeeded', 'failed'].includes(String(message.state)),
      this.patienceMs,
      `the end of the command ${cmdSubId}`,
    )
  }

  /** A task as the server sends it: signed, and its script can be fetched. */
  task(script: string, more: Partial<TaskOrder> = {}): TaskOrder {
    const runId = this.newId()
    const scriptSha256 = sha256(script)
    const order: TaskOrder = {
      ...{ action: 'task', runId, taskId: 7, taskName: 'Kit', sort: 0, execType: 1, round: 1 },
      ...{ scriptId: 0, scriptName: 'kit.js', scriptVersion: '1.0', cacheScript: 0 },
      ...{ scriptUrl: this.#publish(runId, script), scriptMd5: md5(script), scriptSha256 },
      valueJson: { word: 'hello' },
      limits: { timeoutSeconds: 0, memoryMegabytes: 64, stackKilobytes: 512 },
      ...more,
    }
    const signature = this.server.signer.sign(signedScripts.order(this.#tokenHash, order))
    return { ...order, signature, author: this.#authored(scriptSha256) }
  }

  /** A hot update as the server lists it, in the same way. */
  hot(script: string, scriptId: ScriptId): HotForPhone {
    const hash = sha256(script)
    const hot = {
      hotId: HotScriptId.parse(1),
      scriptId,
      name: 'Kit',
      version: '2',
      isForced: true,
      message: '',
    }
    const signature = this.server.signer.sign(signedScripts.hot(this.#tokenHash, { ...hot, sha256: hash }))
    const file = { url: this.#publish(this.newId(), script), md5: md5(script), sha256: hash }
    return { ...hot, ...file, signature, author: this.#authored(hash) }
  }

  async runEnd(socket: WireSocket, runId: string): Promise<Message> {
    return socket.messages.take(
      (message) =>
        message.action === 'taskState' &&
        message.runId === runId &&
        ['succeeded', 'failed', 'stopped'].includes(String(message.state)),
      this.patienceMs,
      `the end of the run ${runId}`,
    )
  }

  /** The next heartbeat over HTTP that fits; what: such a heartbeat, in words. */
  async beat(
    fits: (beat: HttpBeat) => boolean = () => true,
    what = 'such a heartbeat',
    limitMs = this.patienceMs,
  ): Promise<HttpBeat> {
    const call = await this.server.calls.take(
      ({ path, sent }) => path === heartbeatPath && fits(sent as HttpBeat),
      limitMs,
      `${what} over HTTP`,
    )
    const read = RapiHeartbeat.safeParse(call.sent)
    expectThat(read.success, `a heartbeat outside the contract: ${read.error?.message}`)
    expectEqual(call.token, this.server.token ?? '', 'the token of the heartbeat')
    expectThat(call.wrongProof === undefined, String(call.wrongProof))
    return call.sent as HttpBeat
  }

  /** Answers heartbeats over HTTP with these orders until one fits; earlier heartbeats do not count. */
  async ordered(order: object, fits: (beat: HttpBeat) => boolean, what: string): Promise<HttpBeat> {
    this.forgetBeats()
    this.server.order = order
    const beat = await this.beat(fits, what)
    this.server.order = { action: 'resp' }
    return beat
  }

  forgetBeats(): void {
    this.server.calls.drop(({ path }) => path === heartbeatPath)
  }

  /** The next call to this path, with the phone's token and, if it has a key pair, its proof. */
  async call(path: string): Promise<Call> {
    const call = await this.server.calls.take(
      (one) => one.path === path,
      this.patienceMs,
      `a call of ${path}`,
    )
    expectEqual(call.token, this.server.token, `the token of ${path}`)
    expectThat(call.wrongProof === undefined, `${path}: ${call.wrongProof}`)
    return call
  }

  /** After each check: messages outside the contract fail it. */
  clear(): void {
    const { server } = this
    Object.assign(server, { takesFrames: true, answersPings: true, asksOperator: false })
    Object.assign(server, { failsWith: undefined, spoiltAnswer: undefined, refusedPath: undefined })
    server.order = { action: 'resp' }
    this.#socket?.checkContract()
  }

  get #tokenHash(): string {
    return sha256(this.server.token ?? '')
  }

  #registered() {
    const { authors, server } = this
    const facts = { deviceNo: 'K1', heartbeatSeconds, now: Date.now(), signer: server.signer.publicKey }
    return { action: 'registered', ...facts, ...(authors && { authors }) }
  }

  #authored(hash: string): AuthorSignature {
    const { publicKey } = this.author
    return { publicKey, signature: this.author.sign(signedScripts.authored(hash)) }
  }

  /** The address of a file with this script. */
  #publish(id: string, script: string): string {
    const path = `/rapi/scriptFile/${id}.js/kit.js`
    this.server.files.set(path, Buffer.from(script))
    return path
  }
}
