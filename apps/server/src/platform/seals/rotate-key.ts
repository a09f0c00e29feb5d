import { say } from '@fleetdeck/i18n/terminal'
import { Seal } from '../core/seal.ts'
import type { Db } from '../db/db.ts'
import {
  type KeyPlace,
  KeyRefused,
  keyFile,
  readKey,
  useNextKey,
  writeKey,
  writeNextKey,
} from './key-file.ts'
import { openSeal } from './open-seal.ts'
import {
  claimKeyId,
  findKeyId,
  type Reset,
  replaceKeyId,
  resetSecrets,
  sealAgain,
} from './sealed-columns.queries.ts'

/**
 * Seals all secrets with a new key; returns the file that has it. Either all of it happens or nothing: the next start
 * finds the new key by its id if this program is killed between its last statement and the last rename.
 */
export async function rotateKey(db: Db, place: KeyPlace): Promise<string> {
  const file = keyFile(place)
  const from = await openSeal(db, place)
  const to = Seal.generate()
  await writeNextKey(file, to)
  await db.transaction(async (tx) => {
    await claimKeyId(tx, from.keyId)
    await sealAgain(tx, from, to)
    await replaceKeyId(tx, to.keyId)
  })
  await useNextKey(file)
  return file
}

/**
 * For a database whose key is lost: replaces all secrets, sealed with the key that is here, or with a new one. Throws
 * KeyRefused when nothing is lost.
 */
export async function replaceSecrets(db: Db, place: KeyPlace): Promise<Reset> {
  const file = keyFile(place)
  const present = await readKey(file)
  if (present?.keyId === (await findKeyId(db))) throw new KeyRefused(say('secret.fits', { file }))
  const seal = present ?? Seal.generate()
  if (!present) await writeKey(file, seal)
  return db.transaction(async (tx) => {
    await claimKeyId(tx, seal.keyId)
    await replaceKeyId(tx, seal.keyId)
    return resetSecrets(tx, seal)
  })
}
