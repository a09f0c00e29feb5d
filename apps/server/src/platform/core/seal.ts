import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Where a secret is stored. A sealed text opens in its own place only. */
export type SealedPlace =
  | 'users.con_secret'
  | 'alarm_settings.robot_address'
  | 'alarm_settings.robot_key'
  | 'totp_factors.secret'
  | 'signing_keys.private_key'
  | 'script_sources.secret'
  | 'script_sources.api_token'
  | 'script_sources.hook_secret'
  | 'run_questions.answer'
  | `parameters.${string}`

const prefix = 'sealed:1'
const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16
export const keyBytes = 32

/** A pattern of SQL for texts that are sealed. */
export const sealedPattern = `${prefix}:%`

/** Encrypts secrets for the database with a key that is not in the database. */
export class Seal {
  /** Names the key, and says nothing about it. */
  readonly keyId: string
  /** As it is stored in a file. */
  readonly key: string
  readonly #cipherKey: Buffer
  readonly #hashKey: Buffer

  constructor(key: Buffer) {
    const derive = (use: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', key, '', `fleetdeck ${use}`, bytes))
    this.key = key.toString('base64')
    this.keyId = derive('key id', 8).toString('hex')
    this.#cipherKey = derive('seal', keyBytes)
    this.#hashKey = derive('look-up', keyBytes)
  }

  static generate(): Seal {
    return new Seal(randomBytes(keyBytes))
  }

  /** `sealed:1:<key id>:<base64 of iv, tag and text>`; an empty text stays empty. */
  seal(text: string, place: SealedPlace): string {
    if (text === '') return ''
    const iv = randomBytes(ivBytes)
    const sealing = createCipheriv(cipher, this.#cipherKey, iv).setAAD(Buffer.from(place))
    const sealed = Buffer.concat([sealing.update(text), sealing.final()])
    return `${prefix}:${this.keyId}:${Buffer.concat([iv, sealing.getAuthTag(), sealed]).toString('base64')}`
  }

  /** A text that was never sealed is returned as it is: a start seals those of older versions. */
  open(stored: string, place: SealedPlace): string {
    if (!stored.startsWith(`${prefix}:`)) return stored
    try {
      const bytes = Buffer.from(stored.slice(stored.lastIndexOf(':') + 1), 'base64')
      const opening = createDecipheriv(cipher, this.#cipherKey, bytes.subarray(0, ivBytes))
      opening.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]).toString()
    } catch (error) {
      throw new Error(`A secret of ${place} does not open with the key ${this.keyId}`, { cause: error })
    }
  }

  /** The same for the same text: finds a secret without opening all of them. */
  hash(text: string): string {
    return createHmac('sha256', this.#hashKey).update(text).digest('hex')
  }
}

/** The columns of a user's enrolment key. */
export const sealedKey = (seal: Seal, key: string) => ({
  conSecret: seal.seal(key, 'users.con_secret'),
  conSecretHash: seal.hash(key),
})
