import { type ParseArgsConfig, parseArgs } from 'node:util'
import { defaultLanguage, type Language } from '@fleetdeck/i18n/languages'
import { type Message, say, TerminalError } from '@fleetdeck/i18n/terminal'
import { checkedLanguage } from '@fleetdeck/i18n/terminal-language'
import { startedAs, type Usage } from '@fleetdeck/i18n/terminal-layout'

/** Phones with a screen draw frames; the others only need a socket each, and one process handles about 20,000. */
const most = 1000
const maxLight = 20_000

export const usage: Usage = {
  commands: [
    `${startedAs('npm run phones --', 'phones')} --server URL ... --key KEY [--count N] [--state DIR] [--lang zhcn|zhtw|en]
[--name-prefix X] [--density N] [--video-from COMMAND] [--light] [--new-signer]`,
  ],
  rows: [
    ['--server', say('usage.server')],
    ['--key', say('usage.key')],
    ['--count', say('usage.count', { max: String(most), light: String(maxLight) })],
    ['--state', say('usage.tokens', { folder: './data/phones' })],
    ['--lang', say('usage.phoneLanguage')],
    ['--name-prefix', say('usage.namePrefix')],
    ['--density', say('usage.density')],
    ['--video-from', say('usage.videoFrom')],
    ['--light', say('usage.light')],
    ['--new-signer', say('usage.newSigner')],
    ['--help', say('usage.help')],
  ],
}

export interface PhonesArguments {
  server: URL
  /** Others of the same installation. */
  otherServers: URL[]
  key: string
  count: number
  stateDir: string
  language: Language
  namePrefix?: string
  density: number
  videoFrom?: string
  /** Many phones that draw nothing. */
  light?: true
  /** The pinned signing keys of servers are forgotten. */
  newSigner?: true
}

/** The message is for the person who typed the command. */
export class WrongArguments extends TerminalError {}

const options = {
  server: { type: 'string', multiple: true },
  key: { type: 'string' },
  count: { type: 'string', default: '1' },
  state: { type: 'string', default: './data/phones' },
  lang: { type: 'string', default: defaultLanguage },
  'name-prefix': { type: 'string' },
  density: { type: 'string', default: '1' },
  'video-from': { type: 'string' },
  light: { type: 'boolean', default: false },
  'new-signer': { type: 'boolean', default: false },
} as const

export function readArguments(words: string[]): PhonesArguments {
  const values = parse(words, options)
  const prefix = values['name-prefix']
  if (prefix !== undefined && !/^[\x21-\x7e]{1,100}$/.test(prefix))
    throw new WrongArguments(say('args.namePrefix'))
  return {
    ...readServers(values.server),
    key: readKey(values.key),
    count: readCount(values.count, values.light ? maxLight : most),
    stateDir: values.state,
    language: readLanguage(values.lang),
    density: readDensity(values.density),
    ...(prefix === undefined ? {} : { namePrefix: prefix }),
    ...(values['video-from'] ? { videoFrom: values['video-from'] } : {}),
    ...(values.light ? { light: true } : {}),
    ...(values['new-signer'] ? { newSigner: true } : {}),
  }
}

type Options = NonNullable<ParseArgsConfig['options']>

/** Values of a command line that allows only these options. */
export function parse<const O extends Options>(words: string[], options: O) {
  try {
    return parseArgs({ args: words, options, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new WrongArguments(describeParseError(error as NodeJS.ErrnoException))
  }
}

/** Node's own sentences are English. */
function describeParseError({ code, message }: NodeJS.ErrnoException): Message {
  const [, value = ''] = /'([^']*?)(?: <value>)?'/.exec(message) ?? []
  const option = value.replace(/^-\w, /, '')
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return say('args.unknown', { option })
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return say('args.unexpected', { value })
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return message
  return say(message.includes('does not take') ? 'args.plain' : 'args.noValue', { option })
}

/** One or several addresses, as repeated options or separated by commas. */
export function readServers(texts: readonly string[] = []): { server: URL; otherServers: URL[] } {
  const given = texts.flatMap((text) => text.split(',')).map((text) => text.trim())
  const [server, ...otherServers] = given.filter((text) => text !== '').map(readServer)
  if (!server) throw new WrongArguments(say('args.missing', { option: '--server' }))
  return { server, otherServers }
}

function readServer(text: string): URL {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new WrongArguments(say('args.server', { value: text }))
  return new URL(text)
}

export function readKey(text: string | undefined): string {
  if (!text) throw new WrongArguments(say('args.missing', { option: '--key' }))
  return text
}

function readCount(text: string, limit: number): number {
  const count = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > limit)
    throw new WrongArguments(
      say('args.range', { option: '--count', min: '1', max: String(limit), value: text }),
    )
  return count
}

function readDensity(text: string): number {
  if (!/^[123]$/.test(text))
    throw new WrongArguments(say('args.oneOf', { option: '--density', values: [1, 2, 3], value: text }))
  return Number(text)
}

export function readLanguage(text: string): Language {
  try {
    return checkedLanguage(text)
  } catch (error) {
    throw error instanceof TerminalError ? new WrongArguments(error.said) : error
  }
}
