import { z } from 'zod'
import { done, idParam, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { ScriptAuthorId } from './ids.ts'
import { PublicKey, Signature } from './phone-proof.ts'
import { AuthorSignature, Sha256 } from './script-signature.ts'

/** Authors of one tenant. */
export const maxAuthors = 50
/** By one key. */
export const maxSignatures = 50_000

export const ScriptAuthor = z.object({
  id: ScriptAuthorId,
  authorName: z.string(),
  publicKey: PublicKey,
  /** As people compare it. */
  fingerprint: z.string(),
  createdAt: time,
})
export type ScriptAuthor = z.output<typeof ScriptAuthor>

const at = '/system/user/scriptAuthors'

/** Whose scripts the caller's phones run. */
export const scriptAuthors = {
  one: {
    method: 'GET',
    path: at,
    permission: 'signed-in',
    data: z.object({
      /** Phones run nothing that none of these authors has signed. */
      isRequired: z.boolean(),
      list: z.array(ScriptAuthor),
    }),
  },
  add: {
    method: 'POST',
    path: `${at}/add`,
    permission: 'signed-in',
    body: z.strictObject({
      authorName: z.string().trim().min(1, 'author.nameRequired').max(50, 'author.nameLength'),
      publicKey: PublicKey,
      /** By an author that the phones know; without it only new phones accept this one. */
      endorsement: AuthorSignature.optional(),
    }),
    data: done,
    log: OperationType.add,
    proof: true,
  },
  remove: {
    method: 'DELETE',
    path: `${at}/delete`,
    permission: 'signed-in',
    query: z.strictObject({ id: idParam.brand<'ScriptAuthorId'>() }),
    data: done,
    log: OperationType.remove,
    proof: true,
  },
  require: {
    method: 'PUT',
    path: `${at}/require`,
    permission: 'signed-in',
    body: z.strictObject({ isRequired: z.boolean() }),
    data: done,
    log: OperationType.edit,
    proof: true,
  },
  /** An author has signed a file. The key proves who that is. */
  sign: {
    method: 'POST',
    path: `${at}/sign`,
    permission: 'signed-in',
    perMinute: 120,
    body: z.strictObject({ sha256: Sha256, publicKey: PublicKey, signature: Signature }),
    data: done,
    log: OperationType.grant,
  },
} as const
