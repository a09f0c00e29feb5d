import { invitationText, newInvitation } from '@fleetdeck/contract/pairing-invitation'
import { languages } from '@fleetdeck/i18n/languages'
import { type Message, say, TerminalError } from '@fleetdeck/i18n/terminal'
import { startedAs, type Usage } from '@fleetdeck/i18n/terminal-layout'
import { renderUnicodeCompact } from 'uqr'
import { parse, WrongArguments } from './arguments.ts'
import { readAdbKey } from './drivers/adb/adb-key.ts'
import type { DirectPhone } from './drivers/adb/direct-phone.ts'
import { CodeRefused, pair } from './drivers/adb/pairing/pair.ts'
import { NobodyCame, pairByQr } from './drivers/adb/pairing/pair-by-qr.ts'
import { rememberPairedPhone } from './drivers/adb/pairing/paired-phones.ts'
import { reasonOf } from './notice.ts'
import { argumentsOrExit, print, printError } from './program.ts'
import { readPhone } from './real-arguments.ts'

const usage: Usage = {
  commands: [
    `${startedAs('npm run pair --', 'pair')} [--phone HOST:PORT --code CODE] [--state DIR] [--lang ${languages.join('|')}]`,
  ],
  purpose: say('usage.pair'),
  rows: [
    ['--phone', say('usage.pairPhone')],
    ['--code', say('usage.pairCode')],
    ['--state', say('usage.pairState', { folder: './data/agent' })],
    ['--help', say('usage.help')],
  ],
}
/** Of the exchange with a phone that shows its code, and until a phone reads the QR code. */
const exchangeMs = 20_000
const qrMs = 120_000

interface PairArguments {
  stateDir: string
  /** Missing: a QR code is shown. */
  phone?: { address: DirectPhone; code: string }
}

const options = {
  phone: { type: 'string' },
  code: { type: 'string' },
  state: { type: 'string', default: './data/agent' },
  lang: { type: 'string' },
} as const

/** Throws WrongArguments. */
function readPairArguments(words: string[]): PairArguments {
  const { state: stateDir, phone, code } = parse(words, options)
  if (phone === undefined && code === undefined) return { stateDir }
  if (phone === undefined) throw new WrongArguments(say('args.missing', { option: '--phone' }))
  if (code === undefined) throw new WrongArguments(say('args.missing', { option: '--code' }))
  if (!/^\d{6}$/.test(code)) throw new WrongArguments(say('args.pairCode', { value: code }))
  return { stateDir, phone: { address: readPhone('--phone', phone), code } }
}

const reason = (error: unknown): Message => {
  if (error instanceof CodeRefused) return say('pair.refused')
  if (error instanceof NobodyCame) return say('pair.nobodyCame')
  if (error instanceof TerminalError) return error.said
  return say('pair.failed', { reason: String(reasonOf(error)) })
}

async function main({ stateDir, phone }: PairArguments): Promise<void> {
  const key = await readAdbKey(stateDir)
  const name = phone
    ? await pair({ ...phone, key, signal: AbortSignal.timeout(exchangeMs) })
    : await byQrCode(key)
  await rememberPairedPhone(stateDir, name)
  print(say('pair.paired', { name }))
}

function byQrCode(key: Awaited<ReturnType<typeof readAdbKey>>): Promise<string> {
  const invitation = newInvitation()
  print(renderUnicodeCompact(invitationText(invitation), { border: 2 }))
  print(say('pair.scan'))
  return pairByQr(invitation, { key, signal: new AbortController().signal, timeoutMs: qrMs })
}

await main(argumentsOrExit(() => readPairArguments(process.argv.slice(2)), usage)).then(
  () => process.exit(0),
  (error: unknown) => {
    printError(reason(error))
    process.exit(1)
  },
)
