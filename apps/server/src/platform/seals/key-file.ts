import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { say, TerminalError } from '@fleetdeck/i18n/terminal'
import { keyBytes, Seal } from '../core/seal.ts'

/** A key that cannot be used; the message is for the operator. */
export class KeyRefused extends TerminalError {}

export interface KeyPlace {
  dataDir: string
  /** In place of the one in the data folder. */
  secretKeyFile?: string | undefined
}

export const keyFile = ({ dataDir, secretKeyFile }: KeyPlace) =>
  secretKeyFile ?? path.join(dataDir, 'secret.key')

/** Of a rotation that has not ended. */
const nextFile = (file: string) => `${file}.new`

/** The key in a file; undefined if there is no such file. */
export async function readKey(file: string): Promise<Seal | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new KeyRefused(say('path.unreadable', { file, code: error.code ?? error.message }))
  })
  if (text === undefined) return undefined
  const key = Buffer.from(text.trim(), 'base64')
  if (key.byteLength !== keyBytes)
    throw new KeyRefused(
      say('secret.malformed', { file, bytes: keyBytes, command: `openssl rand -base64 ${keyBytes}` }),
    )
  return new Seal(key)
}

/** The key with this id: the present one, or that of a rotation that was interrupted after its last statement. */
export async function readKeyOf(file: string, keyId: string): Promise<Seal | undefined> {
  const present = await readKey(file)
  if (present?.keyId === keyId) return present
  const next = await readKey(nextFile(file))
  if (next?.keyId !== keyId) return present
  await rename(nextFile(file), file)
  return next
}

/** Never replaces a key. */
export const writeKey = (file: string, { key }: Seal) =>
  writeFile(file, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })

/** Before the database has it. */
export const writeNextKey = (file: string, { key }: Seal) =>
  writeFile(nextFile(file), `${key}\n`, { mode: 0o600, flush: true })

/** Once the database has it. */
export const useNextKey = (file: string) => rename(nextFile(file), file)
