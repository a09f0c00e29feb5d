import { say, type TerminalText } from '@fleetdeck/i18n/terminal'

const minuteMs = 60_000
/** Lines per minute; the other failures are only counted. */
const printedPerMinute = 10
/** More failures than this in a minute mean a program that no longer works. */
const bearablePerMinute = 1000
const longestLine = 500

/**
 * The last handler of failures that no other part handled: one phone's failure must not end the program, which serves
 * the others. Each is counted and printed as one line, at most ten a minute.
 * @param giveUp called when there are more than 1000 failures in a minute, after the reason was printed
 */
export function surviveFailures(print: (line: TerminalText) => void, giveUp: () => void): void {
  let count = 0
  let inMinute = 0
  let minuteFrom = Number.NEGATIVE_INFINITY
  const take = (error: unknown) => {
    const now = performance.now()
    if (now - minuteFrom > minuteMs) {
      minuteFrom = now
      inMinute = 0
    }
    count += 1
    inMinute += 1
    if (inMinute <= printedPerMinute) print(say('agent.unexpected', { count, reason: describe(error) }))
    if (inMinute !== bearablePerMinute + 1) return
    print(say('agent.tooMany', { count: bearablePerMinute, reason: describe(error) }))
    giveUp()
  }
  process.on('uncaughtException', take)
  process.on('unhandledRejection', take)
  // A closed terminal must not fail the line that reports an error.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
}

/** With the place where it was thrown. */
function describe(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return text
    .split('\n', 2)
    .map((line) => line.trim())
    .join(' ')
    .slice(0, longestLine)
}
