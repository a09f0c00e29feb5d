import { createHash } from 'node:crypto'
import { type LogLine, maxLogLines } from '@fleetdeck/contract/log-socket'

/** Of two servers. */
const maxSeen = 2 * maxLogLines

/**
 * Which server each of the last lines of a phone came from. A phone that changes its server sends again what the former
 * one may not have received; equal lines of one server are different lines.
 */
export class SeenLines {
  // Oldest first.
  readonly #servers = new Map<string, string>()

  /** Those that did not come from another server before. */
  newOf({ server, lines }: { server: string; lines: readonly LogLine[] }): LogLine[] {
    return lines.filter((line) => {
      const key = keyOf(line)
      const first = this.#servers.get(key) ?? server
      this.#servers.delete(key)
      this.#servers.set(key, first)
      const [oldest] = this.#servers.keys()
      if (this.#servers.size > maxSeen && oldest !== undefined) this.#servers.delete(oldest)
      return first === server
    })
  }
}

/** A line has the time when it was written, which differs from those of the phone's other lines. */
const keyOf = ({ time, level, msg, runId = '' }: LogLine) =>
  `${time} ${createHash('md5').update(`${level} ${runId} ${msg}`).digest('base64')}`
