import { createHash, createPublicKey, verify } from 'node:crypto'
import { shownFingerprint } from '@fleetdeck/contract/phone-proof'

/** Whether the owner of this Ed25519 key signed the text; false also for what is no key. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

/** For people who compare two keys; empty without a key. */
export function fingerprintOf(publicKey: string | null): string {
  if (!publicKey) return ''
  return shownFingerprint(createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex'))
}
