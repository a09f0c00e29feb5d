import { CloseCode } from '@fleetdeck/contract/device-socket'
import { WebSocket } from 'ws'
import type { HubContext } from '../hub-context.ts'
import type { FrameRate } from './frame-rate.ts'

const longestReasonBytes = 123
const maxUnsentBytes = 16 * 1024 * 1024

export const pongText = '{"action":"pong"}'

/**
 * A supervised WebSocket: silence, floods and a peer that does not read all close it, and no error escapes. It has no
 * timer; the hub calls sweep().
 */
export abstract class LiveSocket {
  over = false
  /** By performance.now(). */
  readonly openedAt = performance.now()
  protected readonly context: HubContext
  readonly #ws: WebSocket
  readonly #rates: readonly FrameRate[]
  #lastDataAt = performance.now()
  #pinged = false
  #floodToldAt = Number.NEGATIVE_INFINITY
  readonly #endListeners: (() => void)[] = []

  /** @param rates what it takes, itself or with others; the rest is dropped */
  constructor(context: HubContext, ws: WebSocket, rates: readonly FrameRate[]) {
    this.context = context
    this.#ws = ws
    this.#rates = rates
    ws.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary))
    ws.on('pong', () => this.#heard(performance.now()))
    ws.on('close', () => this.guard(() => this.#end()))
    // Oversized and broken frames: ws answers with 1009, 1002 or 1007 and closes.
    ws.on('error', () => {})
  }

  protected abstract onText(text: string): void
  protected abstract onBinary(bytes: Buffer): void
  /** Called at most once per second, for a frame beyond the socket's rates. */
  protected abstract onFlood(): void
  /** Called once, when the socket is closed for any reason. */
  protected abstract onEnd(): void
  /** Never less than the hub's socketSilence. */
  protected abstract silenceLimit(): number

  /** Runs before the session's own end. */
  onceEnded(listener: () => void): void {
    this.#endListeners.push(listener)
  }

  get unsentBytes(): number {
    return this.#ws.bufferedAmount
  }

  send(text: string): void {
    if (this.#writable()) this.#ws.send(text)
  }

  sendBytes(bytes: Uint8Array, sent?: () => void): void {
    if (this.#writable()) this.#ws.send(bytes, { binary: true }, sent)
  }

  close(code: number, reason = ''): void {
    if (this.#ws.readyState === WebSocket.OPEN) this.#ws.close(code, shortened(reason))
  }

  terminate(): void {
    this.#ws.terminate()
  }

  sweep(now: number) {
    const silent = now - this.#lastDataAt
    // With thousands of active sockets, the check ends here.
    if (silent <= this.context.timing.socketSilence / 2) return
    const limit = this.silenceLimit()
    if (silent > limit) return this.terminate()
    // Pages in the background hardly run their timers, but any browser answers a protocol ping.
    if (silent > limit / 2 && !this.#pinged && this.#ws.readyState === WebSocket.OPEN) {
      this.#pinged = true
      this.#ws.ping()
    }
  }

  /** Runs a function whose failure must not affect others. */
  protected guard(step: () => unknown): void {
    try {
      const outcome = step()
      if (outcome instanceof Promise) outcome.catch((error) => this.failed(error))
    } catch (error) {
      this.failed(error)
    }
  }

  protected failed(error: unknown): void {
    this.context.options.log.error({ err: error }, 'could not handle a socket message')
  }

  #receive(data: Buffer, isBinary: boolean): void {
    const now = performance.now()
    this.#heard(now)
    if (this.#isAboveRate(now, data.length)) return
    this.guard(() => (isBinary ? this.onBinary(data) : this.onText(data.toString())))
  }

  #heard(now: number): void {
    this.#lastDataAt = now
    this.#pinged = false
  }

  #isAboveRate(now: number, bytes: number): boolean {
    if (this.#rates.every((rate) => rate.take(now, bytes))) return false
    this.context.counts.droppedFrames += 1
    if (now - this.#floodToldAt >= 1000) {
      this.#floodToldAt = now
      this.guard(() => this.onFlood())
    }
    return true
  }

  #writable(): boolean {
    if (this.#ws.readyState !== WebSocket.OPEN) return false
    if (this.#ws.bufferedAmount < maxUnsentBytes) return true
    this.close(CloseCode.tooSlow)
    return false
  }

  #end(): void {
    if (this.over) return
    this.over = true
    for (const listener of this.#endListeners) listener()
    this.onEnd()
  }
}

/** The protocol limits the length of close reasons. */
export function shortened(reason: string): string {
  const bytes = Buffer.from(reason)
  if (bytes.length <= longestReasonBytes) return reason
  return bytes
    .subarray(0, longestReasonBytes)
    .toString()
    .replace(/\uFFFD+$/, '')
}
