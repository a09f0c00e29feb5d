import type { OutsideFinish, OutsideFinishDraft, OutsideStart } from '@fleetdeck/contract/auth'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { logRefusals, openSession, type Visit } from '../../access/open-session.ts'
import { outsideProvider } from '../../access/outside-provider.ts'
import { hashToken, newToken } from '../../access/tokens.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import * as queries from './auth.queries.ts'
import type { OpenId, OutsidePerson } from './open-id.ts'
import { tieIdentity } from './tie-identity.ts'

const journeyLifeMs = 600_000

/** The browser is sent to the provider; what is needed to check its answer stays in the database. */
export async function startJourney(
  deps: Deps,
  openId: OpenId,
  { request, userId }: { request: FastifyRequest; userId?: number },
): Promise<z.infer<typeof OutsideStart>> {
  const provider = outsideProvider(deps.parameters)
  if (!provider) throw new AppError('outsideClosed')
  const journey = openId.newJourney(returnAddress(request))
  const url = await openId.addressFor(provider, journey)
  const browserKey = newToken()
  const { state, ...kept } = journey
  await queries.insertAttempt(deps.db, {
    ...kept,
    stateHash: hashToken(state),
    browserKeyHash: hashToken(browserKey),
    issuer: provider.issuer,
    userId: userId ?? null,
    expiresAt: new Date(Date.now() + journeyLifeMs),
  })
  return { url, browserKey }
}

/** Where the provider sends the browser back to: the site under the name by which the browser called it. */
function returnAddress({ protocol, host }: FastifyRequest): string {
  const site = `${protocol}://${host}`
  if (!URL.canParse(site)) throw new AppError('invalidInput', { field: 'host' })
  return new URL('/auth-redirect', site).href
}

/** The browser is back: sign in, tie the identity to who asked for that, or ask whose it is. */
export async function finishJourney(
  deps: Deps,
  openId: OpenId,
  { draft, request }: { draft: OutsideFinishDraft; request: FastifyRequest },
): Promise<z.infer<typeof OutsideFinish>> {
  const { db } = deps
  const visit: Visit = { userName: '', request, success: 'identity.signedInOutside' }
  const { person, userId } = await logRefusals(db, visit, () => personBehind(deps, openId, draft))
  if (userId !== null) {
    await tieIdentity(db, userId, person)
    return { bound: true }
  }
  const account = await queries.findAccount(db, person)
  if (!account) return { bindKey: await keepForBinding(deps, person) }
  const token = await openSession(deps, visit, async () => account)
  await queries.markUsed(db, person)
  return { token }
}

async function personBehind(deps: Deps, openId: OpenId, draft: OutsideFinishDraft) {
  const provider = outsideProvider(deps.parameters)
  if (!provider) throw new AppError('outsideClosed')
  const { state, code, iss } = draft
  const attempt = await queries.takeAttempt(deps.db, hashToken(state), hashToken(draft.browserKey))
  if (!attempt || attempt.issuer !== provider.issuer) throw new AppError('attemptUnknown')
  if (code === undefined || draft.error !== undefined) throw new AppError('providerRefused')
  const person = await openId.personFor(provider, { ...attempt, state }, { code, state, iss })
  return { person, userId: attempt.userId }
}

async function keepForBinding({ db }: Deps, person: OutsidePerson): Promise<string> {
  const bindKey = newToken()
  const expiresAt = new Date(Date.now() + journeyLifeMs)
  await queries.insertBinding(db, { ...person, keyHash: hashToken(bindKey), expiresAt })
  return bindKey
}
