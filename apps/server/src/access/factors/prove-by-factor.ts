import type { FactorAnswer } from '@fleetdeck/contract/second-factor'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import type { Seal } from '../../platform/core/seal.ts'
import { hashToken } from '../../platform/core/tokens.ts'
import type { Db } from '../../platform/db/db.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import type { Sessions } from '../sessions.ts'
import { checkFactor } from './check-factor.ts'
import * as queries from './factors.queries.ts'

interface ProofDeps {
  db: Db
  seal: Seal
  sessions: Sessions
  parameters: ParameterStore
}

/** The caller proves with a second factor, instead of the password, who they are. */
export async function proveByFactor(
  deps: ProofDeps,
  caller: Caller,
  { answer, request }: { answer: FactorAnswer; request: FastifyRequest },
): Promise<void> {
  const { db, sessions } = deps
  const keyHash = hashToken(answer.key)
  const step = await queries.findStep(db, keyHash, 'proof')
  if (!step || caller.sessionId === null || step.sessionId !== caller.sessionId)
    throw new AppError('factorExpired')
  await checkFactor(deps, caller, { step, answer, request })
  if (!(await queries.consumeStep(db, keyHash, 'proof'))) throw new AppError('factorExpired')
  await sessions.prove(caller.sessionId)
}
