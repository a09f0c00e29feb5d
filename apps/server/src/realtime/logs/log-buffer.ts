import type { DeviceId } from '@fleetdeck/contract/ids'
import { type LogLine, maxLogLines } from '@fleetdeck/contract/log-socket'

// Overhead of a line besides its text.
const bytesPerLine = 80

/**
 * The last lines of each phone. When they exceed the total limit, the phones without new lines for longest lose half.
 */
export class LogBuffer {
  // Ordered by the last line written.
  readonly #byDevice = new Map<DeviceId, LogLine[]>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  add(deviceId: DeviceId, line: LogLine): void {
    const lines = this.#byDevice.get(deviceId) ?? []
    this.#byDevice.delete(deviceId)
    this.#byDevice.set(deviceId, lines)
    lines.push(line)
    this.#bytes += measureSize(line)
    if (lines.length > maxLogLines) this.#drop(lines, 1)
    if (this.#bytes > this.#maxBytes) this.#makeRoom()
  }

  of(deviceId: DeviceId): LogLine[] {
    return this.#byDevice.get(deviceId) ?? []
  }

  #makeRoom(): void {
    for (const [deviceId, lines] of this.#byDevice) {
      this.#drop(lines, Math.ceil(lines.length / 2))
      if (lines.length === 0) this.#byDevice.delete(deviceId)
      if (this.#bytes <= this.#maxBytes) return
    }
  }

  #drop(lines: LogLine[], count: number): void {
    for (const line of lines.splice(0, count)) this.#bytes -= measureSize(line)
  }
}

const measureSize = (line: LogLine) => bytesPerLine + line.msg.length * 2
