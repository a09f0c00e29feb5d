import { z } from 'zod'
import { pageCall } from './calls.ts'
import { done, idsOf, pageQuery, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { AccessTokenId, UserId } from './ids.ts'

/** Prefix of each token: distinguishes it from session tokens and identifies leaked tokens. */
export const accessTokenMark = 'fdt_'
/** Maximum tokens per user that are neither expired nor revoked, and the maximum lifetime of one. */
export const maxAccessTokens = 50
export const maxTokenDays = 366

export const AccessToken = z.object({
  id: AccessTokenId,
  tokenName: z.string(),
  /** Each call is limited to those that the owner has at that time. */
  permissions: z.array(z.string()),
  createdAt: time,
  expiresAt: time,
  lastUsedAt: time.nullable(),
  /** Empty before the first use. */
  lastUsedIp: z.string(),
  revokedAt: time.nullable(),
})
export type AccessToken = z.output<typeof AccessToken>

export const OwnedAccessToken = AccessToken.extend({ userId: UserId, userName: z.string() })
export type OwnedAccessToken = z.output<typeof OwnedAccessToken>

export const AccessTokenDraft = z.strictObject({
  tokenName: z.string().trim().min(1, 'accessToken.nameRequired').max(50, 'accessToken.nameLength'),
  permissions: z.array(z.string().min(1).max(100)).min(1, 'accessToken.rightsRequired').max(1000),
  days: z
    .int('accessToken.daysWrong')
    .min(1, 'accessToken.daysWrong')
    .max(maxTokenDays, 'accessToken.daysWrong'),
})

/** The caller's own tokens; programs cannot create, see or revoke tokens. */
export const ownAccessTokens = {
  list: {
    method: 'GET',
    path: '/system/user/token/list',
    permission: 'signed-in',
    data: z.array(AccessToken),
  },
  /** The rights that the caller can give to a token, each with one of its pages. */
  rights: {
    method: 'GET',
    path: '/system/user/token/rights',
    permission: 'signed-in',
    data: z.array(z.object({ permission: z.string(), page: z.string() })),
  },
  /** Returns the token only here; it is stored hashed. */
  add: {
    method: 'POST',
    path: '/system/user/token/add',
    permission: 'signed-in',
    body: AccessTokenDraft,
    data: z.object({ id: AccessTokenId, token: z.string() }),
    proof: true,
    log: OperationType.grant,
  },
  revoke: {
    method: 'POST',
    path: '/system/user/token/revoke',
    permission: 'signed-in',
    body: z.strictObject({ ids: idsOf<AccessTokenId>() }),
    data: done,
    log: OperationType.remove,
  },
} as const

/** Tokens of the users that the caller manages. */
export const accessTokens = {
  list: pageCall('/system/accessToken/list', {
    row: OwnedAccessToken,
    query: pageQuery(
      {
        tokenName: z.string().max(50).optional(),
        userName: z.string().max(50).optional(),
        state: z.enum(['valid', 'expired', 'revoked']).optional(),
      },
      ['id', 'tokenName', 'userName', 'createdAt', 'expiresAt', 'lastUsedAt'],
    ),
  }),
  revoke: {
    method: 'POST',
    path: '/system/accessToken/revoke',
    permission: 'system/accessToken/revoke',
    body: z.strictObject({ ids: idsOf<AccessTokenId>() }),
    data: done,
    log: OperationType.remove,
  },
} as const
