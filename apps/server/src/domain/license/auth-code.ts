import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'

/** The data that a vendor certifies about one installation. */
export const AuthStatement = z.strictObject({
  version: z.literal(1),
  serial: z.string(),
  /** Devices that may be assigned. */
  devices: z.int().min(0).max(10_000_000),
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** For display. */
  customer: z.string().max(100),
})
export type AuthStatement = z.output<typeof AuthStatement>

/** Why a code is refused; the names match the error table. */
export type CodeRefusal = 'authCodeMalformed' | 'authCodeForged'

/** `statement.signature`, both base64url; the signature is Ed25519 over the statement's exact text. */
export function writeCode(statement: AuthStatement, privateKey: KeyObject): string {
  const text = Buffer.from(JSON.stringify(AuthStatement.parse(statement))).toString('base64url')
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`
}

export function readCode(
  code: string,
  publicKey: KeyObject,
): { statement: AuthStatement } | { refused: CodeRefusal } {
  const [, text = '', signature = ''] = /^([\w-]+)\.([\w-]+)$/.exec(code.replace(/\s+/g, '')) ?? []
  const bytes = Buffer.from(signature, 'base64url')
  // An Ed25519 signature has 64 bytes; a truncated code has fewer.
  if (text === '' || bytes.byteLength !== 64) return { refused: 'authCodeMalformed' }
  if (!verify(null, Buffer.from(text), publicKey, bytes)) return { refused: 'authCodeForged' }
  try {
    return { statement: AuthStatement.parse(JSON.parse(Buffer.from(text, 'base64url').toString())) }
  } catch {
    return { refused: 'authCodeMalformed' }
  }
}

/** A public key as `npm run license -- keygen` prints it: SPKI in base64. Undefined when it is invalid. */
export function readPublicKey(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}
