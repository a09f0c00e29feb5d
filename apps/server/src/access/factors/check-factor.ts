import type { ErrorName } from '@fleetdeck/contract/errors'
import type { UserId } from '@fleetdeck/contract/ids'
import { type FactorAnswer, type PasskeyAnswer, totpDigits } from '@fleetdeck/contract/second-factor'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/core/app-error.ts'
import type { Seal } from '../../platform/core/seal.ts'
import type { Db } from '../../platform/db/db.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import { attemptPassword } from '../password-attempts.ts'
import * as queries from './factors.queries.ts'
import { verifyPasskey } from './passkeys.ts'
import { relyingParty } from './relying-party.ts'
import { stepOfCode } from './totp.ts'

interface CheckDeps {
  db: Db
  seal: Seal
  parameters: ParameterStore
}
interface Person {
  userId: UserId
  userName: string
}

const totpPlace = 'totp_factors.secret'
const isTotp = new RegExp(`^\\d{${totpDigits}}$`)

/** For the database. */
export const sealTotp = (seal: Seal, secret: string) => seal.seal(secret, totpPlace)

/** Checks the answer to a step of this user. Throws as checkCode, or passkeyWrong. */
export async function checkFactor(
  deps: CheckDeps,
  person: Person,
  { step, answer, request }: { step: queries.FactorStep; answer: FactorAnswer; request: FastifyRequest },
): Promise<void> {
  const { code, passkey } = answer
  if (passkey) await checkPasskey(deps, { step, passkey, request }, person.userId)
  else if (code !== undefined) await checkCode(deps, person, { code, request })
}

/**
 * Wrong codes are counted apart from wrong passwords, so that the right password does not make them forgotten. Throws
 * factorCodeWrong, recoveryCodeWrong, factorCodeUsed or factorLocked.
 */
export async function checkCode(
  deps: CheckDeps,
  { userId, userName }: Person,
  { code, request, isNew = false }: { code: string; request: FastifyRequest; isNew?: boolean },
): Promise<void> {
  const digits = code.replace(/[\s-]/g, '')
  const isRecoveryCode = !isNew && !isTotp.test(digits)
  let refusal: ErrorName = isRecoveryCode ? 'recoveryCodeWrong' : 'factorCodeWrong'
  const isRight = async () => {
    if (isRecoveryCode) return queries.useRecoveryCode(deps.db, userId, code)
    const totp = await queries.findTotp(deps.db, userId)
    if (!totp || (!isNew && !totp.confirmedAt)) return false
    const step = stepOfCode(deps.seal.open(totp.secret, totpPlace), digits)
    if (step === undefined) return false
    if (await queries.acceptStep(deps.db, userId, step)) return true
    refusal = 'factorCodeUsed'
    return false
  }
  const who = { userName, ip: request.ip, isFactor: true }
  await attemptPassword(deps, who, { isRight, refusal: () => new AppError(refusal) })
}

/** Returns its user. */
export async function checkPasskey(
  { db, parameters }: CheckDeps,
  { step, passkey, request }: { step: queries.FactorStep; passkey: PasskeyAnswer; request: FastifyRequest },
  userId?: UserId,
): Promise<UserId> {
  const row = await queries.findPasskey(db, passkey.id)
  if (!row || (userId !== undefined && row.userId !== userId)) throw new AppError('passkeyUnknown')
  const checked = { challenge: step.challenge, row, isAlone: userId === undefined }
  const counter = await verifyPasskey(relyingParty(parameters, request), checked, passkey)
  await queries.markPasskeyUsed(db, row.id, counter)
  return row.userId
}
