import { randomBytes } from 'node:crypto'
import type { SessionId, UserId } from '@fleetdeck/contract/ids'
import type { FactorKind, FactorRequest } from '@fleetdeck/contract/second-factor'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { FastifyRequest } from 'fastify'
import { siteMs } from '../../platform/core/site-clock.ts'
import { hashToken, newToken } from '../../platform/core/tokens.ts'
import type { Db } from '../../platform/db/db.ts'
import type { FactorPurpose, WaitingIdentity } from '../../platform/db/schema/second-factors.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import * as queries from './factors.queries.ts'
import { requestOptions } from './passkeys.ts'
import { passkeyHost, relyingParty } from './relying-party.ts'

const lifeMs = 5 * 60_000

interface FactorDeps {
  db: Db
  parameters: ParameterStore
}

interface Asked {
  purpose: FactorPurpose
  userId: UserId
  sessionId?: SessionId
  /** The text of the login log on success. */
  success?: TextKey
  /** Linked once the factor is given. */
  identity?: WaitingIdentity | undefined
}

/** Stores a step that any server can complete, within minutes; returns its key and the challenge for passkeys. */
export async function startStep(db: Db, asked: Omit<Asked, 'userId'> & { userId?: UserId }, challenge = '') {
  const key = newToken()
  const step = challenge || randomBytes(32).toString('base64url')
  const expiresAt = new Date(siteMs() + lifeMs)
  await queries.insertStep(db, { ...asked, keyHash: hashToken(key), challenge: step, expiresAt })
  return { key, challenge: step }
}

/** Asks a user for a second factor; undefined if they have none. */
export async function askFactor(
  { db, parameters }: FactorDeps,
  asked: Asked,
  request: FastifyRequest,
): Promise<FactorRequest | undefined> {
  const factors = await queries.readFactors(db, asked.userId)
  if (!factors.totp && factors.passkeys.length === 0) return undefined
  const isPasskeyUsable = factors.passkeys.length > 0 && passkeyHost(parameters) !== ''
  const options = isPasskeyUsable
    ? await requestOptions(relyingParty(parameters, request), factors.passkeys)
    : undefined
  const { key } = await startStep(db, asked, options?.challenge)
  const kinds: FactorKind[] = []
  if (options) kinds.push('passkey')
  if (factors.totp) kinds.push('totp')
  if (factors.recoveryCodesLeft > 0) kinds.push('recoveryCode')
  return { key, kinds, ...(options && { passkey: options }) }
}
