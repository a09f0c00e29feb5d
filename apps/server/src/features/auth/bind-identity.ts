import type { SignIn } from '@fleetdeck/contract/second-factor'
import type { FastifyRequest } from 'fastify'
import { type Credentials, checkCredentials } from '../../access/credentials.ts'
import { openSession } from '../../access/open-session.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { hashToken } from '../../platform/core/tokens.ts'
import * as queries from './auth.queries.ts'

interface Binding {
  bindKey: string
  credentials: Credentials
  request: FastifyRequest
}

/**
 * Links a confirmed identity to the account whose password is given, and signs in. A wrong password does not use up the
 * key.
 */
export function bindIdentity(deps: Deps, { bindKey, credentials, request }: Binding): Promise<SignIn> {
  const { db } = deps
  const keyHash = hashToken(bindKey)
  const visit = { userName: credentials.username, request, success: 'identity.boundOutside' } as const
  return openSession(deps, visit, async () => {
    if (!(await queries.findBinding(db, keyHash))) throw new AppError('bindKeyUnknown')
    const account = await checkCredentials(deps, credentials, request.ip)
    const person = await queries.consumeBinding(db, keyHash)
    if (!person) throw new AppError('bindKeyUnknown')
    const { issuer, subject, name } = person
    return { account, identity: { issuer, subject, name } }
  })
}
