import { type ParseArgsConfig, parseArgs } from 'node:util'
import { defaultLanguage, isLanguage, type Language, languages } from '@fleetdeck/i18n/languages'

export const usage = `Usage: npm run phones -- --server URL --key KEY [--count N] [--state DIR] [--lang zhcn|zhtw|en] [--name-prefix X] [--density N]
       [--video-from COMMAND] [--light] [--new-signer]

  --server       address of the server, for example http://localhost:8098
  --key          enrolment code, or key of the site or of a user; used once for each phone
  --count        how many phones, 1 to 1000, with --light to 20000 (1)
  --state        folder for the phones' tokens (./data/phones)
  --lang         language of the phones (zhcn)
  --name-prefix  begins each phone's device id (one of its own for each folder)
  --density      pixels of the phones' screens, 360 × density wide, 1 to 3 (1)
  --video-from   command that writes H.264 (Annex B) to its standard output, shown as the phones' video
  --light        phones without screens, which only connect and send heartbeats
  --new-signer   accepts that the server signs scripts with another key than before`

export interface PhonesArguments {
  server: URL
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

/** The message is one sentence for the person who typed the command. */
export class WrongArguments extends Error {}

const options = {
  server: { type: 'string' },
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
    throw new WrongArguments('--name-prefix must be 1 to 100 printable ASCII characters without spaces.')
  return {
    server: readServer(values.server),
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
    const [sentence = ''] = (error as Error).message.split('\n')
    throw new WrongArguments(sentence.endsWith('.') ? sentence : `${sentence}.`)
  }
}

export function readServer(text: string | undefined): URL {
  if (!text) throw new WrongArguments('--server is missing.')
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new WrongArguments(`--server must be an http or https address, not "${text}".`)
  return new URL(text)
}

export function readKey(text: string | undefined): string {
  if (!text) throw new WrongArguments('--key is missing.')
  return text
}

/** Phones with a screen draw pictures; the others only need a socket each, and one process handles about 20,000. */
const most = 1000
const maxLight = 20_000

function readCount(text: string, limit: number): number {
  const count = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > limit)
    throw new WrongArguments(`--count must be a whole number from 1 to ${limit}, not "${text}".`)
  return count
}

function readDensity(text: string): number {
  if (!/^[123]$/.test(text)) throw new WrongArguments(`--density must be 1, 2 or 3, not "${text}".`)
  return Number(text)
}

export function readLanguage(text: string): Language {
  if (!isLanguage(text))
    throw new WrongArguments(`--lang must be one of ${languages.join(', ')}, not "${text}".`)
  return text
}
