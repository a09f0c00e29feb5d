import type { DeviceId } from '@fleetdeck/contract/ids'

const maxBytes = 32 * 1024 * 1024
/** A frame of one phone for its own viewer may be large; walls request small ones. */
const maxFrameBytes = 256 * 1024

export interface LastFrame {
  frame: Uint8Array
  /** Until when the phone showed it, ms since 1970. */
  until: number
}

/** What phones showed last before they went offline, in the memory of this server; the oldest is removed first. */
export class LastFrames {
  readonly #frames = new Map<DeviceId, LastFrame>()
  #bytes = 0

  get bytes(): number {
    return this.#bytes
  }

  get(id: DeviceId): LastFrame | undefined {
    return this.#frames.get(id)
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
  forget(ids: readonly DeviceId[] = [...this.#frames.keys()]): void {
    for (const id of ids) this.#remove(id)
  }

  #remove(id: DeviceId): void {
    this.#bytes -= this.#frames.get(id)?.frame.byteLength ?? 0
    this.#frames.delete(id)
  }
}
