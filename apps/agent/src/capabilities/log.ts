import type { LogReport } from '@fleetdeck/contract/phone-socket'
import type { LogLevel } from '../drivers/device-driver.ts'

const maxLineLength = 8000

/** The phone's log. */
export class DeviceLog {
  readonly #outbox: { send: (line: LogReport) => unknown }
  readonly #siteMs: () => number
  #lastAt = 0

  constructor(outbox: { send: (line: LogReport) => unknown }, siteMs: () => number = Date.now) {
    this.#outbox = outbox
    this.#siteMs = siteMs
  }

  write(level: LogLevel, msg: string, runKey?: string): void {
    // Each line has its own time, by which the server knows it again.
    this.#lastAt = Math.max(this.#siteMs(), this.#lastAt + 1)
    this.#outbox.send({
      action: 'log',
      level,
      msg: msg.slice(0, maxLineLength),
      time: Date.now(),
      at: this.#lastAt,
      ...(runKey && { runId: runKey }),
    })
  }
}
