import { Status } from '@fleetdeck/contract/enums'
import { type ErrorName, errors } from '@fleetdeck/contract/errors'
import type { SignIn } from '@fleetdeck/contract/second-factor'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../platform/core/app-error.ts'
import { siteNow } from '../platform/core/site-clock.ts'
import type { Db } from '../platform/db/db.ts'
import { loginLogs } from '../platform/db/schema/login-logs.ts'
import type { WaitingIdentity } from '../platform/db/schema/second-factors.ts'
import { users } from '../platform/db/schema/users.ts'
import type { ParameterStore } from '../platform/parameters/parameter-store.ts'
import { requireOpenAccount } from './account-line.queries.ts'
import { askFactor } from './factors/ask-factor.ts'
import { tieIdentity } from './link-identity.ts'
import type { Sessions } from './sessions.ts'

/** A sign-in attempt. */
export interface Visit {
  /** The name as typed at first; the step that identifies the account replaces it. */
  userName: string
  request: FastifyRequest
  /** The text of the login log on success. */
  success: TextKey
  /** When the provider of an external account last asked the user to sign in. */
  provenAt?: Date
  /** No second factor is asked for: the provider has done so. */
  isFactorGiven?: boolean
}
export type Account = Pick<typeof users.$inferSelect, 'id' | 'userName'>

/** The account of a visitor; an identity of theirs is linked to it once they are signed in. */
interface Identified {
  account: Account
  identity?: WaitingIdentity
}

/**
 * Starts a session for the account that `identify` finds, and returns its token; or asks for the second factor of that
 * account. Every attempt writes a login log.
 */
export async function openSession(
  deps: { db: Db; sessions: Sessions; parameters: ParameterStore },
  visit: Visit,
  identify: () => Promise<Identified>,
): Promise<SignIn> {
  const { db } = deps
  return logRefusals(db, visit, async () => {
    const { account, identity } = await identify()
    visit.userName = account.userName
    await requireOpenAccount(db, account.id)
    const { request, success } = visit
    const asked = { purpose: 'signIn' as const, userId: account.id, success, identity }
    const factor = visit.isFactorGiven ? undefined : await askFactor(deps, asked, request)
    if (factor) return { token: '', factor }
    if (identity) await tieIdentity(db, account.id, identity)
    return { token: await startSession(deps, visit, account) }
  })
}

/** The account has given all that it has to. */
export async function startSession(
  { db, sessions }: { db: Db; sessions: Sessions },
  visit: Visit,
  account: Account,
): Promise<string> {
  const from = readSource(visit.request)
  const token = await sessions.start(account.id, from, visit.provenAt)
  await db.update(users).set({ loginIp: from.ip, loginAt: siteNow() }).where(eq(users.id, account.id))
  await logSuccess(db, visit)
  return token
}

/** Runs one step of the sign-in. A refusal is written to the login log before it is returned. */
export async function logRefusals<T>(db: Db, visit: Visit, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof AppError) await write(db, visit, { msg: logText(error), status: Status.off })
    throw error
  }
}

export const logSuccess = (db: Db, visit: Visit) =>
  write(db, visit, { msg: visit.success, status: Status.on })

const write = (db: Db, { userName, request }: Visit, outcome: { msg: TextKey; status: Status }) =>
  db.insert(loginLogs).values({ ...readSource(request), userName, ...outcome })

/** Where a call comes from. */
export const readSource = (request: FastifyRequest) => ({
  ip: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
})

/** The log stores no numbers, so these have their own texts there. */
const logTexts: Partial<Record<ErrorName, TextKey>> = {
  loginLocked: 'session.lockedLog',
  factorLocked: 'session.factorLockedLog',
  passwordsSlowed: 'session.slowedLog',
}
const logText = ({ errorName }: AppError): TextKey => logTexts[errorName] ?? errors[errorName].text
