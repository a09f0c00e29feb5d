import type { LogLevel } from '../drivers/device-driver.ts'
import type { Uplink } from '../uplink.ts'

const maxLines = 200
const maxLineLength = 8000

interface Line {
  level: LogLevel
  msg: string
  time: number
  /** Of the script's run that wrote it. */
  runKey?: string
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
      ...(runKey && { runKey }),
    }
    if (!this.#send(line)) this.#waiting = [...this.#waiting, line].slice(-maxLines)
  }

  sendWaiting(): void {
    const lines = this.#waiting
    this.#waiting = lines.filter((line) => !this.#send(line))
  }

  #send({ runKey, ...line }: Line): boolean {
    return this.#uplink.send({ action: 'log', ...line, ...(runKey && { runId: runKey }) })
  }
}
