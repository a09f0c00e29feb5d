import { type Message, messageIn, type TerminalText } from '@fleetdeck/i18n/terminal'
import { terminalLanguage } from '@fleetdeck/i18n/terminal-language'
import { type Usage, usageText } from '@fleetdeck/i18n/terminal-layout'
import { WrongArguments } from './arguments.ts'
import { type Notice, reasonOf } from './notice.ts'
import { onParentEnd } from './parent.ts'
import type { Restart } from './releases/agent-updates.ts'
import { installedEnvironment, runningRelease } from './releases/release-environment.ts'
import { surviveFailures } from './survive-failures.ts'

const language = terminalLanguage(process.argv.slice(2))

export const inTerminal = (message: Message): string => messageIn(message, language)
export const print = (message: Message): void => console.log(inTerminal(message))
export const printError = (message: Message): void => console.error(inTerminal(message))

/** Parses a command line; prints the usage and exits with 0 when it asks for it, with 2 on an error. */
export function argumentsOrExit<Arguments>(read: () => Arguments, usage: Usage): Arguments {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    print(usageText(usage, language))
    process.exit(0)
  }
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
  const line = `${name}: ${inTerminal(message)}`
  if (level === 'info') print(line)
  else printError(line)
}

/** Closing connections takes less; a phone that does not answer is left alone then. */
const stopWithinMs = 5000

/** Not on Windows, nor before Node 22.15. */
const canStartAgain = process.platform !== 'win32' && typeof process.execve === 'function'

/**
 * The same program with the same id, so that it stays what npm, a terminal or a service manager has started. A release
 * starts from the installed program, which knows the release that runs next.
 */
function startAgain(): void {
  const [, program = '', ...words] = process.argv
  const main = runningRelease()?.installedMain ?? program
  process.execve?.(
    process.execPath,
    [process.execPath, ...process.execArgv, main, ...words],
    installedEnvironment(),
  )
}

/**
 * Runs phones until the program is asked to stop or its parent ends; exits with 1 when they cannot start, or when too
 * much fails.
 * @param start is given a function that stops the phones, does some work, and starts the program again, where the
 * system can
 */
export async function runPhones(
  start: (restart: Restart | undefined) => Promise<{ stop(): Promise<void> }>,
  banner?: TerminalText,
) {
  let stopping = false
  const stopPhones = async () => {
    const { promise: late, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => reject(new Error('the phones did not stop')), stopWithinMs)
    await Promise.race([starting.then((phones) => phones.stop()), late]).finally(() => clearTimeout(timer))
  }
  const stop = (code = 0) => {
    if (stopping) return
    stopping = true
    stopPhones().then(
      () => process.exit(code),
      () => process.exit(1),
    )
  }
  const restart: Restart = (work = async () => undefined) => {
    if (stopping) return
    stopping = true
    stopPhones()
      .catch(() => undefined)
      .then(work)
      .then(startAgain, startAgain)
  }
  const starting = start(canStartAgain ? restart : undefined)
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
