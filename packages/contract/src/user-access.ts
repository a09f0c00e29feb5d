import { z } from 'zod'
import { AccessToken } from './access-tokens.ts'
import { ExternalIdentity } from './auth.ts'
import { done, idParam, idsOf } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { type AccessTokenId, type ExternalIdentityId, type SessionId, UserId } from './ids.ts'
import { OnlineUser } from './online-users.ts'
import { Factors } from './second-factor.ts'

/** The sessions of a user that are shown: the caller's own, then those that were used last. */
export const shownSessions = 200

const UserSession = OnlineUser.omit({ userName: true, nickName: true, deptName: true })
export type UserSession = z.output<typeof UserSession>

/** Everything by which somebody gets in as one user. */
export const UserAccess = z.object({
  sessions: z.array(UserSession),
  /** Of all sessions, also those that are not shown. */
  sessionCount: z.number(),
  /** Those that are neither expired nor revoked, the newest first. */
  tokens: z.array(AccessToken),
  identities: z.array(ExternalIdentity),
  factors: Factors,
})
export type UserAccess = z.output<typeof UserAccess>

/** The access that ends; `everything` ends all but the session of the caller. */
const endShape = {
  sessionIds: idsOf<SessionId>().optional(),
  tokenIds: idsOf<AccessTokenId>().optional(),
  identityIds: idsOf<ExternalIdentityId>().optional(),
  everything: z.boolean().default(false),
}
const namesSomething = ({ everything, ...ids }: { everything: boolean }) =>
  everything || Object.values(ids).some(Array.isArray)
const endDraft = z.strictObject(endShape).refine(namesSomething, 'userAccess.nothingChosen')
export type AccessEnd = z.output<typeof endDraft>

/** How many of each have ended. */
const ended = z.object({ sessions: z.number(), tokens: z.number(), identities: z.number() })

/** The caller's own; programs can neither see nor end them. */
export const ownAccess = {
  one: {
    method: 'GET',
    path: '/system/user/access',
    permission: 'signed-in',
    data: UserAccess,
  },
  end: {
    method: 'POST',
    path: '/system/user/access/end',
    permission: 'signed-in',
    body: endDraft,
    example: { everything: true },
    data: ended,
    log: OperationType.forceOut,
  },
} as const

/** Those of a user whom the caller may change. */
export const userAccess = {
  one: {
    method: 'GET',
    path: '/system/auth/userAccess',
    permission: 'system/auth/userAccess',
    query: z.strictObject({ userId: idParam.brand<'UserId'>() }),
    data: UserAccess,
  },
  end: {
    method: 'POST',
    path: '/system/auth/userAccess/end',
    permission: 'system/auth/endUserAccess',
    body: z.strictObject({ ...endShape, userId: UserId }).refine(namesSomething, 'userAccess.nothingChosen'),
    example: { everything: true },
    data: ended,
    log: OperationType.forceOut,
  },
  /** Removes authenticator app, passkeys and recovery codes of a user who has lost them. */
  resetFactors: {
    method: 'POST',
    path: '/system/auth/userAccess/resetFactors',
    permission: 'system/auth/endUserAccess',
    body: z.strictObject({ userId: UserId }),
    data: done,
    log: OperationType.remove,
    proof: true,
  },
} as const
