import type { DeviceId } from '@fleetdeck/contract/ids'

/** Phones that were asked to connect again, on any server: one that does so in time was never offline. */
export class PhonesInTransit {
  /** This server stops, and the others take its phones over: it does not count them as disconnected. */
  othersTakeOver = false
  readonly #phones = new Map<DeviceId, { onlineSince: number; until: number }>()

  add(deviceId: DeviceId, onlineSince: number, until: number): void {
    this.#phones.set(deviceId, { onlineSince, until })
  }

  /** The phone is here: since when it has been online, in ms since 1970, if it came from another socket. */
  take(deviceId: DeviceId): number | undefined {
    const phone = this.#phones.get(deviceId)
    this.#phones.delete(deviceId)
    return phone && phone.until > performance.now() ? phone.onlineSince : undefined
  }

  prune(now: number): void {
    for (const [deviceId, { until }] of this.#phones) if (until <= now) this.#phones.delete(deviceId)
  }
}
