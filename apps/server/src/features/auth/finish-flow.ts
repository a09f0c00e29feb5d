import type { ExternalFinish, ExternalFinishDraft } from '@fleetdeck/contract/auth'
import type { SessionId, UserId } from '@fleetdeck/contract/ids'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { followRoles } from '../../access/follow-roles.ts'
import { oidcProvider } from '../../access/oidc-provider.ts'
import {
  logRefusals,
  logSuccess,
  openSession,
  refuseDisabled,
  type Visit,
} from '../../access/open-session.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import { hashToken, newToken } from '../../platform/core/tokens.ts'
import type { Db } from '../../platform/db/db.ts'
import * as queries from './auth.queries.ts'
import { tieIdentity } from './link-identity.ts'
import type { OidcProfile, OpenId } from './open-id.ts'
import { provisionAccount } from './provision-account.ts'

const bindingLifeMs = 600_000

/**
 * The browser has returned: signs in, binds the identity to the user who asked for that or proves who they are, or asks
 * for an account.
 */
export async function finishFlow(
  deps: Deps,
  openId: OpenId,
  { draft, request }: { draft: ExternalFinishDraft; request: FastifyRequest },
): Promise<z.infer<typeof ExternalFinish>> {
  const { db } = deps
  const visit: Visit = { userName: '', request, success: 'identity.signedInOutside' }
  const { person, userId, provenSession } = await logRefusals(db, visit, () =>
    personBehind(deps, openId, draft),
  )
  if (provenSession !== null) {
    await proveBy(deps, { ...visit, success: 'identity.proven' }, { userId, person, provenSession })
    return { proven: true }
  }
  if (userId !== null) {
    await tieToOwner(db, { ...visit, success: 'identity.bound' }, { userId, person })
    return { bound: true }
  }
  const isNew = deps.parameters.get('sys.oidc.provision')
  const known = await queries.findAccount(db, person)
  const account = known ?? (isNew ? await provisionAccount(deps, person) : undefined)
  if (!account) return { bindKey: await storeForBinding(deps, person) }
  await followRoles(deps, account.id, person.groups)
  if (!known) visit.success = 'identity.provisioned'
  const token = await openSession(deps, { ...visit, provenAt: person.askedAt }, async () => account)
  await queries.markUsed(db, person)
  return { token }
}

/** Binds the identity to the user who started in the user centre, unless they may no longer sign in. */
async function tieToOwner(db: Db, visit: Visit, { userId, person }: { userId: UserId; person: OidcProfile }) {
  await logRefusals(db, visit, async () => {
    const owner = await queries.findUser(db, userId)
    if (!owner) throw new AppError('attemptUnknown')
    visit.userName = owner.userName
    refuseDisabled(owner)
    await tieIdentity(db, userId, person)
  })
  await logSuccess(db, visit)
}

/** The caller who started it has proven who they are, if the identity is bound to their account. */
async function proveBy(
  { db, sessions }: Deps,
  visit: Visit,
  { userId, person, provenSession }: { userId: UserId | null; person: OidcProfile; provenSession: SessionId },
) {
  await logRefusals(db, visit, async () => {
    const owner = userId === null ? undefined : await queries.findUser(db, userId)
    if (!owner) throw new AppError('attemptUnknown')
    visit.userName = owner.userName
    const account = await queries.findAccount(db, person)
    if (account?.id !== owner.id) throw new AppError('identityOfOther')
    refuseDisabled(owner)
    await sessions.prove(provenSession)
    await queries.markUsed(db, person)
  })
  await logSuccess(db, visit)
}

async function personBehind(deps: Deps, openId: OpenId, draft: ExternalFinishDraft) {
  const provider = oidcProvider(deps.parameters)
  if (!provider) throw new AppError('outsideClosed')
  const { state, code, iss } = draft
  const attempt = await queries.consumeAttempt(deps.db, hashToken(state), hashToken(draft.browserKey))
  if (!attempt || attempt.issuer !== provider.issuer) throw new AppError('attemptUnknown')
  if (code === undefined || draft.error !== undefined) throw new AppError('providerRefused')
  const { userId, provenSession } = attempt
  const flow = { ...attempt, state, isProof: provenSession !== null }
  const person = await openId.personFor(provider, flow, { code, state, iss })
  return { person, userId, provenSession }
}

async function storeForBinding({ db }: Deps, { issuer, subject, name }: OidcProfile): Promise<string> {
  const bindKey = newToken()
  const expiresAt = new Date(siteMs() + bindingLifeMs)
  await queries.insertBinding(db, { issuer, subject, name, keyHash: hashToken(bindKey), expiresAt })
  return bindKey
}
