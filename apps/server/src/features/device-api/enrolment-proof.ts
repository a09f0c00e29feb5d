import { randomBytes } from 'node:crypto'
import { challengeSeconds, type EnrolmentProof, signedTexts } from '@fleetdeck/contract/phone-proof'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { isSignedBy } from '../../platform/core/phone-keys.ts'
import { hashToken } from '../../platform/core/tokens.ts'
import { insertChallenge, takeChallenge } from './enrolment.queries.ts'

export async function newChallenge({ db }: Pick<Deps, 'db'>): Promise<string> {
  const nonce = randomBytes(24).toString('base64url')
  await insertChallenge(db, nonce, challengeSeconds)
  return nonce
}

interface Proving {
  key: string
  deviceId: string
  proof?: EnrolmentProof | undefined
}

/** The key that the phone has; null without a proof. The nonce is used up even by a wrong one. */
export async function provenKey({ db }: Pick<Deps, 'db'>, asking: Proving): Promise<string | null> {
  const { key, deviceId, proof } = asking
  if (!proof) return null
  const { nonce, publicKey, signature } = proof
  const isFresh = await takeChallenge(db, nonce)
  const text = signedTexts.enrolment({ nonce, deviceId, publicKey, keyHash: hashToken(key) })
  if (!isFresh || !isSignedBy(publicKey, text, signature)) throw new AppError('enrolmentProofWrong')
  return publicKey
}
