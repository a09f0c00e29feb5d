import {
  accessTokenMark,
  accessTokens,
  maxAccessTokens,
  ownAccessTokens,
} from '@fleetdeck/contract/access-tokens'
import type { FastifyInstance } from 'fastify'
import { requireChangeable } from '../../access/changeable-users.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { type Caller, may } from '../../platform/core/caller.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import { hashToken, newToken } from '../../platform/core/tokens.ts'
import { permissionPages } from '../../platform/db/seed/permission-pages.ts'
import { implement } from '../../platform/http/implement.ts'
import * as queries from './access-tokens.queries.ts'
import { commandLineRoutes } from './command-line.routes.ts'

const dayMs = 86_400_000

export function accessTokenRoutes(app: FastifyInstance, deps: Deps) {
  const { db, changes } = deps
  commandLineRoutes(app, deps)
  /** Permissions of the calls that this user may make. */
  const listRights = (caller: Caller) => {
    const permissions = new Set(app.endpoints.map(({ permission }) => permission))
    for (const guard of ['public', 'signed-in']) permissions.delete(guard)
    return [...permissions].filter((permission) => may(caller, permission)).sort()
  }

  implement(app, ownAccessTokens, {
    list: ({ caller }) => queries.listTokensOfUser(db, caller.userId),

    rights: async ({ caller }) =>
      listRights(caller).map((permission) => ({ permission, page: permissionPages.get(permission) ?? '' })),

    add: async ({ body: { tokenName, permissions, days }, caller }) => {
      const rights = new Set(listRights(caller))
      const excess = permissions.find((permission) => !rights.has(permission))
      if (excess !== undefined) throw new AppError('accessTokenRightNotHeld', { permission: excess })
      if ((await queries.countValid(db, caller.userId)) >= maxAccessTokens)
        throw new AppError('accessTokensFull', { count: maxAccessTokens })
      const token = accessTokenMark + newToken()
      const id = await queries.insertToken(db, {
        tokenName,
        userId: caller.userId,
        permissions: [...new Set(permissions)].sort(),
        tokenHash: hashToken(token),
        expiresAt: new Date(siteMs() + days * dayMs),
      })
      return { id, token }
    },

    revoke: async ({ body, caller }) => {
      if (!(await queries.revokeTokens(db, { ownerId: caller.userId }, body.ids)))
        throw new AppError('notFound')
      await changes.rights([caller.userId])
      return null
    },
  })

  implement(app, accessTokens, {
    list: ({ query, caller }) =>
      queries.listTokens(db, scopeFor(caller, accessTokens.list.permission), query),

    revoke: async ({ body, caller }) => {
      const { permission } = accessTokens.revoke
      const scope = scopeFor(caller, permission)
      const owners = await queries.findOwners(db, scope, body.ids)
      await requireChangeable(db, caller, permission, owners)
      if (!(await queries.revokeTokens(db, scope, body.ids))) throw new AppError('notFound')
      await changes.rights(owners)
      return null
    },
  })
}
