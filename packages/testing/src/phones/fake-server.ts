import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  ComputerEnrolment,
  ComputerFrame,
  type ComputerOrder,
  computerEnrolPath,
  computerSocketPath,
} from '@fleetdeck/contract/computer-socket'
import { challengePath, EnrollRequest, enrollPath } from '@fleetdeck/contract/phone-api'
import { PhoneFrame, type PhoneOrder } from '@fleetdeck/contract/phone-socket'
import { regions } from '@fleetdeck/contract/regions'
import { decodeScreenFrame, type ScreenFrame } from '@fleetdeck/contract/screen-frame'
import { UnusableReport, unusablePhones } from '@fleetdeck/contract/unusable-phones'
import { type WebSocket, WebSocketServer } from 'ws'
import type { z } from 'zod'
import { FrameQueue } from './frame-queue.ts'

/** One phone's socket as the server sees it. */
export class FakeSocket {
  readonly socket: WebSocket
  readonly token: string
  readonly frames = new FrameQueue<PhoneFrame>()
  readonly pictures = new FrameQueue<ScreenFrame>()
  readonly closed: Promise<number>

  constructor(socket: WebSocket, token: string) {
    this.socket = socket
    this.token = token
    this.closed = new Promise((resolve) => socket.on('close', resolve))
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.pictures.put(decodeScreenFrame(data))
      else this.frames.put(PhoneFrame.parse(JSON.parse(data.toString())))
    })
  }

  send(order: z.input<typeof PhoneOrder>): void {
    this.socket.send(JSON.stringify(order))
  }

  /** The next frame with that action; others are skipped. */
  async next<Action extends PhoneFrame['action']>(
    action: Action,
  ): Promise<Extract<PhoneFrame, { action: Action }>> {
    const isWanted = (frame: PhoneFrame): frame is Extract<PhoneFrame, { action: Action }> =>
      frame.action === action
    return this.frames.take(isWanted)
  }
}

/** A computer's socket as the server sees it. */
export class FakeComputerSocket {
  readonly socket: WebSocket
  readonly frames = new FrameQueue<ComputerFrame>()
  readonly closed: Promise<number>

  constructor(socket: WebSocket) {
    this.socket = socket
    this.closed = new Promise((resolve) => socket.on('close', resolve))
    socket.on('message', (data: Buffer) => this.frames.put(ComputerFrame.parse(JSON.parse(data.toString()))))
  }

  send(order: ComputerOrder): void {
    this.socket.send(JSON.stringify(order))
  }

  async next<Action extends ComputerFrame['action']>(
    action: Action,
  ): Promise<Extract<ComputerFrame, { action: Action }>> {
    const isWanted = (frame: ComputerFrame): frame is Extract<ComputerFrame, { action: Action }> =>
      frame.action === action
    return this.frames.take(isWanted)
  }
}

/** Implements the server's half of the phone's wire protocol, controlled by a test. */
export class FakeServer {
  readonly enrolments: EnrollRequest[] = []
  readonly sockets = new FrameQueue<FakeSocket>()
  readonly computers = new FrameQueue<FakeComputerSocket>()
  readonly computerEnrolments: ComputerEnrolment[] = []
  readonly url: URL
  /** Files requested by commands: the raw bodies, by the command's id. */
  readonly uploads = new Map<string, Buffer>()
  /** Files that may be fetched, by path. */
  readonly files = new Map<string, Buffer>()
  key = 'right-key'
  /** The agent's last report on phones that it cannot use. */
  unusable: UnusableReport | undefined
  /** Upgrades that were refused. */
  refusals = 0
  /** Answers every upgrade with this status while it is set. */
  refuseWith: number | undefined
  /** Answers every request with this while it is set. */
  failsWith: { status: number; headers?: Record<string, string> } | undefined
  failures = 0
  readonly #valid = new Set<string>()
  readonly #server: Server
  readonly #wss: WebSocketServer

  private constructor(server: Server, wss: WebSocketServer) {
    this.#server = server
    this.#wss = wss
    this.url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.on('request', (request, response) => {
      this.#serve(request, response).catch((error: Error) => response.destroy(error))
    })
    server.on('upgrade', (request, socket, head) => {
      const token = readToken(request)
      if (request.url === computerSocketPath && this.#valid.has(token)) {
        wss.handleUpgrade(request, socket, head, (ws) => this.computers.put(new FakeComputerSocket(ws)))
        return
      }
      const status = this.refuseWith ?? (this.#valid.has(token) ? undefined : 401)
      if (status !== undefined) {
        this.refusals++
        socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\n\r\n`)
      } else wss.handleUpgrade(request, socket, head, (ws) => this.sockets.put(new FakeSocket(ws, token)))
    })
  }

  static async start(port = 0): Promise<FakeServer> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return new FakeServer(server, new WebSocketServer({ noServer: true }))
  }

  /** As another server of the same installation does. */
  accept(token: string): void {
    this.#valid.add(token)
  }

  revokeAll(): void {
    this.#valid.clear()
  }

  /** The next phone to connect, registered. */
  async phone(heartbeatSeconds = 30): Promise<FakeSocket> {
    const socket = await this.sockets.take()
    await socket.next('register')
    socket.send({ action: 'registered', deviceNo: '', heartbeatSeconds })
    return socket
  }

  async stop(): Promise<void> {
    for (const client of this.#wss.clients) client.terminate()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: Buffer[] = await request.toArray()
    // It has no regions, as servers of former versions.
    if (request.url === regions.list.path) {
      response.writeHead(404).end()
      return
    }
    if (this.failsWith) {
      this.failures += 1
      response.writeHead(this.failsWith.status, this.failsWith.headers).end()
      return
    }
    const file = this.files.get(request.url ?? '')
    if (file) {
      response.end(file)
      return
    }
    const answer = this.#answer(request.url ?? '', Buffer.concat(body))
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  }

  #answer(url: string, body: Buffer) {
    if (url === challengePath) return { code: 0, msg: '', data: { nonce: 'nonce' } }
    if (url === computerEnrolPath) return this.#enrolComputer(JSON.parse(body.toString()))
    if (url === enrollPath) return this.#enrol(JSON.parse(body.toString()))
    if (url === unusablePhones.report.path) {
      this.unusable = UnusableReport.parse(JSON.parse(body.toString()))
      return { code: 0, msg: '', data: null }
    }
    const [, cmdSubId] = /^\/rapi\/commandFile\/([^/]+)$/.exec(url) ?? []
    if (!cmdSubId) return { code: 0, msg: '', data: Buffer.from('[]').toString('base64') }
    this.uploads.set(cmdSubId, body)
    return { code: 0, msg: '', data: null }
  }

  #enrolComputer(body: unknown) {
    const request = ComputerEnrolment.parse(body)
    this.computerEnrolments.push(request)
    if (request.key !== this.key) return { code: -1, msg: 'wrong key', data: null }
    this.#valid.add(request.token)
    return { code: 0, msg: '', data: { name: request.host } }
  }

  #enrol(body: unknown) {
    const request = EnrollRequest.parse(body)
    this.enrolments.push(request)
    if (request.key !== this.key) return { code: -1, msg: 'wrong key', data: null }
    const token = `token-${this.enrolments.length}`
    this.#valid.add(token)
    return { code: 0, msg: '', data: { token, deviceNo: '' } }
  }
}

const readToken = (request: IncomingMessage): string =>
  (request.headers.authorization ?? '').replace(/^Bearer /, '')
