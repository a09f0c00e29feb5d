import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { say, TerminalError } from '@fleetdeck/i18n/terminal'

/** The key by which phones recognize this computer: RSA of 2048 bits, as PKCS #8. */
export interface AdbKey {
  bytes: Uint8Array
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** From the file `adbkey` in the folder, which is created at first use and readable by its owner only. */
export async function readAdbKey(folder: string): Promise<AdbKey> {
  const path = join(folder, 'adbkey')
  const known = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (known !== undefined) return parseKey(known, path)
  const pem = newPrivateKey().export({ type: 'pkcs8', format: 'pem' }).toString()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(path, pem, { mode: 0o600, flag: 'wx' })
  return parseKey(pem, path)
}

export const newAdbKey = (): AdbKey => ({ bytes: newPrivateKey().export({ type: 'pkcs8', format: 'der' }) })

const newPrivateKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 65_537 }).privateKey

function parseKey(pem: string, path: string): AdbKey {
  try {
    return { bytes: createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' }) }
  } catch {
    throw new TerminalError(say('agent.adbKeyDamaged', { file: path }))
  }
}
