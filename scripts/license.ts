import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { messageIn, say, TerminalError } from '@fleetdeck/i18n/terminal'
import { commandLineOrExit } from '@fleetdeck/i18n/terminal-language'
import { usageText } from '@fleetdeck/i18n/terminal-layout'
import { writeCode } from '../apps/server/src/domain/license/auth-code.ts'

/** For resellers: creates keys, and licence codes for one site each. The private key stays with the reseller. */
const usage = {
  commands: [
    'npm run license -- keygen FILE [--lang zhcn|zhtw|en]',
    'npm run license -- issue FILE SERIAL DEVICES DAYS [CUSTOMER] [--lang zhcn|zhtw|en]',
  ],
  rows: [
    ['keygen', say('usage.keygen')],
    ['issue', say('usage.issue')],
    ['--lang', say('usage.language')],
  ],
} as const

const { language, rest: words } = commandLineOrExit()
const [command, file, ...rest] = words

function keygen(target: string): string {
  if (existsSync(target)) throw new TerminalError(say('path.exists', { file: target }))
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  try {
    writeFileSync(target, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new TerminalError(
      say('path.unwritable', { file: target, code: (error as NodeJS.ErrnoException).code ?? '' }),
    )
  }
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
}

function readKey(source: string): KeyObject {
  if (!existsSync(source)) throw new TerminalError(say('path.missing', { file: source }))
  const refused = new TerminalError(say('vendor.notKey', { file: source }))
  try {
    const key = createPrivateKey(readFileSync(source))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    throw refused
  }
  throw refused
}

const outOfRange = (name: string, min: number, max: number) =>
  new TerminalError(say('vendor.range', { name, min, max }))

function issue(source: string, [serial = '', devices = '', days = '', customer = '']: string[]): string {
  if (!/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/.test(serial)) throw new TerminalError(say('vendor.serial'))
  if (!/^\d{1,7}$/.test(devices)) throw outOfRange('DEVICES', 0, 9_999_999)
  if (!/^[1-9]\d{0,4}$/.test(days)) throw outOfRange('DAYS', 1, 99_999)
  if (customer.length > 100) throw new TerminalError(say('vendor.customer'))
  const privateKey = readKey(source)
  const now = Date.now()
  const statement = {
    version: 1 as const,
    serial,
    devices: Number(devices),
    issuedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + Number(days) * 86_400_000).toISOString(),
    customer,
  }
  return writeCode(statement, privateKey)
}

try {
  if (command === 'keygen' && file && rest.length === 0) console.log(keygen(file))
  else if (command === 'issue' && file && rest.length >= 3 && rest.length <= 4) console.log(issue(file, rest))
  else {
    console.error(usageText(usage, language))
    process.exit(2)
  }
} catch (error) {
  console.error(error instanceof TerminalError ? messageIn(error.said, language) : error)
  process.exit(1)
}
