import type { DeviceId } from '@fleetdeck/contract/ids'
import type { Bus, BusMessage, Unsubscribe } from '../bus/bus.ts'
import { type LastFrameQuery, lastFrameAnswers, lastFrameQueries } from '../bus/messages.ts'

const maxBytes = 32 * 1024 * 1024
/** A frame of one phone for its own viewer may be large; walls request small ones. */
const maxFrameBytes = 256 * 1024
/** Before the frame in an answer: number of the query, id of the device, and until when it showed the frame. */
const answerHeaderBytes = 16

export interface LastFrame {
  frame: Uint8Array
  /** Until when the phone showed it, ms since 1970. */
  until: number
}

/** What phones showed last before they went offline, in the memory of each server; the oldest is removed first. */
export class LastFrames {
  readonly #serverId: string
  readonly #bus: Bus
  readonly #frames = new Map<DeviceId, LastFrame>()
  #bytes = 0
  /** Devices about which the other servers are to be asked. */
  #unasked = new Set<DeviceId>()
  #query = 0
  /** The queries whose answers count, by device. */
  readonly #asked = new Map<DeviceId, number>()

  constructor(serverId: string, bus: Bus) {
    this.#serverId = serverId
    this.#bus = bus
  }

  get bytes(): number {
    return this.#bytes
  }

  /** @param onFound another server had a newer frame of this phone */
  async start(onFound: (id: DeviceId) => void): Promise<Unsubscribe> {
    const stops = await Promise.all([
      lastFrameQueries(this.#bus).subscribe((query) => this.#answer(query)),
      this.#bus.subscribe(lastFrameAnswers(this.#serverId), (answer) => this.#take(answer, onFound)),
    ])
    return () => {
      for (const stop of stops) stop()
    }
  }

  get(id: DeviceId): LastFrame | undefined {
    return this.#frames.get(id)
  }

  /** Asks the other servers for a newer frame. */
  ask(id: DeviceId): void {
    if (this.#unasked.size === 0) setImmediate(() => this.#askAll())
    this.#unasked.add(id)
  }

  /** Copied: a received frame is a part of a larger buffer. */
  put(id: DeviceId, frame: Uint8Array, until: number): void {
    this.#remove(id)
    if (frame.byteLength > maxFrameBytes) return
    this.#frames.set(id, { frame: frame.slice(), until })
    this.#bytes += frame.byteLength
    for (const oldest of this.#frames.keys()) {
      if (this.#bytes <= maxBytes) return
      this.#remove(oldest)
    }
  }

  /** Devices that changed may have another owner. Without ids, all. */
  forget(ids: readonly DeviceId[] = [...this.#frames.keys(), ...this.#asked.keys()]): void {
    for (const id of ids) this.#remove(id)
    // Answers that are on their way are of before the change.
    for (const id of ids) this.#asked.delete(id)
  }

  #askAll(): void {
    this.#query += 1
    for (const id of this.#unasked) this.#asked.set(id, this.#query)
    const phones = [...this.#unasked].map((id) => [id, this.get(id)?.until ?? 0] as const)
    this.#unasked = new Set()
    lastFrameQueries(this.#bus).send({ to: this.#serverId, query: this.#query, phones })
  }

  #answer({ to, query, phones }: LastFrameQuery): void {
    if (to === this.#serverId) return
    for (const [id, until] of phones) {
      const kept = this.get(id)
      if (!kept || kept.until <= until) continue
      const answer = new Uint8Array(answerHeaderBytes + kept.frame.byteLength)
      const view = new DataView(answer.buffer)
      view.setUint32(0, query)
      view.setUint32(4, id)
      view.setFloat64(8, kept.until)
      answer.set(kept.frame, answerHeaderBytes)
      this.#bus.publish(lastFrameAnswers(to), answer).catch(() => {})
    }
  }

  #take(answer: BusMessage, onFound: (id: DeviceId) => void): void {
    if (typeof answer === 'string') return
    const view = new DataView(answer.buffer, answer.byteOffset, answer.byteLength)
    const id = view.getUint32(4) as DeviceId
    const until = view.getFloat64(8)
    if (this.#asked.get(id) !== view.getUint32(0) || until <= (this.get(id)?.until ?? 0)) return
    this.put(id, answer.subarray(answerHeaderBytes), until)
    onFound(id)
  }

  #remove(id: DeviceId): void {
    this.#bytes -= this.#frames.get(id)?.frame.byteLength ?? 0
    this.#frames.delete(id)
  }
}
