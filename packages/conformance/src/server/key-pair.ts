import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { signedTexts } from '@fleetdeck/contract/phone-proof'

const hash = (data: string) => createHash('sha256').update(data).digest('hex')

/** The key pair of one played phone. */
export class KeyPair {
  readonly #pair = generateKeyPairSync('ed25519')
  readonly publicKey = this.#pair.publicKey.export({ format: 'jwk' }).x ?? ''

  enrolment({ nonce, deviceId, key }: { nonce: string; deviceId: string; key: string }) {
    const { publicKey } = this
    const text = signedTexts.enrolment({ nonce, deviceId, publicKey, keyHash: hash(key) })
    return { publicKey, nonce, signature: this.#sign(text) }
  }

  connection(nonce: string, token: string) {
    const text = signedTexts.connection({ nonce, tokenHash: hash(token) })
    return { publicKey: this.publicKey, signature: this.#sign(text) }
  }

  /** The header phone-proof of a call. */
  call(call: { token: string; method: string; url: string; data?: string; time?: number }): string {
    const { token, method, url, data = '', time = Date.now() } = call
    const text = signedTexts.call({ time, method, url, tokenHash: hash(token), dataHash: hash(data) })
    return `${time}.${this.#sign(text)}`
  }

  #sign(text: string): string {
    return sign(null, Buffer.from(text), this.#pair.privateKey).toString('base64url')
  }
}
