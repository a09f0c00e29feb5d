import { WrongArguments } from './arguments.ts'
import { errorMessage, type Notice } from './notice.ts'
import { onParentEnd } from './parent.ts'
import { surviveFailures } from './survive-failures.ts'

/** Parses a command line; on an error the program prints the usage and exits with 2. */
export function argumentsOrExit<Arguments>(read: () => Arguments, usage: string): Arguments {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof WrongArguments)) throw error
    console.error(`${error.message}\n\n${usage}`)
    process.exit(2)
  }
}

/** A notice of one phone on the terminal. */
export function printNotice(name: string, ...[level, message]: Parameters<Notice>): void {
  if (level === 'info') console.log(`${name}: ${message}`)
  else console.error(`${name}: ${message}`)
}

/** Closing connections takes less; a phone that does not answer is left alone then. */
const stopWithinMs = 5000

/**
 * Runs phones until the program is asked to stop or its parent ends; exits with 1 when they cannot start, or when too
 * much fails.
 */
export async function runPhones(start: () => Promise<{ stop(): Promise<void> }>, banner: string) {
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
  surviveFailures(
    (line) => console.error(line),
    (because) => {
      console.error(`This program ends, because it no longer works: ${because}`)
      stop(1)
    },
  )
  try {
    await starting
    console.log(banner)
  } catch (error) {
    console.error(errorMessage(error))
    process.exit(1)
  }
}
