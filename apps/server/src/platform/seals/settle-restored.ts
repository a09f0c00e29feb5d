import { Seal } from '../core/seal.ts'
import type { Db } from '../db/db.ts'
import { type KeyPlace, KeyRefused, keyFile, readKey, writeKey } from './key-file.ts'
import { findKeyId, type Reset, replaceKeyId, resetSecrets, sealAgain } from './sealed-columns.queries.ts'

/** Keys that may be that of the restored database. */
export interface OfferedKeys {
  /** Of the encrypted backup itself. */
  inBackup: Seal | undefined
  /** Named by the operator. */
  given: Seal | undefined
}

/**
 * Makes the secrets of a restored database fit the key of this installation, in the transaction of the restore. What no
 * key opens is reset, and returned.
 */
export async function settleRestored(
  db: Db,
  place: KeyPlace,
  { inBackup, given }: OfferedKeys,
): Promise<Reset | undefined> {
  const keyId = await findKeyId(db)
  // Of a version that stored them in plain: the next start seals them.
  if (keyId === undefined) return undefined
  const file = keyFile(place)
  const present = await readKey(file)
  if (present?.keyId === keyId) return undefined
  if (given && given.keyId !== keyId)
    throw new KeyRefused(
      `The given key is ${given.keyId}, and the secrets of this backup are sealed with ${keyId}.`,
    )
  const former = [given, inBackup].find((each) => each?.keyId === keyId)
  if (former && !present) {
    await writeKey(file, former)
    return undefined
  }
  const seal = present ?? Seal.generate()
  if (!present) await writeKey(file, seal)
  await replaceKeyId(db, seal.keyId)
  if (!former) return resetSecrets(db, seal)
  await sealAgain(db, former, seal)
  return undefined
}

/** For the operator. */
export function describeReset({ users, parameters, robots, authenticators, signingKeys }: Reset): string {
  const kept = parameters.length ? ` Set again: ${parameters.join(', ')}.` : ''
  const of = robots ? ` Enter the addresses of ${robots} robots again.` : ''
  const apps = authenticators
    ? ` ${authenticators} authenticator apps were removed; their users have recovery codes, or an administrator resets their second factor.`
    : ''
  const signer = signingKeys
    ? ' Scripts are signed with a new key: start agents once with --new-signer, or their phones run none.'
    : ''
  return `The enrolment key and ${users} communication keys were replaced; agents and programs need the new ones.${kept}${of}${apps}${signer}`
}
