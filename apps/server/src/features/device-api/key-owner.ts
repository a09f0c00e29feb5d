import { timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { hashToken } from '../../platform/core/tokens.ts'
import { findUserByKey } from './phones.queries.ts'

export type KeyOwner = NonNullable<Awaited<ReturnType<typeof findUserByKey>>>

/** The user who gets the phones that enrol with this key; throws for an unknown key. */
export async function ownerOfKey({ db, parameters }: Deps, key: string): Promise<'site' | KeyOwner> {
  const siteKey = parameters.get('device.enrolmentKey')
  if (siteKey && sameText(key, siteKey)) return 'site'
  const user = await findUserByKey(db, key)
  if (!user) throw new AppError('enrolmentKeyWrong')
  if (user.isExpired) throw new AppError('tenantExpired')
  return user
}

function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(hashToken(given)), Buffer.from(hashToken(expected))]
  return timingSafeEqual(a, b)
}
