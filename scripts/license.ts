import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { writeCode } from '../apps/server/src/domain/license/auth-code.ts'

/** For vendors: creates keys, and codes that authorize one installation. The private key stays with the vendor. */
const usage = `Usage: npm run license -- keygen FILE
         makes a key pair: the private key goes into FILE, the public one is printed for LICENSE_PUBLIC_KEY
       npm run license -- issue FILE SERIAL DEVICES DAYS [CUSTOMER]
         prints an authorization code for that installation`

const [command, file, ...rest] = process.argv.slice(2)

class Refused extends Error {}

function keygen(target: string): string {
  if (existsSync(target)) throw new Refused(`${target} is there already.`)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  try {
    writeFileSync(target, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new Refused(`${target} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
  return publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
}

function readKey(source: string): KeyObject {
  if (!existsSync(source)) throw new Refused(`There is no file ${source}.`)
  const refused = new Refused(`${source} holds no key made by keygen.`)
  try {
    const key = createPrivateKey(readFileSync(source))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    throw refused
  }
  throw refused
}

function issue(source: string, [serial = '', devices = '', days = '', customer = '']: string[]): string {
  if (!/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/.test(serial))
    throw new Refused('SERIAL looks like ABCD-EFGH-JKLM-NPQR.')
  if (!/^\d{1,7}$/.test(devices)) throw new Refused('DEVICES is a whole number.')
  if (!/^[1-9]\d{0,4}$/.test(days)) throw new Refused('DAYS is a whole number from 1 on.')
  if (customer.length > 100) throw new Refused('CUSTOMER has 100 letters at most.')
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
    console.error(usage)
    process.exit(2)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
