import type { LogReport } from '@fleetdeck/contract/phone-socket'
import { type EvidenceLine, evidenceLimits } from '@fleetdeck/contract/script-evidence'
import type { LogLevel } from '../drivers/device-driver.ts'
import { maxLine } from '../scripts/worker-messages.ts'

/** The phone's log. */
export class DeviceLog {
  readonly #outbox: { send: (line: LogReport) => unknown }
  readonly #siteMs: () => number
  #lastAt = 0
  /** The last lines of the run that wrote last. */
  #recent: { runKey: string | undefined; lines: EvidenceLine[] } = { runKey: undefined, lines: [] }

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
      msg: msg.slice(0, maxLine),
      time: Date.now(),
      at: this.#lastAt,
      ...(runKey && { runId: runKey }),
    })
    if (runKey)
      this.#remember(runKey, { level, msg: msg.slice(0, evidenceLimits.lineText), at: this.#lastAt })
  }

  lastLines(runKey: string): EvidenceLine[] {
    return this.#recent.runKey === runKey ? this.#recent.lines : []
  }

  #remember(runKey: string, line: EvidenceLine): void {
    const lines = [...this.lastLines(runKey), line].slice(-evidenceLimits.lines)
    this.#recent = { runKey, lines }
  }
}
