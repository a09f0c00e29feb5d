import type { NetConnectOpts } from 'node:net'
import { defaultLanguage, type Language, languages } from '@fleetdeck/i18n/languages'
import { parse, readKey, readLanguage, readServer, WrongArguments } from './arguments.ts'
import { serverAddress, WrongAddress } from './drivers/adb/connector.ts'
import { isLogcatLevel, type LogcatLevel, logcatLevels } from './drivers/adb/logcat.ts'

export const realUsage = `Usage: npm run agent -- --server URL --key KEY [--state DIR] [--lang ${languages.join('|')}]
       [--logcat ${logcatLevels.join('|')}]

  Brings every phone that adb lists into the console, for as long as it is plugged in.

  --server   address of the server, for example http://localhost:8098
  --key      enrolment key, of the site or of a user
  --state    folder for the phones' tokens (./data/agent)
  --lang     language of the phones' logs and answers (zhcn)
  --logcat   also put Android's own log into the phones' logs, from this priority on (off)

  ADB_SERVER_SOCKET says where the adb server is, for example tcp:192.168.1.20:5037 (tcp:127.0.0.1:5037)`

export interface RealArguments {
  server: URL
  key: string
  stateDir: string
  language: Language
  adbServer: NetConnectOpts
  logcat: LogcatLevel | undefined
}

const options = {
  server: { type: 'string' },
  key: { type: 'string' },
  state: { type: 'string', default: './data/agent' },
  lang: { type: 'string', default: defaultLanguage },
  logcat: { type: 'string' },
} as const

/** Rejects with WrongArguments, in one sentence for the person who typed the command. */
export function readRealArguments(words: string[], adbServerSocket: string | undefined): RealArguments {
  const values = parse(words, options)
  return {
    server: readServer(values.server),
    key: readKey(values.key),
    stateDir: values.state,
    language: readLanguage(values.lang),
    adbServer: addressOf(adbServerSocket),
    logcat: readLevel(values.logcat),
  }
}

function readLevel(text: string | undefined): LogcatLevel | undefined {
  if (text === undefined || isLogcatLevel(text)) return text
  throw new WrongArguments(`--logcat must be one of ${logcatLevels.join(', ')}, not "${text}".`)
}

function addressOf(text: string | undefined): NetConnectOpts {
  try {
    return serverAddress(text)
  } catch (error) {
    throw error instanceof WrongAddress ? new WrongArguments(error.message) : error
  }
}
