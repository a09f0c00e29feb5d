import { createHash } from 'node:crypto'
import { heartbeatPath, RapiHeartbeat } from '@fleetdeck/contract/phone-api'
import { expectEqual, expectThat } from '../core/check.ts'
import type { Message, WireSocket } from '../core/wire-socket.ts'
import type { Arrival, Call, PhoneServer } from './phone-server.ts'

/** Short, so that checks do not wait long. */
export const heartbeatSeconds = 1

/** A connection of at least 10 s resets the back-off of the phone. */
const stableMs = 10_500

/** What checks of a phone use. The phone stays connected from one check to the next. */
export class PhoneContext {
  readonly server: PhoneServer
  readonly patienceMs: number
  /** How long a person may take to start the phone. */
  readonly startMs: number
  #socket: WireSocket | undefined
  #connectedAt = 0
  #count = 0

  constructor(server: PhoneServer, { patienceMs, startMs }: { patienceMs: number; startMs: number }) {
    this.server = server
    this.patienceMs = patienceMs
    this.startMs = startMs
  }

  /** The connection of the phone; waits for a new one if there is none. */
  async socket(): Promise<WireSocket> {
    if (this.#socket?.isOpen) return this.#socket
    return (await this.arrived()).socket
  }

  /** The next connection of the phone, registered. */
  async arrived(
    limitMs = this.patienceMs,
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
    socket.send({ action: 'registered', deviceNo: 'K1', heartbeatSeconds, now: Date.now() })
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

  /** A task as the server sends it; its script can be fetched. */
  task(script: string, more: object = {}) {
    const runId = this.newId()
    const path = `/rapi/scriptFile/${runId}.js/kit.js`
    this.server.files.set(path, Buffer.from(script))
    return {
      ...{ action: 'task', runId, taskId: 7, taskName: 'Kit', sort: 0, execType: 1, round: 1 },
      ...{ scriptId: 0, scriptName: 'kit.js', scriptUrl: path, scriptVersion: '1.0' },
      ...{
        scriptMd5: createHash('md5').update(script).digest('hex'),
        cacheScript: 0,
        valueJson: { word: 'hello' },
      },
      limits: { timeoutSeconds: 0, memoryMegabytes: 64, stackKilobytes: 512 },
      ...more,
    } as const
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

  /** The next heartbeat over HTTP that fits. */
  async beat(
    fits: (beat: Record<string, unknown>) => boolean = () => true,
  ): Promise<Record<string, unknown>> {
    const call = await this.server.calls.take(
      ({ path, sent }) => path === heartbeatPath && fits(sent as Record<string, unknown>),
      this.patienceMs,
      'such a heartbeat over HTTP',
    )
    const read = RapiHeartbeat.safeParse(call.sent)
    expectThat(read.success, `a heartbeat outside the contract: ${read.error?.message}`)
    expectEqual(call.token, this.server.token, 'the token of the heartbeat')
    expectThat(call.wrongProof === undefined, String(call.wrongProof))
    return call.sent as Record<string, unknown>
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
    this.server.takesFrames = true
    this.server.failsWith = undefined
    this.server.order = { action: 'resp' }
    this.#socket?.checkContract()
  }
}
