import type { LogLevel } from '../drivers/device-driver.ts'
import type { Uplink } from '../uplink.ts'

const maxLines = 200
const maxLineLength = 8000

interface Line {
  level: LogLevel
  msg: string
  time: number
  /** Id of the script's run that wrote it. */
  runId?: string
}

/** The phone's log. Lines written without a connection are sent later, with their own time. */
export class DeviceLog {
  readonly #uplink: Uplink
  #waiting: Line[] = []

  constructor(uplink: Uplink) {
    this.#uplink = uplink
  }

  write(level: LogLevel, msg: string, runKey?: string): void {
    const line = {
      level,
      msg: msg.slice(0, maxLineLength),
      time: Date.now(),
      ...(runKey && { runId: runKey }),
    }
    if (!this.#send(line)) this.#waiting = [...this.#waiting, line].slice(-maxLines)
  }

  sendWaiting(): void {
    const lines = this.#waiting
    this.#waiting = lines.filter((line) => !this.#send(line))
  }

  #send(line: Line): boolean {
    return this.#uplink.send({ action: 'log', ...line })
  }
}
