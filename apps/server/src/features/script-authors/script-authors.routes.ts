import { maxAuthors, maxSignatures, scriptAuthors } from '@fleetdeck/contract/script-authors'
import type { AuthorSignature } from '@fleetdeck/contract/script-signature'
import { signedScripts } from '@fleetdeck/contract/signed-scripts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { fingerprintOf, isSignedBy } from '../../platform/core/phone-keys.ts'
import { mapDbErrors } from '../../platform/crud/map-db-errors.ts'
import { implement } from '../../platform/http/implement.ts'
import * as queries from './script-authors.queries.ts'

/** Whose scripts the phones of a tenant run. Keys are made in browsers; only their public parts come here. */
export function scriptAuthorRoutes(app: FastifyInstance, { db, hub }: Deps) {
  implement(app, scriptAuthors, {
    one: async ({ caller: { userId } }) => ({
      isRequired: await queries.isRequired(db, userId),
      list: (await queries.listAuthors(db, userId)).map((author) => ({
        ...author,
        fingerprint: fingerprintOf(author.publicKey),
      })),
    }),

    add: async ({ body: { authorName, publicKey, endorsement }, caller: { userId } }) => {
      const known = await queries.listAuthors(db, userId)
      if (known.length >= maxAuthors) throw new AppError('authorsFull', { max: maxAuthors })
      if (endorsement) checkEndorsement(publicKey, endorsement, known)
      const { publicKey: endorsedBy = '', signature = '' } = endorsement ?? {}
      const author = { tenantId: userId, authorName, publicKey, endorsedBy, endorsement: signature }
      await mapDbErrors(queries.insertAuthor(db, author), { script_authors_key: 'authorTaken' })
      await hub.devicesChanged({ tenantIds: [userId] })
      return null
    },

    remove: ({ query: { id }, caller: { userId } }) =>
      db.transaction(async (tx) => {
        const isRequired = await queries.isRequired(tx, userId)
        if (!(await queries.deleteAuthor(tx, userId, id))) throw new AppError('notFound')
        if (isRequired && (await queries.listAuthors(tx, userId)).length === 0)
          throw new AppError('authorLast')
        return null
      }),

    require: ({ body: { isRequired }, caller: { userId } }) =>
      db.transaction(async (tx) => {
        await queries.isRequired(tx, userId)
        if (isRequired && (await queries.listAuthors(tx, userId)).length === 0)
          throw new AppError('authorNeeded')
        await queries.setRequired(tx, userId, isRequired)
        return null
      }),

    sign: async ({ body: { sha256, publicKey, signature } }) => {
      if (!(await queries.isAuthor(db, publicKey))) throw new AppError('authorUnknown')
      if (!isSignedBy(publicKey, signedScripts.authored(sha256), signature))
        throw new AppError('authorSignatureWrong')
      if ((await queries.countSignatures(db, publicKey)) >= maxSignatures)
        throw new AppError('authorSignaturesFull', { max: maxSignatures })
      await queries.insertSignature(db, { sha256, publicKey, signature })
      return null
    },
  })
}

/** By one of the tenant's authors. */
function checkEndorsement(
  named: string,
  { publicKey, signature }: AuthorSignature,
  known: { publicKey: string }[],
): void {
  const isKnown = known.some((author) => author.publicKey === publicKey)
  if (!isKnown || !isSignedBy(publicKey, signedScripts.endorsed(named), signature))
    throw new AppError('authorSignatureWrong')
}
