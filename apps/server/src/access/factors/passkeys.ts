import type { UserId } from '@fleetdeck/contract/ids'
import type { NewPasskey, PasskeyAnswer, PasskeyOptions } from '@fleetdeck/contract/second-factor'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { AppError } from '../../platform/core/app-error.ts'
import type { PasskeyRow } from './factors.queries.ts'
import type { RelyingParty } from './relying-party.ts'

/** COSE: Ed25519, ECDSA with P-256, RSA with SHA-256; authenticators support one of them. */
const algorithms = [-8, -7, -257]

const userHandle = (userId: UserId) => Buffer.from(`user-${userId}`)

const asOptions = (options: { challenge: string }): PasskeyOptions => ({ ...options })

const described = ({ credentialId, transports }: PasskeyRow) => ({ id: credentialId, transports })

/** For a new passkey, on an authenticator that has none of this user yet. */
export const creationOptions = (
  { id, name }: RelyingParty,
  { userId, userName, known }: { userId: UserId; userName: string; known: PasskeyRow[] },
): Promise<PasskeyOptions> =>
  generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userName,
    userID: new Uint8Array(userHandle(userId)),
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: algorithms,
  }).then(asOptions)

/** For a passkey of these, or without a list for any that names its user. */
export const requestOptions = ({ id }: RelyingParty, known?: PasskeyRow[]): Promise<PasskeyOptions> =>
  generateAuthenticationOptions({
    rpID: id,
    ...(known && { allowCredentials: known.map(described) }),
    userVerification: known ? 'preferred' : 'required',
  }).then(asOptions)

/** The columns of a new passkey. Throws passkeyWrong. */
export async function verifyNewPasskey(
  { id, origin }: RelyingParty,
  challenge: string,
  { response, ...answer }: NewPasskey,
) {
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...answer, response: { ...response, transports: response.transports ?? [] } } as never,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(refuse)
  if (!registrationInfo) throw new AppError('passkeyWrong')
  const { credential } = registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: response.transports ?? [],
  }
}

/**
 * Throws passkeyWrong; returns the new counter.
 * @param isAlone the passkey is the only proof, so that its user must have unlocked it with a PIN or a finger
 */
export async function verifyPasskey(
  { id, origin }: RelyingParty,
  { challenge, row, isAlone }: { challenge: string; row: PasskeyRow; isAlone: boolean },
  answer: PasskeyAnswer,
): Promise<number> {
  const { userHandle: handle } = answer.response
  if (handle && handle !== userHandle(row.userId).toString('base64url')) throw new AppError('passkeyWrong')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer as never,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: {
      id: row.credentialId,
      publicKey: new Uint8Array(Buffer.from(row.publicKey, 'base64url')),
      counter: row.counter,
    },
    requireUserVerification: isAlone,
  }).catch(refuse)
  if (!verified) throw new AppError('passkeyWrong')
  return authenticationInfo.newCounter
}

function refuse(): never {
  throw new AppError('passkeyWrong')
}
