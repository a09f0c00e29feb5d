import { z } from 'zod'
import { PublicKey, Signature } from './phone-proof.ts'

/** SHA-256 in hex. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** An author's signature of a file. */
export const AuthorSignature = z.object({ publicKey: PublicKey, signature: Signature })
export type AuthorSignature = z.output<typeof AuthorSignature>

/** An author whose scripts the phones of a tenant run; all but the first are named by an earlier one. */
export const EndorsedAuthor = z.object({
  publicKey: PublicKey,
  /** The key of that author, and its signature; empty without one. */
  endorsedBy: z.string(),
  endorsement: z.string(),
})
export type EndorsedAuthor = z.output<typeof EndorsedAuthor>
