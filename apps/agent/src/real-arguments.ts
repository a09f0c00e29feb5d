import { existsSync } from 'node:fs'
import type { NetConnectOpts } from 'node:net'
import { defaultLanguage, type Language, languages } from '@fleetdeck/i18n/languages'
import { parse, readKey, readLanguage, readServer, WrongArguments } from './arguments.ts'
import { serverAddress, WrongAddress } from './drivers/adb/connector.ts'
import type { DirectPhone } from './drivers/adb/direct-phone.ts'
import { isLogcatLevel, type LogcatLevel, logcatLevels } from './drivers/adb/logcat.ts'

export const realUsage = `Usage: npm run agent -- --server URL --key KEY [--state DIR] [--lang ${languages.join('|')}]
       [--logcat ${logcatLevels.join('|')}] [--scrcpy FILE] [--connect HOST:PORT ...] [--new-signer]

  Brings every phone that adb lists into the console, for as long as it is plugged in.

  --server   address of the server, for example http://localhost:8098
  --key      enrolment code, or key of the site or of a user; used once for each phone
  --state    folder for the phones' tokens (./data/agent)
  --lang     language of the phones' logs and answers (zhcn)
  --logcat   also put Android's own log into the phones' logs, from this priority on (off)
  --scrcpy   scrcpy's server file, of any version 3.x: live touches, clipboard, two fingers, better video
  --connect  a phone on the network, without an adb server; more than one may be given
  --new-signer  accepts that the server signs scripts with another key than before

  ADB_SERVER_SOCKET says where the adb server is, for example tcp:192.168.1.20:5037 (tcp:127.0.0.1:5037)`

export interface RealArguments {
  server: URL
  key: string
  stateDir: string
  language: Language
  adbServer: NetConnectOpts
  logcat: LogcatLevel | undefined
  /** Path of scrcpy's server file. */
  scrcpyFile: string | undefined
  /** Phones that are connected directly. */
  phones: DirectPhone[]
  /** The pinned signing keys of servers are forgotten. */
  newSigner: boolean
}

const options = {
  server: { type: 'string' },
  key: { type: 'string' },
  state: { type: 'string', default: './data/agent' },
  lang: { type: 'string', default: defaultLanguage },
  logcat: { type: 'string' },
  scrcpy: { type: 'string' },
  connect: { type: 'string', multiple: true },
  'new-signer': { type: 'boolean', default: false },
} as const

/** Rejects with WrongArguments, in one sentence for the person who typed the command. */
export function readRealArguments(words: string[], adbServerSocket: string | undefined): RealArguments {
  const values = parse(words, options)
  return {
    server: readServer(values.server),
    key: readKey(values.key),
    stateDir: values.state,
    language: readLanguage(values.lang),
    adbServer: parseServerAddress(adbServerSocket),
    logcat: readLevel(values.logcat),
    scrcpyFile: readFile(values.scrcpy),
    phones: (values.connect ?? []).map(readPhone),
    newSigner: values['new-signer'],
  }
}

function readLevel(text: string | undefined): LogcatLevel | undefined {
  if (text === undefined || isLogcatLevel(text)) return text
  throw new WrongArguments(`--logcat must be one of ${logcatLevels.join(', ')}, not "${text}".`)
}

function readFile(path: string | undefined): string | undefined {
  if (path !== undefined && !existsSync(path)) throw new WrongArguments(`--scrcpy: there is no file ${path}.`)
  return path
}

function readPhone(text: string): DirectPhone {
  const [, host = '', port = ''] = /^(?:\[(.+)\]|[^:]+):(\d{1,5})$/.exec(text) ?? []
  if (!port || Number(port) > 65_535)
    throw new WrongArguments(`--connect must be like 192.168.1.5:5555, not "${text}".`)
  return { host: host || text.slice(0, text.lastIndexOf(':')), port: Number(port) }
}

function parseServerAddress(text: string | undefined): NetConnectOpts {
  try {
    return serverAddress(text)
  } catch (error) {
    throw error instanceof WrongAddress ? new WrongArguments(error.message) : error
  }
}
