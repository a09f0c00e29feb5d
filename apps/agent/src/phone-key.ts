import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import {
  type ConnectionProof,
  callProofHeader,
  type EnrolmentProof,
  shownFingerprint,
  signedTexts,
} from '@fleetdeck/contract/phone-proof'

export const newPrivateKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url')

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

/** The key pair with which a phone proves to one server that it is the same as before. */
export class PhoneKey {
  readonly #privateKey
  readonly publicKey: string

  /** @param stored PKCS #8 in base64url */
  constructor(stored: string) {
    this.#privateKey = createPrivateKey({
      key: Buffer.from(stored, 'base64url'),
      format: 'der',
      type: 'pkcs8',
    })
    this.publicKey = createPublicKey(this.#privateKey).export({ format: 'jwk' }).x ?? ''
  }

  /** As the console shows it. */
  get fingerprint(): string {
    return shownFingerprint(hash(Buffer.from(this.publicKey, 'base64url')))
  }

  enrolment(facts: { nonce: string; deviceId: string; key: string }): EnrolmentProof {
    const { nonce, deviceId, key } = facts
    const { publicKey } = this
    const text = signedTexts.enrolment({ nonce, deviceId, publicKey, keyHash: hash(key) })
    return { publicKey, nonce, signature: this.#sign(text) }
  }

  connection(nonce: string, token: string): ConnectionProof {
    const text = signedTexts.connection({ nonce, tokenHash: hash(token) })
    return { publicKey: this.publicKey, signature: this.#sign(text) }
  }

  #sign(text: string): string {
    return sign(null, Buffer.from(text), this.#privateKey).toString('base64url')
  }

  /** Headers of a call over HTTP; time by the server's clock. */
  callHeaders(call: { token: string; method: string; address: URL; data?: string; time: number }) {
    const { token, method, address, data = '', time } = call
    const url = address.pathname + address.search
    const text = signedTexts.call({ time, method, url, tokenHash: hash(token), dataHash: hash(data) })
    return { authorization: `Bearer ${token}`, [callProofHeader]: `${time}.${this.#sign(text)}` }
  }
}
