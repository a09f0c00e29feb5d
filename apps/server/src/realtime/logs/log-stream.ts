import type { DeviceId } from '@fleetdeck/contract/ids'
import type { LogLine } from '@fleetdeck/contract/log-socket'
import type { Bus, Unsubscribe } from '../bus/bus.ts'
import { type LogMessage, type LogQuery, logChannel, logQueries } from '../bus/messages.ts'
import { LogBuffer } from './log-buffer.ts'

const maxKeptBytes = 128 * 1024 * 1024

/** Log lines of phones that are, or were, connected to this server. */
export class LogStream {
  readonly #serverId: string
  readonly #bus: Bus
  readonly #kept = new LogBuffer(maxKeptBytes)
  #fresh = new Map<DeviceId, LogLine[]>()

  constructor(serverId: string, bus: Bus) {
    this.#serverId = serverId
    this.#bus = bus
  }

  start(): Promise<Unsubscribe> {
    return logQueries(this.#bus).subscribe((wish) => this.#answer(wish))
  }

  add(deviceId: DeviceId, line: LogLine, isRepeated = false): void {
    if (isRepeated && this.#kept.hasLater(deviceId, line)) return
    this.#kept.add(deviceId, line)
    const lines = this.#fresh.get(deviceId)
    if (lines) lines.push(line)
    else this.#fresh.set(deviceId, [line])
  }

  /** Lines are published in batches, a few times a second. */
  tick(): void {
    const fresh = this.#fresh
    if (fresh.size === 0) return
    this.#fresh = new Map()
    for (const [deviceId, lines] of fresh) this.#sendLive(deviceId, lines)
  }

  #answer({ deviceId, to }: LogQuery): void {
    // Unsent lines must not follow as live after they were among the stored lines.
    const unsent = this.#fresh.get(deviceId)
    if (unsent) this.#sendLive(deviceId, unsent)
    this.#fresh.delete(deviceId)
    const event = { kind: 'kept', server: this.#serverId, to, lines: this.#kept.of(deviceId) } as const
    this.#send(deviceId, event)
  }

  #sendLive(deviceId: DeviceId, lines: LogLine[]): void {
    this.#send(deviceId, { kind: 'live', server: this.#serverId, lines })
  }

  #send(deviceId: DeviceId, event: LogMessage): void {
    logChannel(this.#bus, deviceId).send(event)
  }
}
