import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Command, Given, Option } from './command.ts'
import { wrongUse } from './failure.ts'

/** Options of every command. */
export const commonOptions = {
  json: { text: 'results as JSON: one document, or one line for each entry of a stream' },
  lang: {
    value: 'LANGUAGE',
    text: 'language of the server’s messages (default: that of the terminal)',
    suggests: ['zhcn', 'zhtw', 'en'],
  },
  help: { text: 'this text', short: 'h' },
} as const satisfies Record<string, Option>

const toConfig = ({ value, short, isList }: Option): NonNullable<ParseArgsConfig['options']>[string] => ({
  type: value ? 'string' : 'boolean',
  ...(short && { short }),
  ...(isList && { multiple: true }),
})

export type Parsed = Given & { isHelp: boolean }

/** The words after the command's name. */
export function parseWords(command: Command, words: string[]): Parsed {
  const all = { ...commonOptions, ...command.options }
  const options = Object.fromEntries(Object.entries(all).map(([name, option]) => [name, toConfig(option)]))
  const { values, positionals } = readWords(words, options)
  const isHelp = values.help === true
  if (!isHelp) checkCount(command, positionals)
  const defaults: Record<string, unknown> = {}
  for (const [name, { value, isList }] of Object.entries(command.options))
    if (isList || !value) defaults[name] = isList ? [] : false
  return { words: positionals, values: { ...defaults, ...values } as never, isHelp }
}

function readWords(args: string[], options: NonNullable<ParseArgsConfig['options']>) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    // Node adds a hint about positional words in a second sentence.
    const [sentence = ''] = (error as Error).message.split('. ')
    throw wrongUse(sentence)
  }
}

function checkCount({ name, words }: Command, given: readonly string[]): void {
  const missing = words[given.length]
  if (missing && !missing.isOptional)
    throw wrongUse(`${missing.name} is missing; see fleetdeck ${name} --help`)
  const isOpen = words.at(-1)?.isList
  const unexpected = isOpen ? undefined : given[words.length]
  if (unexpected !== undefined)
    throw wrongUse(`Unexpected argument “${unexpected}”; see fleetdeck ${name} --help`)
}

/** A whole number of an option. */
export function readNumber(
  text: string | undefined,
  name: string,
  { min, max, byDefault }: { min: number; max: number; byDefault: number },
): number {
  if (text === undefined) return byDefault
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw wrongUse(`${name} must be ${min} to ${max}, but it is “${text}”`)
}
