import type { ExternalStart } from '@fleetdeck/contract/auth'
import type { SessionId, UserId } from '@fleetdeck/contract/ids'
import type { z } from 'zod'
import { oidcProvider } from '../../access/oidc-provider.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import { hashToken, newToken } from '../../platform/core/tokens.ts'
import * as queries from './auth.queries.ts'
import type { FlowPurpose, OpenId } from './open-id.ts'

const flowLifeMs = 600_000

/** A signed-in caller who goes to the provider. */
interface FlowOwner {
  userId: UserId
  sessionId: SessionId
}

/** Sends the browser to the provider; the data to check the answer stays in the database. */
export async function startFlow(
  deps: Deps,
  openId: OpenId,
  purpose: FlowPurpose,
  owner?: FlowOwner,
): Promise<z.infer<typeof ExternalStart>> {
  const provider = oidcProvider(deps.parameters)
  if (!provider) throw new AppError('outsideClosed')
  const flow = openId.newFlow(provider.returnAddress, purpose)
  const url = await openId.addressFor(provider, flow, purpose === 'prove')
  const browserKey = newToken()
  const { state, ...kept } = flow
  await queries.insertAttempt(deps.db, {
    ...kept,
    stateHash: hashToken(state),
    browserKeyHash: hashToken(browserKey),
    issuer: provider.issuer,
    userId: owner?.userId ?? null,
    sessionId: owner?.sessionId ?? null,
    expiresAt: new Date(siteMs() + flowLifeMs),
  })
  return { url, browserKey }
}
