import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { fingerprintOf } from '../../platform/core/phone-keys.ts'
import type { Seal } from '../../platform/core/seal.ts'
import type { Db } from '../../platform/db/db.ts'
import { signingKeys } from '../../platform/db/schema/signing-keys.ts'

const place = 'signing_keys.private_key'

const newPrivateKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url')

/** Signs scripts with the Ed25519 key of the installation, which phones pin. */
export class ScriptSigner {
  readonly #key: KeyObject
  /** 32 bytes in base64url. */
  readonly publicKey: string

  /** @param stored PKCS #8 in base64url */
  private constructor(stored: string) {
    const key = Buffer.from(stored, 'base64url')
    this.#key = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
    this.publicKey = createPublicKey(this.#key).export({ format: 'jwk' }).x ?? ''
  }

  /** The key of this database, made once, whatever starts at the same time. */
  static async open(db: Db, seal: Seal): Promise<ScriptSigner> {
    const read = async () => (await db.select().from(signingKeys))[0]
    if (!(await read()))
      await db
        .insert(signingKeys)
        .values({ privateKey: seal.seal(newPrivateKey(), place) })
        .onConflictDoNothing()
    return new ScriptSigner(seal.open((await read())?.privateKey ?? '', place))
  }

  get fingerprint(): string {
    return fingerprintOf(this.publicKey)
  }

  /** Base64url. */
  sign(text: string): string {
    return sign(null, Buffer.from(text), this.#key).toString('base64url')
  }
}
