import { existsSync } from 'node:fs'
import type { NetConnectOpts } from 'node:net'
import { defaultLanguage, type Language, languages } from '@fleetdeck/i18n/languages'
import { say } from '@fleetdeck/i18n/terminal'
import { startedAs, type Usage } from '@fleetdeck/i18n/terminal-layout'
import { parse, readKey, readLanguage, readServers, WrongArguments } from './arguments.ts'
import { serverAddress, WrongAddress } from './drivers/adb/connector.ts'
import type { DirectPhone } from './drivers/adb/direct-phone.ts'
import { isLogcatLevel, type LogcatLevel, logcatLevels } from './drivers/adb/logcat.ts'
import { defaultStateDir } from './releases/continue-as-release.ts'

/** Each process costs some tens of megabytes, and whatever ends it disconnects as many phones; see bench/README.md. */
const defaultGroupSize = 16
const largestGroup = 200

const name = startedAs('npm run agent --')

export const realUsage: Usage = {
  commands: [
    `${name} --server URL ... --key KEY [--state DIR] [--lang ${languages.join('|')}]
[--logcat ${logcatLevels.join('|')}] [--scrcpy FILE] [--connect HOST:PORT ...]
[--shared-serial SERIAL ...] [--group N] [--new-signer]`,
    `${name} install-service --server URL --key KEY …`,
    `${name} uninstall-service`,
    `${startedAs('npm run pair --', 'pair')} …`,
    `${startedAs('npm run phones --', 'phones')} …`,
  ],
  purpose: say('usage.agent'),
  rows: [
    ['--server', say('usage.server')],
    ['--key', say('usage.key')],
    ['--state', say('usage.tokens', { folder: defaultStateDir })],
    ['--lang', say('usage.answerLanguage')],
    ['--logcat', say('usage.logcat')],
    ['--scrcpy', say('usage.scrcpy')],
    ['--connect', say('usage.connect')],
    ['--group', say('usage.group', { size: defaultGroupSize })],
    ['--shared-serial', say('usage.sharedSerial')],
    ['--new-signer', say('usage.newSigner')],
    ['--help', say('usage.help')],
    ['ADB_SERVER_SOCKET', say('usage.adbServer')],
  ],
}

export interface RealArguments {
  server: URL
  /** Others of the same installation. */
  otherServers: URL[]
  key: string
  stateDir: string
  language: Language
  adbServer: NetConnectOpts
  logcat: LogcatLevel | undefined
  /** Path of scrcpy's server file. */
  scrcpyFile: string | undefined
  /** Phones that are connected directly. */
  phones: DirectPhone[]
  /** Phones of one process. */
  groupSize: number
  /** The pinned signing keys of servers are forgotten. */
  newSigner: boolean
  /** Serial numbers that several phones have. */
  sharedSerials: string[]
}

const options = {
  server: { type: 'string', multiple: true },
  key: { type: 'string' },
  state: { type: 'string', default: defaultStateDir },
  lang: { type: 'string', default: defaultLanguage },
  logcat: { type: 'string' },
  scrcpy: { type: 'string' },
  connect: { type: 'string', multiple: true },
  group: { type: 'string', default: String(defaultGroupSize) },
  'new-signer': { type: 'boolean', default: false },
  'shared-serial': { type: 'string', multiple: true },
} as const

/** Throws WrongArguments. */
export function readRealArguments(words: string[], adbServerSocket: string | undefined): RealArguments {
  const values = parse(words, options)
  return {
    ...readServers(values.server),
    key: readKey(values.key),
    stateDir: values.state,
    language: readLanguage(values.lang),
    adbServer: parseServerAddress(adbServerSocket),
    logcat: readLevel(values.logcat),
    scrcpyFile: readFile(values.scrcpy),
    groupSize: readGroupSize(values.group),
    phones: (values.connect ?? []).map((text) => readPhone('--connect', text)),
    newSigner: values['new-signer'],
    sharedSerials: values['shared-serial'] ?? [],
  }
}

function readLevel(text: string | undefined): LogcatLevel | undefined {
  if (text === undefined || isLogcatLevel(text)) return text
  throw new WrongArguments(say('args.oneOf', { option: '--logcat', values: logcatLevels, value: text }))
}

function readGroupSize(text: string): number {
  const size = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (size < 1 || size > largestGroup)
    throw new WrongArguments(
      say('args.range', { option: '--group', min: '1', max: String(largestGroup), value: text }),
    )
  return size
}

function readFile(path: string | undefined): string | undefined {
  if (path !== undefined && !existsSync(path))
    throw new WrongArguments(say('args.noFile', { option: '--scrcpy', file: path }))
  return path
}

/** HOST:PORT, or [IPv6]:PORT; throws WrongArguments. */
export function readPhone(option: string, text: string): DirectPhone {
  const [, host = '', port = ''] = /^(?:\[(.+)\]|[^:]+):(\d{1,5})$/.exec(text) ?? []
  if (!port || Number(port) > 65_535) throw new WrongArguments(say('args.phone', { option, value: text }))
  return { host: host || text.slice(0, text.lastIndexOf(':')), port: Number(port) }
}

function parseServerAddress(text: string | undefined): NetConnectOpts {
  try {
    return serverAddress(text)
  } catch (error) {
    throw error instanceof WrongAddress
      ? new WrongArguments(say('args.adbServer', { value: text ?? '' }))
      : error
  }
}
