import { createHash } from 'node:crypto'
import { accessTokenMark, maxAccessTokens } from '@fleetdeck/contract/access-tokens'
import { codeMinutes, commandLine, commandLinePermissions } from '@fleetdeck/contract/command-line'
import type { UserId } from '@fleetdeck/contract/ids'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { may } from '../../platform/core/caller.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import { hashToken, newToken } from '../../platform/core/tokens.ts'
import { implement } from '../../platform/http/implement.ts'
import { countValid, insertToken, revokeTokens } from './access-tokens.queries.ts'
import * as queries from './token-grants.queries.ts'

const dayMs = 86_400_000

/** Users sign command lines in, which call with an access token then. */
export function commandLineRoutes(app: FastifyInstance, { db, changes }: Deps) {
  const checkRoom = async (userId: UserId) => {
    if ((await countValid(db, userId)) >= maxAccessTokens)
      throw new AppError('accessTokensFull', { count: maxAccessTokens })
  }

  implement(app, commandLine, {
    grant: async ({ body: { challenge, host, days }, caller }) => {
      const permissions = commandLinePermissions.filter((permission) => may(caller, permission))
      if (!permissions.length) throw new AppError('forbidden')
      await checkRoom(caller.userId)
      const code = newToken()
      await queries.insertGrant(db, {
        codeHash: hashToken(code),
        userId: caller.userId,
        challenge,
        tokenName: `fleetdeck (${host})`.slice(0, 50),
        permissions,
        days,
        expiresAt: new Date(siteMs() + codeMinutes * 60_000),
      })
      return { code }
    },

    redeem: async ({ body: { code, verifier } }) => {
      const grant = await queries.takeGrant(db, hashToken(code))
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const userName = grant && (await queries.findUserName(db, grant.userId))
      if (userName === undefined || grant?.challenge !== challenge) throw new AppError('commandLineCodeWrong')
      await checkRoom(grant.userId)
      const { userId, tokenName, permissions, days } = grant
      const token = accessTokenMark + newToken()
      const expiresAt = new Date(siteMs() + days * dayMs)
      const id = await insertToken(db, {
        userId,
        tokenName,
        permissions,
        tokenHash: hashToken(token),
        expiresAt,
      })
      return { id, token, userName, expiresAt }
    },

    signOut: async ({ caller }) => {
      if (!caller.token) throw new AppError('forbidden')
      await revokeTokens(db, { ownerId: caller.userId }, [caller.token.id])
      await changes.rights([caller.userId])
      return null
    },
  })
}
