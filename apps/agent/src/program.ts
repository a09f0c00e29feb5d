import { WrongArguments } from './arguments.ts'
import { errorMessage, type Notice } from './notice.ts'

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

/** Runs phones until the program is asked to stop; exits with 1 when they cannot start. */
export async function runPhones(start: () => Promise<{ stop(): Promise<void> }>, banner: string) {
  try {
    const phones = await start()
    let stopping = false
    const stop = () => {
      // A second signal ends it without waiting.
      if (stopping) process.exit(1)
      stopping = true
      void phones.stop().then(() => process.exit(0))
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
    console.log(banner)
  } catch (error) {
    console.error(errorMessage(error))
    process.exit(1)
  }
}
