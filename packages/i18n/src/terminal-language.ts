import { isLanguage, type Language, languageOf, languages } from './languages.ts'
import { messageIn, say, TerminalError } from './terminal.ts'

type Environment = Record<string, string | undefined>

/** As POSIX has it: LC_ALL, LC_MESSAGES or LANG, the first that is not empty. English unless it is Chinese. */
export function environmentLanguage({ LC_ALL, LC_MESSAGES, LANG }: Environment): Language {
  const [locale = ''] = (LC_ALL || LC_MESSAGES || LANG || '').split(/[.@]/)
  return /^zh(_|$)/i.test(locale) ? languageOf(locale.replace('_', '-')) : 'en'
}

export interface CommandLine {
  /** Language of the output. */
  language: Language
  /** The one that --lang names; undefined without --lang. */
  chosen: Language | undefined
  /** The command line without --lang and its value. */
  rest: string[]
}

/** Throws TerminalError for a --lang that names no language. */
export function readCommandLine(words: readonly string[], env: Environment): CommandLine {
  const { rest, value } = withoutLanguage(words)
  const chosen = value === undefined ? undefined : checkedLanguage(value)
  return { language: chosen ?? environmentLanguage(env), chosen, rest }
}

/** For errors of a command line, also of its --lang. */
export function terminalLanguage(words: readonly string[], env: Environment = process.env): Language {
  const { value } = withoutLanguage(words)
  return isLanguage(value) ? value : environmentLanguage(env)
}

/** Of the running program; a wrong --lang ends it with code 2. */
export function commandLineOrExit(): CommandLine {
  try {
    return readCommandLine(process.argv.slice(2), process.env)
  } catch (error) {
    if (!(error instanceof TerminalError)) throw error
    process.stderr.write(`${messageIn(error.said, environmentLanguage(process.env))}\n`)
    return process.exit(2)
  }
}

export function checkedLanguage(value: string): Language {
  if (isLanguage(value)) return value
  throw new TerminalError(say('args.oneOf', { option: '--lang', values: languages, value }))
}

function withoutLanguage(words: readonly string[]): { rest: string[]; value: string | undefined } {
  const rest: string[] = []
  let value: string | undefined
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === '--lang') value = words[++at] ?? ''
    else if (word.startsWith('--lang=')) value = word.slice('--lang='.length)
    else rest.push(word)
  }
  return { rest, value }
}
