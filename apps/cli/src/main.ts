import { isLanguage, languages } from '@fleetdeck/i18n/languages'
import type { Command, Context } from './command.ts'
import { commands } from './commands.ts'
import { suggest } from './completion.ts'
import { connect } from './connect.ts'
import { environment } from './environment.ts'
import { ExitCode, Failure, isAbort, wrongUse } from './failure.ts'
import { commandHelp, overview } from './help.ts'
import { Output, printable } from './output.ts'
import { type Parsed, parseWords } from './parse-words.ts'
import { suggestedWords } from './suggest-rows.ts'

/** Code of a program that Ctrl-C has ended. */
const interruptedCode = 130

const [name, ...words] = process.argv.slice(2)
const isJson = words.includes('--json')
const output = new Output(isJson)
process.exitCode = await main().catch(report)

async function main(): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(`${overview(commands)}\n`)
    return name === undefined ? ExitCode.wrongUse : ExitCode.done
  }
  if (name === 'complete') return complete()
  const command = commands.find((each) => each.name === name)
  if (!command) throw wrongUse(`There is no command “${name}”; see fleetdeck --help`)
  const parsed = parseWords(command, words)
  if (parsed.isHelp) {
    process.stdout.write(`${commandHelp(command)}\n`)
    return ExitCode.done
  }
  return run(command, parsed)
}

/** For the scripts of the shells: one suggestion per line for the words after `--`. */
async function complete(): Promise<number> {
  const suggestion = suggest(commands, words.slice(1))
  const found = await suggestedWords(suggestion, () => connect(environment.language())).catch(() => [])
  process.stdout.write(found.map((word) => `${printable(word).replaceAll('\n', ' ')}\n`).join(''))
  // A server that is too slow is not waited for.
  process.exit(ExitCode.done)
}

async function run(command: Command, parsed: Parsed): Promise<number> {
  const { lang } = parsed.values as { lang?: string }
  if (lang !== undefined && !isLanguage(lang)) throw wrongUse(`--lang must be one of ${languages.join(', ')}`)
  const language = lang ?? environment.language()
  const interruption = new AbortController()
  const interrupt = () => (interruption.signal.aborted ? process.exit(interruptedCode) : interruption.abort())
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  const context: Context = {
    output,
    language,
    isJson,
    signal: interruption.signal,
    client: () => connect(language),
  }
  try {
    return await command.run(parsed, context)
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
}

function report(error: unknown): number {
  if (isAbort(error)) return interruptedCode
  const exitCode = error instanceof Failure ? error.exitCode : ExitCode.failed
  output.error(error instanceof Error ? error.message : String(error), exitCode)
  return exitCode
}
