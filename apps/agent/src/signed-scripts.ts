import { createHash, createPublicKey, verify } from 'node:crypto'
import type { HotForPhone } from '@fleetdeck/contract/hot-scripts'
import { Signature, shownFingerprint } from '@fleetdeck/contract/phone-proof'
import type { PhoneOrder } from '@fleetdeck/contract/phone-socket'
import type { AuthorSignature, EndorsedAuthor } from '@fleetdeck/contract/script-signature'
import { signedScripts } from '@fleetdeck/contract/signed-scripts'

type TaskOrder = Extract<PhoneOrder, { action: 'task' }>

/** A script that is not signed by a pinned key, or not what was signed. `cause` says whose signature is missing. */
export class Unsigned extends Error {
  declare readonly cause: 'unsigned' | 'noAuthor'

  constructor(cause: 'unsigned' | 'noAuthor') {
    super('', { cause })
  }
}

/** The key that a phone has pinned, and the token to which signatures are bound. */
export interface Pinned {
  /** Ed25519, 32 bytes in base64url; undefined until a server has named its key. */
  signer: string | undefined
  token: string
  /** Keys of the authors whose scripts it runs; undefined while its tenant has required none. */
  authors?: readonly string[] | undefined
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

/** As the console shows it. */
export const signerFingerprint = (signer: string) =>
  shownFingerprint(sha256(Buffer.from(signer, 'base64url')))

/** Throws Unsigned. Returns the fingerprint of the key; empty while none is pinned. */
export function checkOrder({ signer, token }: Pinned, { signature, author: _, ...order }: TaskOrder): string {
  if (signer === undefined) return ''
  requireSigned(signer, signedScripts.order(sha256(token), order), signature)
  return signerFingerprint(signer)
}

/** Throws Unsigned. */
export function checkHot({ signer, token }: Pinned, hot: HotForPhone): void {
  if (signer !== undefined) requireSigned(signer, signedScripts.hot(sha256(token), hot), hot.signature)
}

/** Throws Unsigned for another content than the one that was signed, by the server and by a pinned author. */
export function checkContent(
  { signer, authors }: Pinned,
  content: Buffer,
  { sha256: signed, author }: { sha256: string | undefined; author: AuthorSignature | undefined },
): void {
  const hash = sha256(content)
  if (signer !== undefined && hash !== signed) throw new Unsigned('unsigned')
  if (!authors) return
  const isAuthored =
    author &&
    authors.includes(author.publicKey) &&
    isSigned(author.publicKey, signedScripts.authored(hash), author.signature)
  if (!isAuthored) throw new Unsigned('noAuthor')
}

/** The pinned authors after a server has named these: the first that it names, then whom a pinned one endorses. */
export function pinnedAuthors(
  pinned: readonly string[] | undefined,
  named: readonly EndorsedAuthor[],
): string[] {
  if (!pinned) return named.map(({ publicKey }) => publicKey)
  const known = [...pinned]
  for (const { publicKey, endorsedBy, endorsement } of named) {
    if (known.includes(publicKey) || !known.includes(endorsedBy)) continue
    if (isSigned(endorsedBy, signedScripts.endorsed(publicKey), endorsement)) known.push(publicKey)
  }
  return known
}

/** Throws Unsigned: a package of the agent replaces everything that checks signatures. */
export function checkAgentPackage(
  signer: string | undefined,
  { sha256: hash, signature }: { sha256: string; signature?: string | undefined },
): void {
  if (signer !== undefined) requireSigned(signer, signedScripts.agent(hash), signature)
}

function requireSigned(signer: string, text: string, signature: string | undefined): void {
  if (!isSigned(signer, text, signature)) throw new Unsigned('unsigned')
}

function isSigned(signer: string, text: string, signature: string | undefined): boolean {
  const given = Signature.safeParse(signature)
  if (!given.success) return false
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: signer }, format: 'jwk' })
  return verify(null, Buffer.from(text), key, Buffer.from(given.data, 'base64url'))
}
