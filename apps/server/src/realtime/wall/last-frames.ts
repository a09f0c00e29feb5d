import type { DeviceId } from '@fleetdeck/contract/ids'
import type { Bus, BusMessage, Unsubscribe } from '../bus/bus.ts'
import { type LastFrameQuery, lastFrameAnswers, lastFrameQueries } from '../bus/messages.ts'
import type { HubOptions } from '../hub-options.ts'
import { type LastFrame, LastFrameFiles, type StoredFrame } from './last-frame-files.ts'

const maxBytes = 32 * 1024 * 1024
/** A frame of one phone for its own viewer may be large; walls request small ones. */
const maxFrameBytes = 256 * 1024
/** Before the frame in an answer: number of the query, id of the device, and until when it showed the frame. */
const answerHeaderBytes = 16

/**
 * What phones showed last before they went offline, in the memory of each server, and in its data folder over a
 * restart; the oldest is removed first.
 */
export class LastFrames {
  readonly #serverId: string
  readonly #bus: Bus
  readonly #files: LastFrameFiles | undefined
  readonly #frames = new Map<DeviceId, StoredFrame>()
  #bytes = 0
  /** Devices about which the other servers are to be asked. */
  #unasked = new Set<DeviceId>()
  #query = 0
  /** The queries whose answers count, by device. */
  readonly #asked = new Map<DeviceId, number>()
  /** Devices that changed since the start, until the files are read. */
  #forgottenUnread: Set<DeviceId> | undefined

  constructor(
    serverId: string,
    { bus, lastFrameStore, log }: Pick<HubOptions, 'bus' | 'lastFrameStore' | 'log'>,
  ) {
    this.#serverId = serverId
    this.#bus = bus
    this.#files = lastFrameStore && new LastFrameFiles(lastFrameStore, log, (id) => this.#frames.get(id))
  }

  get bytes(): number {
    return this.#bytes
  }

  /**
   * Files are read afterwards.
   *
   * @param onFound another server, or the data folder, had a newer frame of this phone
   */
  async start(onFound: (id: DeviceId) => void): Promise<Unsubscribe> {
    const stops = await Promise.all([
      lastFrameQueries(this.#bus).subscribe((query) => this.#answer(query)),
      this.#bus.subscribe(lastFrameAnswers(this.#serverId), (answer) => this.#take(answer, onFound)),
    ])
    this.#readFiles(onFound)
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** Writes what was not written yet. */
  async close(): Promise<void> {
    await this.#files?.close()
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
    this.#add(id, { frame: frame.slice(), until })
  }

  /** Devices that changed may have another owner. */
  forget(ids: readonly DeviceId[]): void {
    for (const id of ids) {
      this.#remove(id)
      // Answers that are on their way are of before the change.
      this.#asked.delete(id)
      this.#forgottenUnread?.add(id)
    }
  }

  /** Any device may have changed: the frames of those that did are forgotten. */
  recheck(): void {
    this.#asked.clear()
    const ids = () => [...this.#frames.keys()]
    if (this.#files) this.#files.recheck(ids, (changed) => this.forget(changed))
    else this.forget(ids())
  }

  #readFiles(onFound: (id: DeviceId) => void): void {
    const forgotten = new Set<DeviceId>()
    this.#forgottenUnread = forgotten
    this.#files?.load(maxBytes, (stored) => {
      this.#forgottenUnread = undefined
      const isForgotten = ({ id }: { id: DeviceId }) => forgotten.has(id)
      for (const { id } of stored.filter(isForgotten)) this.#files?.changed(id)
      for (const id of this.#addOlder(stored.filter((each) => !isForgotten(each)))) onFound(id)
    })
  }

  /** The order remains that of their time. Returns those that are the newest of their phones. */
  #addOlder(stored: readonly (StoredFrame & { id: DeviceId })[]): DeviceId[] {
    const newer = [...this.#frames]
    const found = stored.filter(({ id, until }) => until > (this.get(id)?.until ?? 0))
    const foundIds = new Set(found.map(({ id }) => id))
    this.#frames.clear()
    this.#bytes = 0
    for (const { id, ...frame } of found) this.#add(id, frame)
    for (const [id, frame] of newer) if (!foundIds.has(id)) this.#add(id, frame)
    return [...foundIds].filter((id) => this.#frames.has(id))
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

  #add(id: DeviceId, kept: StoredFrame): void {
    this.#frames.set(id, kept)
    this.#bytes += kept.frame.byteLength
    for (const oldest of this.#frames.keys()) {
      if (this.#bytes <= maxBytes) return
      this.#remove(oldest)
    }
  }

  #remove(id: DeviceId): void {
    this.#files?.changed(id)
    this.#bytes -= this.#frames.get(id)?.frame.byteLength ?? 0
    this.#frames.delete(id)
  }
}
