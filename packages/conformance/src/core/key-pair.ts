import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { signedTexts } from '@fleetdeck/contract/phone-proof'

export const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

/** Of a phone, an installation or an author. */
export class KeyPair {
  readonly #pair = generateKeyPairSync('ed25519')
  readonly publicKey = this.#pair.publicKey.export({ format: 'jwk' }).x ?? ''

  enrolment({ nonce, deviceId, key }: { nonce: string; deviceId: string; key: string }) {
    const { publicKey } = this
    const text = signedTexts.enrolment({ nonce, deviceId, publicKey, keyHash: sha256(key) })
    return { publicKey, nonce, signature: this.sign(text) }
  }

  connection(nonce: string, token: string) {
    const text = signedTexts.connection({ nonce, tokenHash: sha256(token) })
    return { publicKey: this.publicKey, signature: this.sign(text) }
  }

  /** The header phone-proof of a call. */
  call(call: { token: string; method: string; url: string; data?: string; time?: number }): string {
    const { token, method, url, data = '', time = Date.now() } = call
    const text = signedTexts.call({ time, method, url, tokenHash: sha256(token), dataHash: sha256(data) })
    return `${time}.${this.sign(text)}`
  }

  sign(text: string): string {
    return sign(null, Buffer.from(text), this.#pair.privateKey).toString('base64url')
  }
}

export function isSigned(publicKey: string, text: string, signature: string): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
}
