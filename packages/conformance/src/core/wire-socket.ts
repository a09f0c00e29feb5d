import WebSocket from 'ws'
import { Deviation } from './check.ts'
import type { Transcript } from './transcript.ts'
import { Inbox, within } from './wait.ts'

export type Message = Record<string, unknown> & { action: string }
/** How the peer's socket closed. */
export interface End {
  code: number
  reason: string
}

const readText = (data: WebSocket.RawData) => (data as Buffer).toString()
const asObject = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One end of a socket whose messages are recorded, and awaited by action. */
export class WireSocket {
  readonly ws: WebSocket
  readonly messages = new Inbox<Message>()
  readonly pictures = new Inbox<Buffer>()
  /** Messages outside the contract. */
  readonly violations: string[] = []
  readonly #ended: Promise<End>
  readonly #name: string
  readonly #transcript: Transcript
  readonly #patienceMs: number

  /** isValid: whether a message that comes is in the contract. */
  constructor(
    ws: WebSocket,
    name: string,
    {
      transcript,
      patienceMs,
      isValid,
    }: { transcript: Transcript; patienceMs: number; isValid: (message: unknown) => boolean },
  ) {
    this.ws = ws
    this.#name = name
    this.#transcript = transcript
    this.#patienceMs = patienceMs
    ws.on('error', () => {})
    ws.on('message', (data, isBinary) => {
      if (isBinary) return this.#cameBinary(data as Buffer)
      const text = readText(data)
      transcript.came(name, text)
      const message = asObject(text)
      if (isValid(message)) this.messages.put(message as Message)
      else this.violations.push(text.slice(0, 200))
    })
    this.#ended = new Promise((resolve) => {
      ws.on('close', (code, reason) => {
        transcript.came(name, `closed ${code} ${reason}`)
        resolve({ code, reason: reason.toString() })
      })
    })
  }

  get isOpen(): boolean {
    return this.ws.readyState === WebSocket.OPEN
  }

  send(message: object | string | Uint8Array): void {
    this.#transcript.sent(
      this.#name,
      message instanceof Uint8Array ? `${message.length} bytes: ${hex(message)}` : message,
    )
    const isRaw = typeof message === 'string' || message instanceof Uint8Array
    this.ws.send(isRaw ? message : JSON.stringify(message))
  }

  async next(action: string, fields: object = {}, limitMs = this.#patienceMs): Promise<Message> {
    const wanted = Object.entries(fields)
    const fits = (message: Message) =>
      message.action === action &&
      wanted.every(([field, value]) => JSON.stringify(message[field]) === JSON.stringify(value))
    return this.messages.take(fits, limitMs, `${action} ${wanted.length ? JSON.stringify(fields) : ''}`)
  }

  nextPicture(limitMs = this.#patienceMs): Promise<Buffer> {
    return this.pictures.take(() => true, limitMs, 'a frame of the screen')
  }

  /** All earlier messages have been handled when the peer answers. */
  async settled(): Promise<void> {
    this.send({ action: 'ping' })
    await this.next('pong')
  }

  ended(limitMs = this.#patienceMs): Promise<End> {
    return within(this.#ended, limitMs, 'the end of the socket')
  }

  close(): void {
    this.ws.close(1000)
  }

  /** Ends it as a broken network does: without a close frame. */
  vanish(): void {
    this.ws.terminate()
  }

  checkContract(): void {
    const [first] = this.violations.splice(0)
    if (first !== undefined) throw new Deviation(`a message that the contract does not contain: ${first}`)
  }

  #cameBinary(bytes: Buffer): void {
    this.#transcript.came(this.#name, `${bytes.length} bytes: ${hex(bytes)}`)
    this.pictures.put(bytes)
  }
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 24)).toString('hex')
