import { timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { hashToken } from '../../platform/core/tokens.ts'
import { findUserByKey } from './phones.queries.ts'

export type KeyOwner = NonNullable<Awaited<ReturnType<typeof findUserByKey>>>

/** The user who gets the phones that enrol with this key; throws for an unknown key. */
export async function ownerOfKey(
  { db, seal, parameters, secretGuesses }: Deps,
  key: string,
  ip: string,
): Promise<'site' | KeyOwner> {
  const siteKey = parameters.get('device.enrolmentKey')
  const isSite = siteKey && sameText(key, siteKey)
  const owner = await secretGuesses.try(ip, key, async () =>
    isSite ? 'site' : findUserByKey(db, seal.hash(key)),
  )
  if (!owner) throw new AppError('enrolmentKeyWrong')
  if (owner !== 'site' && owner.isExpired) throw new AppError('tenantExpired')
  return owner
}

function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(hashToken(given)), Buffer.from(hashToken(expected))]
  return timingSafeEqual(a, b)
}
