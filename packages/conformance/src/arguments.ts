import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Part, parts } from './core/check.ts'

export const usage = `npm run conformance -- server --url URL --key KEY [--user NAME --password PASSWORD] [options]
npm run conformance -- phone [--host ADDRESS] [--port PORT] [--start N] [options]

server  plays phones against a server; the operator's account lets the console act
phone   plays the server against a phone program: start it with the printed address and key,
        within N seconds (300)

  --parts LIST      parts that the peer supports, separated by commas, or without some: -video,-hot
                    (${parts.join(', ')})
  --patience N      seconds of each wait (server 15, phone 10)
  --quick           skips checks that wait for half a minute or longer
  --junit FILE      also writes the results as JUnit XML
  --json FILE       also writes the results and all messages as JSON
  --list            prints the checks and the sentences of the protocol
  --help            prints this text

Exit code: 0 no check failed, 1 a check failed, 2 the checks could not run`

/** The message is for the person who typed the command. */
export class WrongArguments extends Error {}

interface Common {
  parts: readonly Part[]
  patienceMs?: number
  isQuick: boolean
  junit?: string
  json?: string
}
export type Arguments =
  | (Common & { mode: 'server'; server: URL; key: string; operator?: { username: string; password: string } })
  | (Common & { mode: 'phone'; host?: string; port?: number; startMs?: number })
  | { mode: 'list'; of: 'server' | 'phone' }
  | { mode: 'help' }

const options = {
  url: { type: 'string' },
  key: { type: 'string' },
  user: { type: 'string' },
  password: { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  start: { type: 'string' },
  parts: { type: 'string' },
  patience: { type: 'string' },
  quick: { type: 'boolean', default: false },
  junit: { type: 'string' },
  json: { type: 'string' },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const satisfies ParseArgsConfig['options']

export function readArguments(words: string[]): Arguments {
  const { values, positionals } = parse(words)
  if (values.help) return { mode: 'help' }
  const [mode, ...others] = positionals
  if ((mode !== 'server' && mode !== 'phone') || others.length)
    throw new WrongArguments('The first word is server or phone.')
  if (values.list) return { mode: 'list', of: mode }
  const common = readCommon(values)
  return mode === 'server'
    ? { mode, ...common, ...readServer(values) }
    : { mode, ...common, ...readAddress(values) }
}

type Values = ReturnType<typeof parse>['values']

function readCommon({ parts: names, patience, quick, junit, json }: Values): Common {
  return {
    parts: readParts(names),
    isQuick: quick,
    ...(patience !== undefined && { patienceMs: 1000 * readNumber('--patience', patience, 600) }),
    ...(junit && { junit }),
    ...(json && { json }),
  }
}

function readServer({ url, key, user, password }: Values) {
  if (!url || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new WrongArguments('--url must be an address, e.g. https://phones.example.org')
  if (!key) throw new WrongArguments('--key is missing: an enrolment key of the site or of a user.')
  if ((user === undefined) !== (password === undefined))
    throw new WrongArguments('--user and --password belong together.')
  const server = new URL(url)
  if (user === undefined || password === undefined) return { server, key }
  return { server, key, operator: { username: user, password } }
}

const readAddress = ({ host, port, start }: Values) => ({
  ...(host && { host }),
  ...(port !== undefined && { port: readNumber('--port', port, 65_535) }),
  ...(start !== undefined && { startMs: 1000 * readNumber('--start', start, 86_400) }),
})

function parse(words: string[]) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new WrongArguments((error as Error).message)
  }
}

/** Those named, or all but those with a minus. */
function readParts(text: string | undefined): readonly Part[] {
  const names = (text ?? '').split(',').filter(Boolean)
  const isPart = (name: string): name is Part => (parts as readonly string[]).includes(name)
  const unknown = names.find((name) => !isPart(name.replace(/^-/, '')))
  if (unknown !== undefined) throw new WrongArguments(`--parts: there is no part “${unknown}”.`)
  const named = names.filter(isPart)
  const left = named.length ? named : parts
  return left.filter((part) => !names.includes(`-${part}`))
}

function readNumber(option: string, text: string, most: number): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > most) throw new WrongArguments(`${option} must be 1 to ${most}.`)
  return value
}
