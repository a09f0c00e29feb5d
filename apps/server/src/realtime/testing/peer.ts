import { once } from 'node:events'
import { browserProtocol, tokenProtocolPrefix } from '@fleetdeck/contract/device-socket'
import { encodeScreenFrame } from '@fleetdeck/contract/screen-frame'
import { WebSocket } from 'ws'

const patienceMs = 30_000

interface Message {
  action: string
  [field: string]: unknown
}
interface Waiter<T> {
  fits: (message: T) => boolean
  resolve: (message: T) => void
}

/** Messages that arrived and were not requested yet, and pending requests. */
class Inbox<T> {
  readonly seen: T[] = []
  readonly #unread: T[] = []
  readonly #waiters: Waiter<T>[] = []

  put(message: T): void {
    this.seen.push(message)
    const at = this.#waiters.findIndex(({ fits }) => fits(message))
    if (at < 0) this.#unread.push(message)
    else this.#waiters.splice(at, 1)[0]?.resolve(message)
  }

  take(fits: (message: T) => boolean, what: string): Promise<T> {
    const at = this.#unread.findIndex(fits)
    // Earlier messages are skipped, so that a test reads sequentially.
    if (at >= 0) return Promise.resolve(this.#unread.splice(0, at + 1)[at] as T)
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const timer = setTimeout(
      () => reject(new Error(`${what} did not come; seen: ${JSON.stringify(this.seen).slice(0, 1500)}`)),
      patienceMs,
    )
    this.#waiters.push({
      fits,
      resolve: (message) => {
        clearTimeout(timer)
        resolve(message)
      },
    })
    return promise
  }
}

/** The other end of a socket: a phone or a page. */
export class Peer {
  readonly ws: WebSocket
  readonly messages = new Inbox<Message>()
  readonly pictures = new Inbox<number>()
  readonly #closed: Promise<{ code: number; reason: string }>

  constructor(ws: WebSocket) {
    this.ws = ws
    ws.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.pictures.put(data.readUInt32BE(4))
      else this.messages.put(JSON.parse(data.toString()) as Message)
    })
    ws.on('error', () => {})
    this.#closed = new Promise((resolve) => {
      ws.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
    })
  }

  send(message: Message): this {
    this.ws.send(JSON.stringify(message))
    return this
  }

  next(action: string, fields: Record<string, unknown> = {}): Promise<Message> {
    const wanted = Object.entries({ action, ...fields })
    return this.messages.take(
      (message) => wanted.every(([key, value]) => JSON.stringify(message[key]) === JSON.stringify(value)),
      JSON.stringify({ action, ...fields }),
    )
  }

  nextPicture(sequence?: number): Promise<number> {
    return this.pictures.take((seen) => sequence === undefined || seen === sequence, `picture ${sequence}`)
  }

  sendPicture(sequence: number, bytes = 20_000): void {
    this.ws.send(picture(sequence, bytes))
  }

  /** Everything sent before has been handled once this is answered. */
  async settled(): Promise<void> {
    this.send({ action: 'ping' })
    await this.next('pong')
  }

  end(): Promise<{ code: number; reason: string }> {
    return this.#closed
  }

  /** Simulates a broken network: no close frame. */
  async vanish(): Promise<void> {
    this.ws.terminate()
    await this.#closed
  }
}

export function picture(sequence: number, bytes = 2000): Uint8Array {
  const image = new Uint8Array(bytes)
  image.set([0xff, 0xd8])
  const size = { width: 360, height: 640, screenWidth: 720, screenHeight: 1280 }
  return encodeScreenFrame({ sequence, capturedAt: Date.now(), image, ...size })
}

export function openPage(origin: string, path: string, token: string | undefined): Peer {
  const protocols = token === undefined ? [browserProtocol] : [browserProtocol, tokenProtocolPrefix + token]
  return new Peer(new WebSocket(origin.replace('http', 'ws') + path, protocols, { origin }))
}

export function openPhone(origin: string, token: string | undefined): Peer {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return new Peer(new WebSocket(`${origin.replace('http', 'ws')}/rapi/ws/device?type=device`, { headers }))
}

export async function opened(peer: Peer): Promise<Peer> {
  if (peer.ws.readyState === WebSocket.CONNECTING) await once(peer.ws, 'open')
  return peer
}

/** The HTTP response to a refused upgrade. */
export async function refusedWith(peer: Peer): Promise<{ status: number; body: string }> {
  const [, response] = (await once(peer.ws, 'unexpected-response')) as [
    unknown,
    NodeJS.ReadableStream & { statusCode: number },
  ]
  let body = ''
  for await (const chunk of response) body += chunk
  return { status: response.statusCode, body }
}
