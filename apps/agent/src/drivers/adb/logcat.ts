import { pause } from '../../back-off.ts'
import type { LogLevel } from '../device-driver.ts'
import { Lines } from './lines.ts'
import { type AdbShell, eachChunk } from './shell.ts'

/** Android's priorities, the lowest first. */
export const logcatLevels = ['V', 'D', 'I', 'W', 'E'] as const
export type LogcatLevel = (typeof logcatLevels)[number]
export const isLogcatLevel = (text: string): text is LogcatLevel =>
  (logcatLevels as readonly string[]).includes(text)

const levels: Record<string, LogLevel> = {
  V: 'debug',
  D: 'debug',
  I: 'info',
  W: 'warn',
  E: 'error',
  F: 'error',
}
/** A phone may write thousands of lines per second; the console's log is for people. */
const maxPerSecond = 20
const againMs = 5000
/** Characters of a line; the rest is omitted. */
const maxLine = 16_384

export interface LogcatLine {
  level: LogLevel
  msg: string
}

/**
 * A line of `logcat -v brief`: `E/Tag( 1234): text`; undefined for other lines, such as `--------- beginning of main`.
 */
export function parseLogcatLine(line: string): LogcatLine | undefined {
  const [, priority = '', tag = '', words = ''] = /^([VDIWEF])\/(.*?)\s*\(\s*\d+\): (.*)$/.exec(line) ?? []
  const level = levels[priority]
  return level && { level, msg: `${tag}: ${words}` }
}

export interface LogcatEvents {
  line(line: LogcatLine): void
  /** How many lines of the last second were omitted. */
  missed(count: number): void
}

/** Follows the phone's log from its newest line on, until the phone disconnects. */
export async function followLogcat(shell: AdbShell, level: LogcatLevel, events: LogcatEvents): Promise<void> {
  const { signal } = shell
  while (!signal.aborted) {
    try {
      const process = await shell.spawn(`logcat -v brief -T 1 '*:${level}' 2>/dev/null`)
      process.exited.catch(() => undefined)
      const lines = new PacedLines(events)
      await eachChunk(process.output, (chunk) => lines.push(Buffer.from(chunk)))
    } catch {
      // The log ends with the phone; a logcat that fails is restarted like one that ends.
    }
    await pause(againMs, signal)
  }
}

/** Splits bytes into lines and passes a limited number per second. */
export class PacedLines {
  readonly #events: LogcatEvents
  readonly #lines = new Lines(maxLine)
  readonly #now: () => number
  #second = 0
  #count = 0

  constructor(events: LogcatEvents, now: () => number = Date.now) {
    this.#events = events
    this.#now = now
  }

  push(chunk: Buffer): void {
    for (const text of this.#lines.push(chunk)) {
      const line = parseLogcatLine(text)
      if (line) this.#pass(line)
    }
  }

  #pass(line: LogcatLine): void {
    const second = Math.floor(this.#now() / 1000)
    if (second !== this.#second) {
      if (this.#count > maxPerSecond) this.#events.missed(this.#count - maxPerSecond)
      this.#second = second
      this.#count = 0
    }
    this.#count++
    if (this.#count <= maxPerSecond) this.#events.line(line)
  }
}
