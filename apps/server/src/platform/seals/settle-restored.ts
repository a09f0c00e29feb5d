import type { Language } from '@fleetdeck/i18n/languages'
import { type Message, say } from '@fleetdeck/i18n/terminal'
import { Seal } from '../core/seal.ts'
import type { Db } from '../db/db.ts'
import { isTextKey, text } from '../http/language.ts'
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
 * Makes the secrets of a restored database fit the key of this installation, in the transaction of the restore. Secrets
 * that no key opens is reset, and returned.
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
    throw new KeyRefused(say('secret.notOfBackup', { given: given.keyId, keyId }))
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

/** As the console names a parameter. */
function captionOf(parameter: string) {
  const key = `parameter.${parameter}`
  return { in: (language: Language) => (isTextKey(key) ? text(language, key) : parameter) }
}

/** For the operator: the replaced secrets, and the next steps. */
export function describeReset({
  users,
  parameters,
  robots,
  sources,
  authenticators,
  signingKeys,
}: Reset): Message[] {
  return [
    say('db.keysReplaced', { count: users }),
    ...(parameters.length ? [say('db.parametersLost', { names: parameters.map(captionOf) })] : []),
    ...(robots ? [say('db.botsLost', { count: robots })] : []),
    ...(sources ? [say('db.sourcesLost', { count: sources })] : []),
    ...(authenticators ? [say('db.authenticatorsLost', { count: authenticators })] : []),
    ...(signingKeys ? [say('db.signingKeyLost')] : []),
  ]
}
