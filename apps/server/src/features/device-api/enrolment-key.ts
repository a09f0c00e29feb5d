import { timingSafeEqual } from 'node:crypto'
import type { CodeState } from '@fleetdeck/contract/enrolment-codes'
import type { ErrorName } from '@fleetdeck/contract/errors'
import type { UserId } from '@fleetdeck/contract/ids'
import type { Deps } from '../../deps.ts'
import { codeHash } from '../../domain/devices/enrolment-code-text.ts'
import { type FoundCode, findCode } from '../../domain/devices/enrolment-codes.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { hashToken } from '../../platform/core/tokens.ts'
import { findUserByKey } from './phones.queries.ts'

/** The secret that a phone shows to enrol: the enrolment key of the site or of a user, or an enrolment code. */
export interface EnrolmentKey {
  kind: 'site' | 'user' | 'code'
  /** The user who gets the phones; undefined: nobody yet. */
  owner: { id: UserId } | undefined
  code?: FoundCode
}

/**
 * Throws for an unknown key and a revoked code. Codes that have ended otherwise still name the owner of their phones.
 */
export async function openKey(deps: Deps, key: string, ip: string): Promise<EnrolmentKey> {
  const found = await deps.secretGuesses.try(ip, key, () => findKey(deps, key))
  if (!found) throw new AppError('enrolmentKeyWrong')
  if (found.isExpired) throw new AppError('tenantExpired')
  if (found.code?.state === 'revoked') throw new AppError('enrolmentCodeRevoked')
  return found
}

/** The same for a phone that enrols. Known phones may do so again with a code that is used up or has expired. */
export async function openKeyToEnrol(deps: Deps, key: string, ip: string): Promise<EnrolmentKey> {
  const found = await openKey(deps, key, ip)
  if (found.kind === 'site' && !deps.parameters.get('device.siteKeyEnrols')) throw new AppError('siteKeyOff')
  return found
}

const refusals = {
  usedUp: 'enrolmentCodeUsedUp',
  expired: 'enrolmentCodeExpired',
  revoked: 'enrolmentCodeRevoked',
} as const satisfies Record<Exclude<CodeState, 'usable'>, ErrorName>

/** For a new phone, and for one that does not prove that it is the known one. */
export function requireUsable(state: CodeState | undefined): void {
  if (state !== undefined && state !== 'usable') throw new AppError(refusals[state])
}

type FoundKey = EnrolmentKey & { isExpired?: boolean }

async function findKey({ db, seal, parameters }: Deps, key: string): Promise<FoundKey | undefined> {
  const siteKey = parameters.get('device.enrolmentKey')
  if (siteKey && sameText(key, siteKey)) return { kind: 'site', owner: undefined }
  const user = await findUserByKey(db, seal.hash(key))
  if (user) return { kind: 'user', owner: { id: user.id }, isExpired: user.isExpired }
  const hash = codeHash(key)
  const code = hash === undefined ? undefined : await findCode(db, hash)
  if (!code) return undefined
  const { ownerId: id, isExpired } = code
  return { kind: 'code', owner: id === null ? undefined : { id }, code, isExpired }
}

function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(hashToken(given)), Buffer.from(hashToken(expected))]
  return timingSafeEqual(a, b)
}
