import type { ExternalFinish, ExternalFinishDraft } from '@fleetdeck/contract/auth'
import type { SessionId, UserId } from '@fleetdeck/contract/ids'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { requireOpenAccount } from '../../access/account-line.queries.ts'
import { followRoles } from '../../access/follow-roles.ts'
import { tieIdentity } from '../../access/link-identity.ts'
import { oidcProvider } from '../../access/oidc-provider.ts'
import { logRefusals, logSuccess, openSession, type Visit } from '../../access/open-session.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import { hashToken, newToken } from '../../platform/core/tokens.ts'
import * as queries from './auth.queries.ts'
import { type OidcProfile, type OpenId, purposeOf } from './open-id.ts'
import { provisionAccount } from './provision-account.ts'

const bindingLifeMs = 600_000

/**
 * The browser has returned: signs in, links the identity to the user who asked for that or proves who they are, or asks
 * for an account.
 */
export async function finishFlow(
  deps: Deps,
  openId: OpenId,
  { draft, request }: { draft: ExternalFinishDraft; request: FastifyRequest },
): Promise<z.infer<typeof ExternalFinish>> {
  const { db } = deps
  const visit: Visit = { userName: '', request, success: 'identity.signedInOutside' }
  const { person, purpose, owner } = await logRefusals(db, visit, () => personBehind(deps, openId, draft))
  if (purpose === 'prove') {
    await proveBy(deps, { ...visit, success: 'identity.proven' }, owner, person)
    return { proven: true }
  }
  if (purpose === 'bind') {
    await tieToOwner(deps, { ...visit, success: 'identity.bound' }, owner, person)
    return { bound: true }
  }
  const isNew = deps.parameters.get('sys.oidc.provision')
  const known = await queries.findAccount(db, person)
  const account = known ?? (isNew ? await provisionAccount(deps, person) : undefined)
  if (!account) return { bindKey: await storeForBinding(deps, person) }
  await followRoles(deps, account.id, person.groups)
  if (!known) visit.success = 'identity.provisioned'
  const isBypassed = deps.parameters.get('sys.oidc.skipFactor')
  const signIn = await openSession(
    deps,
    { ...visit, provenAt: person.askedAt, isFactorGiven: isBypassed },
    async () => ({ account }),
  )
  await queries.markUsed(db, person)
  return signIn
}

/** The signed-in user who started the flow, and their session. */
interface Owner {
  userId: UserId | null
  sessionId: SessionId | null
}

/** Throws if the session in which the flow was started has ended in the meantime. */
async function startedBy({ db, sessions }: Deps, visit: Visit, { userId, sessionId }: Owner) {
  const user = userId === null ? undefined : await queries.findUser(db, userId)
  if (!user || sessionId === null) throw new AppError('attemptUnknown')
  visit.userName = user.userName
  await requireOpenAccount(db, user.id)
  if (!(await sessions.isAlive(sessionId))) throw new AppError('attemptUnknown')
  return { user, sessionId }
}

/** Links the identity to the user who started in the user centre, as long as they are signed in there. */
async function tieToOwner(deps: Deps, visit: Visit, owner: Owner, person: OidcProfile) {
  const { db } = deps
  await logRefusals(db, visit, async () => {
    const { user } = await startedBy(deps, visit, owner)
    await tieIdentity(db, user.id, person)
  })
  await logSuccess(db, visit)
}

/** The caller who started it has proven who they are, if the identity is linked to their account. */
async function proveBy(deps: Deps, visit: Visit, owner: Owner, person: OidcProfile) {
  const { db, sessions } = deps
  await logRefusals(db, visit, async () => {
    const { user, sessionId } = await startedBy(deps, visit, owner)
    const account = await queries.findAccount(db, person)
    if (account?.id !== user.id) throw new AppError('identityOfOther')
    await sessions.prove(sessionId)
    await queries.markUsed(db, person)
  })
  await logSuccess(db, visit)
}

async function personBehind(deps: Deps, openId: OpenId, draft: ExternalFinishDraft) {
  const provider = oidcProvider(deps.parameters)
  if (!provider) throw new AppError('outsideClosed')
  const { state, code, iss } = draft
  const attempt = await queries.consumeAttempt(deps.db, hashToken(state), hashToken(draft.browserKey))
  const purpose = purposeOf(state)
  if (!attempt || !purpose || attempt.issuer !== provider.issuer) throw new AppError('attemptUnknown')
  if (code === undefined || draft.error !== undefined) throw new AppError('providerRefused')
  const flow = { ...attempt, state, isProof: purpose === 'prove' }
  const person = await openId.personFor(provider, flow, { code, state, iss })
  return { person, purpose, owner: { userId: attempt.userId, sessionId: attempt.sessionId } }
}

async function storeForBinding({ db }: Deps, { issuer, subject, name }: OidcProfile): Promise<string> {
  const bindKey = newToken()
  const expiresAt = new Date(siteMs() + bindingLifeMs)
  await queries.insertBinding(db, { issuer, subject, name, keyHash: hashToken(bindKey), expiresAt })
  return bindKey
}
