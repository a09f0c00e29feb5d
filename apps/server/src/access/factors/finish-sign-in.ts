import type { UserId } from '@fleetdeck/contract/ids'
import type { FactorAnswer } from '@fleetdeck/contract/second-factor'
import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/core/app-error.ts'
import type { Seal } from '../../platform/core/seal.ts'
import { hashToken } from '../../platform/core/tokens.ts'
import type { Db } from '../../platform/db/db.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import { requireOpenAccount } from '../account-line.queries.ts'
import { tieIdentity } from '../link-identity.ts'
import { type Account, logRefusals, startSession, type Visit } from '../open-session.ts'
import type { Sessions } from '../sessions.ts'
import { checkFactor, checkPasskey } from './check-factor.ts'
import * as queries from './factors.queries.ts'

interface SignInDeps {
  db: Db
  seal: Seal
  sessions: Sessions
  parameters: ParameterStore
}

/** Completes a sign-in by its second factor, or by a passkey alone; returns the token. A step ends with one success. */
export async function finishSignIn(
  deps: SignInDeps,
  answer: FactorAnswer,
  request: FastifyRequest,
): Promise<string> {
  const { db } = deps
  const visit: Visit = { userName: '', request, success: 'session.signedIn' }
  const keyHash = hashToken(answer.key)
  return logRefusals(db, visit, async () => {
    const step = await queries.findStep(db, keyHash, 'signIn')
    if (!step) throw new AppError('factorExpired')
    const account = await personOf(deps, visit, { step, answer, request })
    if (!(await queries.consumeStep(db, keyHash, 'signIn'))) throw new AppError('factorExpired')
    if (step.identity) await tieIdentity(db, account.id, step.identity)
    return startSession(deps, { ...visit, success: step.success ?? visit.success }, account)
  })
}

interface Given {
  step: queries.FactorStep
  answer: FactorAnswer
  request: FastifyRequest
}

/** The account that has given the factor. */
async function personOf(deps: SignInDeps, visit: Visit, { step, answer, request }: Given): Promise<Account> {
  if (step.userId !== null) {
    const account = await findAccount(deps.db, step.userId)
    visit.userName = account.userName
    await requireOpenAccount(deps.db, account.id)
    const { id: userId, userName } = account
    await checkFactor(deps, { userId, userName }, { step, answer, request })
    return account
  }
  if (!answer.passkey) throw new AppError('factorCodeWrong')
  const account = await findAccount(
    deps.db,
    await checkPasskey(deps, { step, passkey: answer.passkey, request }),
  )
  visit.userName = account.userName
  await requireOpenAccount(deps.db, account.id)
  return account
}

async function findAccount(db: Db, userId: UserId): Promise<Account> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  if (!row) throw new AppError('factorExpired')
  return row
}
