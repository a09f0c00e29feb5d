import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { waitsForApprovalCode } from '@fleetdeck/contract/endpoint'
import { challengePath, EnrollRequest, enrollPath, heartbeatPath } from '@fleetdeck/contract/phone-api'
import {
  callProofHeader,
  callProofPattern,
  challengeHeader,
  signedTexts,
} from '@fleetdeck/contract/phone-proof'
import { PhoneFrame } from '@fleetdeck/contract/phone-socket'
import { type WebSocket, WebSocketServer } from 'ws'
import { isSigned, KeyPair, sha256 } from '../core/key-pair.ts'
import type { Transcript } from '../core/transcript.ts'
import { Inbox } from '../core/wait.ts'
import { WireSocket } from '../core/wire-socket.ts'

const isFrame = (message: unknown) => PhoneFrame.safeParse(message).success

/** The reason of `refusedPath`. */
export const refusal = 'refused by the kit'

/** Enrolment of the phone under test. */
export interface Enrolment {
  request: unknown
  /** The reason why the request is not in the contract, or its proof is wrong. */
  wrong: string | undefined
  hasProof: boolean
  /** Whether it has the key of the kit. */
  isOurs: boolean
}

/** A socket of the phone under test, before its registration. */
export interface Arrival {
  socket: WireSocket
  /** Path and query. */
  url: string
  nonce: string
  token: string
}

/** A call of the phone under test. */
export interface Call {
  path: string
  /** The decoded envelope, or the bytes of another body. */
  sent: unknown
  token: string
  /** In the envelope: all that identifies a phone of the original product. */
  deviceNo: string | undefined
  /** Why its proof is wrong; undefined if it is right, or the phone has no key pair. */
  wrongProof: string | undefined
}

/** The body of a call. */
interface Envelope {
  deviceNo?: string | undefined
  /** Base64 of JSON. */
  data?: string
}

/** The server's half of the protocol, for one phone of anybody. */
export class PhoneServer {
  readonly key = randomBytes(12).toString('hex')
  readonly enrolments = new Inbox<Enrolment>()
  readonly arrivals = new Inbox<Arrival>()
  readonly calls = new Inbox<Call>()
  /** Files that the phone may fetch, by path. */
  readonly files = new Map<string, Buffer>()
  /** Decoded answers of calls, by path. */
  readonly answers = new Map<string, unknown>()
  /** The answer to the next heartbeats over HTTP. */
  order: object = { action: 'resp' }
  /** While it is set, every request is answered with this status. */
  failsWith: number | undefined
  /** Calls to this path are refused. */
  refusedPath: string | undefined
  /** While it is set, heartbeats over HTTP are answered with this text. */
  spoiltAnswer: string | undefined
  /** Answers frames of the screen. */
  takesFrames = true
  answersPings = true
  /** Enrolments wait for an operator. */
  asksOperator = false
  /** Signs scripts, as an installation does. */
  signer = new KeyPair()
  /** The stored key of the phone. */
  publicKey: string | undefined
  token: string | undefined
  readonly #known = Promise.withResolvers<void>()
  readonly #transcript: Transcript
  readonly #patienceMs: number
  readonly #server: Server
  readonly #sockets = new WebSocketServer({ noServer: true })
  #nonce = ''

  private constructor(
    server: Server,
    { transcript, patienceMs }: { transcript: Transcript; patienceMs: number },
  ) {
    this.#server = server
    this.#transcript = transcript
    this.#patienceMs = patienceMs
    server.on('request', (request, response) => {
      this.#serve(request, response).catch((error: Error) => response.destroy(error))
    })
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy())
      const status = this.failsWith ?? (this.token && bearer(request) === this.token ? undefined : 401)
      if (status === undefined) this.#accept(request, socket as never, head)
      else {
        transcript.came('socket', `refused with HTTP ${status}`)
        socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      }
    })
  }

  static async start(
    { host, port }: { host: string; port: number },
    options: { transcript: Transcript; patienceMs: number },
  ): Promise<PhoneServer> {
    const server = createServer()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    server.once('error', reject).listen(port, host, resolve)
    await promise
    return new PhoneServer(server, options)
  }

  get url(): URL {
    const { address, port } = this.#server.address() as AddressInfo
    const isAny = address === '0.0.0.0' || address === '::'
    return new URL(`http://${isAny ? '127.0.0.1' : address}:${port}`)
  }

  /** Resolves when a phone has enrolled with the key, or calls with a number alone. */
  get known(): Promise<void> {
    return this.#known.promise
  }

  async stop(): Promise<void> {
    for (const client of this.#sockets.clients) client.terminate()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #accept(request: IncomingMessage, stream: never, head: Buffer): void {
    const nonce = randomBytes(24).toString('base64url')
    this.#sockets.once('headers', (headers: string[]) => headers.push(`${challengeHeader}: ${nonce}`))
    this.#sockets.handleUpgrade(request, stream, head, (ws) => {
      const socket = this.#follow(ws)
      this.arrivals.put({ socket, url: request.url ?? '', nonce, token: bearer(request) })
    })
  }

  /** A phone expects answers to its pings and frames whatever a check does. */
  #follow(ws: WebSocket): WireSocket {
    const options = { transcript: this.#transcript, patienceMs: this.#patienceMs, isValid: isFrame }
    const socket = new WireSocket(ws, 'socket', options)
    ws.on('message', (data: Buffer, isBinary) => {
      if (isBinary) {
        if (this.takesFrames && data.length >= 8)
          socket.send({ action: 'frameTaken', sequence: data.readUInt32BE(4) })
      } else if (this.answersPings && data.toString().includes('"ping"')) ws.send('{"action":"pong"}')
    })
    return socket
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray())
    const path = request.url ?? ''
    if (path === '/healthz') return void response.end('{}')
    if (this.failsWith) {
      this.#transcript.came(path, `answered with HTTP ${this.failsWith}`)
      return void response.writeHead(this.failsWith).end()
    }
    const file = this.files.get(path)
    if (file) {
      this.#note(request, undefined)
      return void response.end(file)
    }
    if (path === heartbeatPath && this.spoiltAnswer !== undefined) {
      this.#transcript.sent(path, this.spoiltAnswer)
      this.#answer(request, path, body)
      return void response.end(this.spoiltAnswer)
    }
    const answer = this.#answer(request, path, body)
    this.#transcript.sent(path, answer)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  }

  #answer(request: IncomingMessage, path: string, body: Buffer): object {
    if (path === challengePath) {
      this.#nonce = randomBytes(24).toString('base64url')
      return { code: 0, msg: '', data: { nonce: this.#nonce } }
    }
    if (path === enrollPath) return this.#enrol(parsed(body.toString()))
    const isUpload = request.headers['content-type']?.startsWith('multipart/') === true
    const envelope = (isUpload ? undefined : parsed(body.toString())) as Envelope | undefined
    const { deviceNo, data = '' } = envelope ?? {}
    const isByNumber = this.token === undefined && bearer(request) === '' && deviceNo !== undefined
    if (isByNumber) this.#known.resolve()
    else if (bearer(request) !== this.token) return { code: 401, msg: 'the token is not valid' }
    if (isUpload) {
      this.#note(request, body)
      return { code: 0, msg: '', data: null }
    }
    const sent = parsed(Buffer.from(data, 'base64').toString())
    if (sent === undefined) return { code: -1, msg: 'data is not base64 of JSON' }
    this.#note(request, sent, { deviceNo, data })
    if (path === this.refusedPath) return { code: -1, msg: refusal, data: null }
    const isBeat = path === heartbeatPath
    const answer = isBeat ? this.order : (this.answers.get(path) ?? (path === '/rapi/hotScripts' ? [] : {}))
    return { code: 0, msg: '', data: Buffer.from(JSON.stringify(answer)).toString('base64') }
  }

  #note(request: IncomingMessage, sent: unknown, { deviceNo, data = '' }: Envelope = {}): void {
    const path = request.url ?? ''
    this.#transcript.came(
      `${request.method} ${path}`,
      sent instanceof Buffer ? `${sent.length} bytes` : (sent ?? ''),
    )
    const wrongProof = this.#wrongProof(request, data)
    this.calls.put({ path, sent, token: bearer(request), deviceNo, wrongProof })
  }

  #enrol(body: unknown): object {
    this.#transcript.came(enrollPath, body)
    const read = EnrollRequest.safeParse(body)
    const { success, data } = read
    const wrong = success ? this.#wrongEnrolment(read.data) : `not in the contract: ${read.error.message}`
    const isOurs = success && data.key === this.key
    this.enrolments.put({ request: body, wrong, hasProof: success && data.proof !== undefined, isOurs })
    if (!isOurs) return { code: -1, msg: 'the key is not that of the kit', data: null }
    if (this.asksOperator) return { code: waitsForApprovalCode, msg: 'waits for approval', data: null }
    this.publicKey = data.proof?.publicKey
    this.token = randomBytes(16).toString('hex')
    this.#known.resolve()
    return { code: 0, msg: '', data: { token: this.token, deviceNo: '', signer: this.signer.publicKey } }
  }

  #wrongEnrolment({ proof, deviceId, key }: EnrollRequest): string | undefined {
    if (!proof) return undefined
    const { publicKey, nonce, signature } = proof
    if (nonce !== this.#nonce) return 'the proof has another nonce'
    const text = signedTexts.enrolment({ nonce, deviceId, publicKey, keyHash: sha256(key) })
    return isSigned(publicKey, text, signature) ? undefined : 'the signature of the proof is wrong'
  }

  #wrongProof({ headers, method = '', url = '' }: IncomingMessage, data: string): string | undefined {
    if (!this.publicKey) return undefined
    const [, time, signature] = callProofPattern.exec(String(headers[callProofHeader])) ?? []
    if (!time || !signature) return `the header ${callProofHeader} is missing`
    const facts = {
      time: Number(time),
      method,
      url,
      tokenHash: sha256(this.token ?? ''),
      dataHash: sha256(data),
    }
    return isSigned(this.publicKey, signedTexts.call(facts), signature)
      ? undefined
      : 'the signature of the call is wrong'
  }

  /** Why the proof in `register` is wrong. */
  wrongConnection(proof: unknown, { nonce, token }: Arrival): string | undefined {
    if (!this.publicKey) return undefined
    const { publicKey, signature } = (proof ?? {}) as { publicKey?: string; signature?: string }
    if (publicKey !== this.publicKey) return 'the proof is missing, or of another key'
    const text = signedTexts.connection({ nonce, tokenHash: sha256(token) })
    return isSigned(publicKey, text, signature ?? '') ? undefined : 'the signature of the proof is wrong'
  }
}

const bearer = (request: IncomingMessage) => (request.headers.authorization ?? '').replace(/^Bearer /, '')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
