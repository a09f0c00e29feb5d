import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyAnswer } from '@fleetdeck/contract/second-factor'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const flags = { present: 0x01, verified: 0x04, attested: 0x40 }
/** COSE: a key of P-256 for ECDSA with SHA-256. */
const [keyType, ellipticCurve, algorithm, es256, curve, p256, x, y] = [1, 2, 3, -7, -1, 1, -2, -3]

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** A browser and its authenticator with one passkey: WebAuthn level 3, sections 6 and 7. */
export class Authenticator {
  readonly id = base64url(randomBytes(32))
  /** Of the page. */
  origin = 'http://localhost'
  /** Its user has given a PIN or a finger. */
  isUserVerified = true
  /** Of the last signature. */
  counter = 0
  userHandle = ''
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  create(options: object): NewPasskey {
    const { rp, user, challenge } = options as {
      rp: { id: string }
      user: { id: string }
      challenge: string
    }
    this.userHandle = user.id
    const credential = Buffer.from(this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credential.byteLength)
    const authData = Buffer.concat([
      this.#authData(rp.id, flags.attested),
      Buffer.alloc(16),
      length,
      credential,
      coseKey(this.#keys.publicKey),
    ])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      ...this.#shared(),
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', challenge)),
        attestationObject: base64url(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      },
    }
  }

  get(options: object): PasskeyAnswer {
    const { rpId, challenge } = options as { rpId: string; challenge: string }
    this.counter += 1
    const authData = this.#authData(rpId)
    const clientData = this.#clientData('webauthn.get', challenge)
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#keys.privateKey)
    return {
      ...this.#shared(),
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle: this.userHandle,
      },
    }
  }

  #shared() {
    const { id } = this
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
  }

  #clientData(type: string, challenge: string): string {
    return JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false })
  }

  #authData(rpId: string, more = 0): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const set = flags.present | (this.isUserVerified ? flags.verified : 0) | more
    return Buffer.concat([sha256(rpId), Buffer.from([set]), counter])
  }
}

function coseKey(key: KeyObject): Uint8Array {
  const point = key.export({ format: 'jwk' })
  const bytes = (coordinate: string | undefined) => new Uint8Array(Buffer.from(coordinate ?? '', 'base64url'))
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [keyType, ellipticCurve],
      [algorithm, es256],
      [curve, p256],
      [x, bytes(point.x)],
      [y, bytes(point.y)],
    ]) as never,
  )
}
