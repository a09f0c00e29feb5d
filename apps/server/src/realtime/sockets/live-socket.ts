import { CloseCode } from '@fleetdeck/contract/device-socket'
import { WebSocket } from 'ws'
import type { HubContext } from '../hub-context.ts'

const longestReasonBytes = 123
const maxUnsentBytes = 16 * 1024 * 1024

export const pongText = '{"action":"pong"}'

/**
 * A WebSocket that is watched: silence, floods and a peer that does not read all end it, and no error leaves it.
 * It has no timer of its own; the hub calls sweep().
 */
export abstract class LiveSocket {
  over = false
  protected readonly context: HubContext
  private readonly ws: WebSocket
  private readonly framesPerSecond: number
  private heardAt = Date.now()
  private pinged = false
  private secondFrom = 0
  private framesInSecond = 0
  private readonly endListeners: (() => void)[] = []

  constructor(context: HubContext, ws: WebSocket, framesPerSecond: number) {
    this.context = context
    this.ws = ws
    this.framesPerSecond = framesPerSecond
    ws.on('message', (data, isBinary) => this.receive(data as Buffer, isBinary))
    ws.on('pong', () => this.heard(Date.now()))
    ws.on('close', () => this.guard(() => this.end()))
    // Oversize and broken frames: ws answers with 1009, 1002 or 1007 and closes.
    ws.on('error', () => {})
  }

  protected abstract onText(text: string): void
  protected abstract onBinary(bytes: Buffer): void
  /** Called once for the first frame of a second that is above the socket's rate. */
  protected abstract onFlood(): void
  /** Called once, when the socket is closed for whatever reason. */
  protected abstract onEnd(): void
  /** Never less than the hub's socketSilence. */
  protected abstract silenceLimit(): number

  /** Runs before the session's own end. */
  onceEnded(listener: () => void): void {
    this.endListeners.push(listener)
  }

  get unsentBytes(): number {
    return this.ws.bufferedAmount
  }

  send(text: string): void {
    if (this.writable()) this.ws.send(text)
  }

  sendBytes(bytes: Uint8Array, sent?: () => void): void {
    if (this.writable()) this.ws.send(bytes, { binary: true }, sent)
  }

  close(code: number, reason = ''): void {
    if (this.ws.readyState === WebSocket.OPEN) this.ws.close(code, shortened(reason))
  }

  terminate(): void {
    this.ws.terminate()
  }

  sweep(now: number) {
    const silent = now - this.heardAt
    // With thousands of lively sockets this is as far as it goes.
    if (silent <= this.context.timing.socketSilence / 2) return
    const limit = this.silenceLimit()
    if (silent > limit) return this.terminate()
    // Pages in the background hardly run their timers, but any browser answers a ping of the protocol.
    if (silent > limit / 2 && !this.pinged && this.ws.readyState === WebSocket.OPEN) {
      this.pinged = true
      this.ws.ping()
    }
  }

  /** Runs something whose failure must not reach anybody else. */
  protected guard(step: () => unknown): void {
    try {
      const outcome = step()
      if (outcome instanceof Promise) outcome.catch((error) => this.failed(error))
    } catch (error) {
      this.failed(error)
    }
  }

  protected failed(error: unknown): void {
    this.context.options.log.error({ err: error }, 'a socket frame could not be handled')
  }

  private receive(data: Buffer, isBinary: boolean): void {
    const now = Date.now()
    this.heard(now)
    if (this.isAboveRate(now)) return
    this.guard(() => (isBinary ? this.onBinary(data) : this.onText(data.toString())))
  }

  private heard(now: number): void {
    this.heardAt = now
    this.pinged = false
  }

  private isAboveRate(now: number): boolean {
    if (now - this.secondFrom >= 1000) {
      this.secondFrom = now
      this.framesInSecond = 0
    }
    this.framesInSecond += 1
    if (this.framesInSecond <= this.framesPerSecond) return false
    this.context.counts.droppedFrames += 1
    if (this.framesInSecond === this.framesPerSecond + 1) this.guard(() => this.onFlood())
    return true
  }

  private writable(): boolean {
    if (this.ws.readyState !== WebSocket.OPEN) return false
    if (this.ws.bufferedAmount < maxUnsentBytes) return true
    this.close(CloseCode.tooSlow)
    return false
  }

  private end(): void {
    if (this.over) return
    this.over = true
    for (const listener of this.endListeners) listener()
    this.onEnd()
  }
}

/** Close reasons are limited by the protocol itself. */
export function shortened(reason: string): string {
  const bytes = Buffer.from(reason)
  if (bytes.length <= longestReasonBytes) return reason
  return bytes
    .subarray(0, longestReasonBytes)
    .toString()
    .replace(/\uFFFD+$/, '')
}
