import { Seal } from '../core/seal.ts'
import type { Db } from '../db/db.ts'
import { type KeyPlace, keyFile, useNextKey, writeNextKey } from './key-file.ts'
import { openSeal } from './open-seal.ts'
import { claimKeyId, replaceKeyId, sealAgain } from './sealed-columns.queries.ts'

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
