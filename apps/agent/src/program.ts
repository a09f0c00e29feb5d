import { type Message, messageIn, type TerminalText } from '@fleetdeck/i18n/terminal'
import { terminalLanguage } from '@fleetdeck/i18n/terminal-language'
import { type Usage, usageText } from '@fleetdeck/i18n/terminal-layout'
import { WrongArguments } from './arguments.ts'
import { type Notice, reasonOf } from './notice.ts'
import { onParentEnd } from './parent.ts'
import { surviveFailures } from './survive-failures.ts'

const language = terminalLanguage(process.argv.slice(2))

export const print = (message: Message): void => console.log(messageIn(message, language))
export const printError = (message: Message): void => console.error(messageIn(message, language))

/** Parses a command line; on an error the program prints the usage and exits with 2. */
export function argumentsOrExit<Arguments>(read: () => Arguments, usage: Usage): Arguments {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof WrongArguments)) throw error
    printError(error.said)
    printError(`\n${usageText(usage, language)}`)
    process.exit(2)
  }
}

/** A notice of one phone on the terminal. */
export function printNotice(name: string, ...[level, message]: Parameters<Notice>): void {
  const line = `${name}: ${messageIn(message, language)}`
  if (level === 'info') print(line)
  else printError(line)
}

/** Closing connections takes less; a phone that does not answer is left alone then. */
const stopWithinMs = 5000

/**
 * Runs phones until the program is asked to stop or its parent ends; exits with 1 when they cannot start, or when too
 * much fails.
 */
export async function runPhones(start: () => Promise<{ stop(): Promise<void> }>, banner?: TerminalText) {
  let stopping = false
  const starting = start()
  const stop = (code = 0) => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    const stopped = starting.then((phones) => phones.stop())
    stopped.then(
      () => process.exit(code),
      () => process.exit(1),
    )
  }
  // A second signal ends it without waiting.
  const stopOrExit = () => (stopping ? process.exit(1) : stop())
  process.on('SIGINT', stopOrExit)
  process.on('SIGTERM', stopOrExit)
  onParentEnd(() => stop())
  surviveFailures(printError, () => stop(1))
  try {
    await starting
    if (banner) print(banner)
  } catch (error) {
    printError(reasonOf(error))
    process.exit(1)
  }
}
