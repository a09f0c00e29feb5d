import { AppError } from '../platform/core/app-error.ts'
import { QueuePerKey } from '../platform/core/bounded-queue.ts'
import type { Db } from '../platform/db/db.ts'
import type { ParameterStore } from '../platform/parameters/parameter-store.ts'
import {
  type Attempt,
  clearFailures,
  countAttempt,
  forgetAttempt,
  type Lock,
  minutesLocked,
} from './login-lock.ts'

/** Each sees what those before it have counted, however many arrive at once. */
const attempts = new QueuePerKey(16)

/**
 * Checks a password of an account, at a sign-in or where it is asked for again. It counts as wrong before it is checked,
 * so that no server checks more than the lock allows. Throws loginLocked, or the refusal of a wrong one.
 */
export function attemptPassword(
  { db, parameters }: { db: Db; parameters: ParameterStore },
  who: Attempt,
  { isRight, refusal }: { isRight: () => Promise<boolean>; refusal: () => AppError },
): Promise<void> {
  return attempts.run(`${who.userName.toLowerCase()} ${who.ip}`, async () => {
    const lock: Lock = {
      after: parameters.get('sys.account.lockAfter'),
      minutes: parameters.get('sys.account.lockMinutes'),
    }
    const minutes = await minutesLocked(db, who, lock)
    if (minutes) throw new AppError('loginLocked', { times: lock.after, minutes })
    const counted = await countAttempt(db, who)
    const right = await isRight().catch(async (error: unknown) => {
      await forgetAttempt(db, counted)
      throw error
    })
    if (!right) throw refusal()
    await clearFailures(db, who)
  })
}
