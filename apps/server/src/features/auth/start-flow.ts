import type { ExternalStart } from '@fleetdeck/contract/auth'
import type { SessionId, UserId } from '@fleetdeck/contract/ids'
import type { z } from 'zod'
import { oidcProvider } from '../../access/oidc-provider.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import { hashToken, newToken } from '../../platform/core/tokens.ts'
import * as queries from './auth.queries.ts'
import type { OpenId } from './open-id.ts'

const flowLifeMs = 600_000

/** For whom a signed-in caller goes to the provider: to bind an identity, or with a session to prove who they are. */
interface FlowOwner {
  userId: UserId
  provenSession?: SessionId
}

/** Sends the browser to the provider; the data to check the answer stays in the database. */
export async function startFlow(
  deps: Deps,
  openId: OpenId,
  owner?: FlowOwner,
): Promise<z.infer<typeof ExternalStart>> {
  const provider = oidcProvider(deps.parameters)
  if (!provider) throw new AppError('outsideClosed')
  const flow = openId.newFlow(provider.returnAddress)
  const url = await openId.addressFor(provider, flow, owner?.provenSession !== undefined)
  const browserKey = newToken()
  const { state, ...kept } = flow
  await queries.insertAttempt(deps.db, {
    ...kept,
    stateHash: hashToken(state),
    browserKeyHash: hashToken(browserKey),
    issuer: provider.issuer,
    userId: owner?.userId ?? null,
    provenSession: owner?.provenSession ?? null,
    expiresAt: new Date(siteMs() + flowLifeMs),
  })
  return { url, browserKey }
}
