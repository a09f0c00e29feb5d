import { say } from '@fleetdeck/i18n/terminal'
import { dbCommand } from '@fleetdeck/i18n/terminal-layout'
import { Seal } from '../core/seal.ts'
import type { Db } from '../db/db.ts'
import { type KeyPlace, KeyRefused, keyFile, readKey, readKeyOf, writeKey } from './key-file.ts'
import { claimKeyId, findKeyId, sealPlain } from './sealed-columns.queries.ts'

/**
 * The key of the secrets in this database, made at the first start. Seals what older versions have left in plain; of
 * several servers one does it. Throws KeyRefused with one sentence when the key is another one, or missing.
 */
export async function openSeal(db: Db, place: KeyPlace): Promise<Seal> {
  const file = keyFile(place)
  const known = await findKeyId(db)
  const present = known === undefined ? await readKey(file) : await readKeyOf(file, known)
  if (!present && known !== undefined) throw missing(file, known)
  const seal = present ?? Seal.generate()
  // A key that is only in memory must never seal anything.
  if (!present) await writeKey(file, seal)
  await db.transaction(async (tx) => {
    const keyId = await claimKeyId(tx, seal.keyId)
    if (keyId !== seal.keyId) throw other(file, { keyId, present: seal.keyId })
    await sealPlain(tx, seal)
  })
  return seal
}

const advice = (file: string) => say('secret.advice', { file, command: `${dbCommand} replace-secrets` })

const missing = (file: string, keyId: string) =>
  new KeyRefused(say('secret.missing', { keyId, file, advice: advice(file) }))

const other = (file: string, { keyId, present }: { keyId: string; present: string }) =>
  new KeyRefused(say('secret.other', { keyId, file, present, advice: advice(file) }))
