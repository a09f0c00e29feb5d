import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { ReadableStream as WebStream } from 'node:stream/web'
import { say } from '@fleetdeck/i18n/terminal'
import { Decrypter, Encrypter } from 'age-encryption'
import type { ParameterStore } from '../parameters/parameter-store.ts'
import { KeyRefused, RestoreRefused } from './not-a-backup.ts'

/** For whom backups are encrypted, in the age format: age does not mix passphrases with recipients. */
export type Encryption = { recipients: string[] } | { passphrase: string }

/** The secret that opens an encrypted backup: lines of an identity file, or a passphrase. */
export interface BackupKeys {
  identities?: string[] | undefined
  passphrase?: string | undefined
}

/** As passwords are hashed here: guesses cost memory, and the server is not blocked. */
const scryptWorkFactor = 15

/** The encryption that the site has set, if any; recipients come first. */
export function siteEncryption(parameters: ParameterStore): Encryption | undefined {
  const recipients = parameters.get('sys.backup.recipients')
  if (recipients.length) return { recipients }
  const passphrase = parameters.get('sys.backup.passphrase')
  return passphrase ? { passphrase } : undefined
}

/** The library is written for browsers' streams, whose types are others. */
const toWeb = (chunks: AsyncIterable<Uint8Array>) =>
  WebStream.from(chunks) as unknown as ReadableStream<Uint8Array>

/** Encrypts what passes through, 64 KB at a time. */
export function encrypting(encryption: Encryption) {
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(scryptWorkFactor)
  if ('passphrase' in encryption) encrypter.setPassphrase(encryption.passphrase)
  else for (const recipient of encryption.recipients) encrypter.addRecipient(recipient)
  return async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield* await encrypter.encrypt(toWeb(chunks))
  }
}

const firstLine = 'age-encryption.org/v1\n'
const longestHeader = 64 * 1024

/** How a backup is protected, by its first bytes. */
export async function readProtection(file: string): Promise<'none' | 'passphrase' | 'recipients'> {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(longestHeader), 0, longestHeader, 0)
    const head = buffer.toString('latin1', 0, bytesRead)
    if (!head.startsWith(firstLine)) return 'none'
    if (!head.includes('\n--- ')) throw new RestoreRefused(say('restore.damaged'))
    return head.startsWith('-> scrypt ', firstLine.length) ? 'passphrase' : 'recipients'
  } finally {
    await handle.close()
  }
}

/**
 * The tar archive of a backup, decrypted if it is encrypted. Reading throws when a part is not as it was written.
 * Throws RestoreRefused if the keys do not open it.
 */
export async function readPlain(file: string, keys: BackupKeys): Promise<AsyncIterable<Uint8Array>> {
  const protection = await readProtection(file)
  if (protection === 'none') return createReadStream(file)
  const decrypter = new Decrypter()
  if (protection === 'passphrase') {
    if (keys.passphrase === undefined) throw new KeyRefused(say('restore.needsPassphrase'))
    decrypter.addPassphrase(keys.passphrase)
  } else {
    if (!keys.identities?.length) throw new KeyRefused(say('restore.needsIdentity'))
    for (const identity of keys.identities) addIdentity(decrypter, identity)
  }
  const chunks = createReadStream(file)
  try {
    return checked(await decrypter.decrypt(toWeb(chunks)))
  } catch (error) {
    chunks.destroy()
    if (!(error instanceof Error) || !error.message.startsWith('no identity matched'))
      throw new RestoreRefused(say('restore.damaged'))
    throw new KeyRefused(
      protection === 'passphrase' ? say('restore.wrongPassphrase') : say('restore.wrongIdentity'),
    )
  }
}

/** A part that does not decrypt is damaged; a file that cannot be read has a code. */
async function* checked(chunks: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code) throw error
    throw new RestoreRefused(say('restore.damaged'))
  }
}

function addIdentity(decrypter: Decrypter, identity: string): void {
  try {
    decrypter.addIdentity(identity)
  } catch {
    throw new KeyRefused(say('restore.malformedIdentity'))
  }
}

/** The private keys in the text of an identity file, as age-keygen writes it. */
export const identitiesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
