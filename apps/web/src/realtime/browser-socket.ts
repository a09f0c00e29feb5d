import {
  browserProtocol,
  CloseCode,
  socketCheckSeconds,
  tokenProtocolPrefix,
} from '@fleetdeck/contract/device-socket'
import type { z } from 'zod'

/** spec §4, device panel socket. */
export type SocketState = 'connecting' | 'open' | 'closed' | 'error'

/** The server closed the socket permanently. */
export interface SocketRefusal {
  code: number
  reason: string
}

export interface BrowserSocketOptions<Received> {
  /** Evaluated at every check: if it has changed, the connection is reopened. */
  url: () => string
  token: string
  /** Schema of incoming frames; others are dropped. */
  schema: z.ZodType<Received>
  onEvent: (event: Received) => void
  onBinary?: (bytes: Uint8Array) => void
  onState?: (state: SocketState, refusal?: SocketRefusal) => void
  /** Milliseconds between two checks. */
  checkMs?: number
}

/** A choice is sent again so long after the server dropped frames of that second. */
export const resendMs = 1500

interface Frame {
  action: string
}

/** After this many consecutive pings without any frame, the connection counts as dead; also one that does not open. */
const unansweredLimit = 3
/** Pings under way: more would not measure more. */
const maxPings = 4

const finalCodes: readonly number[] = [
  CloseCode.unauthorized,
  CloseCode.forbidden,
  CloseCode.notFound,
  CloseCode.readOnlyView,
  CloseCode.tooMany,
]

/**
 * A persistent socket of the console: every two seconds it pings, or reopens a missing or closing connection (spec §4).
 * It stops only when the server refuses permanently.
 */
export class BrowserSocket<Sent extends Frame, Received extends Frame> {
  readonly #options: BrowserSocketOptions<Received>
  /** Tells the server that its next connection continues this one. */
  readonly #clientId = Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join('')
  #socket: WebSocket | undefined
  #url = ''
  #timer: ReturnType<typeof setInterval> | undefined
  #unanswered = 0
  #state: SocketState = 'closed'
  #heardAt = Date.now()
  /** When each unanswered ping was sent. */
  #pings: number[] = []
  #roundTripMs: number | undefined

  constructor(options: BrowserSocketOptions<Received>) {
    this.#options = options
  }

  get state(): SocketState {
    return this.#state
  }

  /** When something last arrived; milliseconds since 1970. */
  get heardAt(): number {
    return this.#heardAt
  }

  /** Of the last answered ping, or longer if the server owes an answer for longer; undefined before the first. */
  get roundTripMs(): number | undefined {
    if (this.#roundTripMs === undefined) return undefined
    const [oldest] = this.#pings
    return oldest === undefined ? this.#roundTripMs : Math.max(this.#roundTripMs, performance.now() - oldest)
  }

  /** Measures the round trip now. */
  ping() {
    if (this.#socket?.readyState !== WebSocket.OPEN || this.#pings.length >= maxPings) return
    this.#pings.push(performance.now())
    this.#transmit({ action: 'ping' })
  }

  open() {
    if (this.#timer !== undefined) return
    this.#timer = setInterval(() => this.#check(), this.#options.checkMs ?? socketCheckSeconds * 1000)
    this.#connect()
  }

  /** Opens a connection that is not open, without waiting for the next check; one that already opens starts again. */
  reopen() {
    if (this.#timer === undefined || this.#socket?.readyState === WebSocket.OPEN) return
    if (this.#socket) this.#reopen(this.#socket)
    else this.#connect()
  }

  /** Frames sent while the socket is not open are dropped: the caller must send them again after `open`. */
  send(frame: Sent) {
    this.#transmit(frame)
  }

  close() {
    clearInterval(this.#timer)
    this.#timer = undefined
    const socket = this.#socket
    this.#socket = undefined
    if (socket) closeQuietly(socket)
    if (this.#state !== 'closed') this.#enter('closed')
  }

  #check() {
    const socket = this.#socket
    if (!socket || socket.readyState === WebSocket.CLOSING || socket.readyState === WebSocket.CLOSED) {
      this.#connect()
    } else if (this.#unanswered >= unansweredLimit) {
      this.#enter('error')
      this.#reopen(socket)
    } else if (this.#options.url() !== this.#url) {
      this.#reopen(socket)
    } else {
      this.#unanswered += 1
      this.ping()
    }
  }

  /** At once, although browsers report that: they open one socket to an address at a time, and this one may never. */
  #reopen(socket: WebSocket) {
    this.#socket = undefined
    socket.close()
    this.#connect()
  }

  #connect() {
    this.#unanswered = 0
    this.#pings = []
    this.#roundTripMs = undefined
    this.#enter('connecting')
    const { url, token } = this.#options
    this.#url = url()
    const address = new URL(this.#url)
    address.searchParams.set('clientId', this.#clientId)
    const socket = new WebSocket(address, [browserProtocol, tokenProtocolPrefix + token])
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    const isCurrent = () => this.#socket === socket
    socket.onopen = () => isCurrent() && this.#enter('open')
    socket.onerror = () => isCurrent() && this.#enter('error')
    socket.onmessage = (message) => isCurrent() && this.#receive(message.data)
    socket.onclose = (event) => isCurrent() && this.#closed(event)
  }

  #closed(event: CloseEvent) {
    this.#socket = undefined
    if (!finalCodes.includes(event.code)) {
      this.#enter('closed')
      return
    }
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#enter('closed', { code: event.code, reason: event.reason })
  }

  #receive(data: unknown) {
    this.#unanswered = 0
    this.#heardAt = Date.now()
    if (data instanceof ArrayBuffer) {
      this.#options.onBinary?.(new Uint8Array(data))
      return
    }
    const event = this.#options.schema.safeParse(parseJson(data))
    if (!event.success) return
    if (event.data.action === 'ping') this.#transmit({ action: 'pong' })
    else if (event.data.action === 'pong') this.#answered()
    else this.#options.onEvent(event.data)
  }

  /** Answers arrive in the order of the pings. */
  #answered() {
    const sentAt = this.#pings.shift()
    if (sentAt !== undefined) this.#roundTripMs = performance.now() - sentAt
  }

  #transmit(frame: Frame) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame))
  }

  #enter(state: SocketState, refusal?: SocketRefusal) {
    this.#state = state
    this.#options.onState?.(state, refusal)
  }
}

/** Closed only once it is open: browsers report an error when a connecting socket is closed. */
function closeQuietly(socket: WebSocket) {
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
  else socket.close()
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
