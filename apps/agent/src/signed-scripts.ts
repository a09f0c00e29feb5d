import { createHash, createPublicKey, verify } from 'node:crypto'
import type { HotForPhone } from '@fleetdeck/contract/hot-scripts'
import { shownFingerprint } from '@fleetdeck/contract/phone-proof'
import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import { Signature, signedScripts } from '@fleetdeck/contract/script-signature'

type TaskOrder = Extract<PhoneOrder, { action: 'task' }>

/** A script that is not signed by the pinned key, or not what was signed. */
export class Unsigned extends Error {}

/** What a phone has pinned, and the token to which signatures are bound. */
export interface Pinned {
  /** Ed25519, 32 bytes in base64url; undefined until a server has named its key. */
  signer: string | undefined
  token: string
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

export const signerFingerprint = (signer: string) => shownFingerprint(sha256(signer))

/** Throws Unsigned. Returns the fingerprint of the key; empty while none is pinned. */
export function checkOrder({ signer, token }: Pinned, { signature, ...order }: TaskOrder): string {
  if (signer === undefined) return ''
  requireSigned(signer, signedScripts.order(sha256(token), order), signature)
  return signerFingerprint(signer)
}

/** Throws Unsigned. */
export function checkHot({ signer, token }: Pinned, hot: HotForPhone): void {
  if (signer !== undefined) requireSigned(signer, signedScripts.hot(sha256(token), hot), hot.signature)
}

/** Throws Unsigned for another content than the one that was signed. */
export function checkContent({ signer }: Pinned, content: Buffer, signed: string | undefined): void {
  if (signer !== undefined && sha256(content) !== signed) throw new Unsigned()
}

function requireSigned(signer: string, text: string, signature: string | undefined): void {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: signer }, format: 'jwk' })
  const given = Signature.safeParse(signature)
  if (!given.success || !verify(null, Buffer.from(text), key, Buffer.from(given.data, 'base64url')))
    throw new Unsigned()
}
