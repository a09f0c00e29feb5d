import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../platform/core/app-error.ts'
import { QueuePerKey } from '../platform/core/bounded-queue.ts'
import type { Db } from '../platform/db/db.ts'
import type { ParameterStore } from '../platform/parameters/parameter-store.ts'
import {
  type Attempt,
  clearFailures,
  countAttempt,
  forgetAttempt,
  isGuessingAddress,
  type Lock,
  minutesLocked,
} from './login-lock.ts'

/** Each sees what those before it have counted, however many arrive at the same time. */
const attempts = new QueuePerKey(16)

/** Passwords from an address that guesses those of many accounts: one is checked at a time. */
const slowed = new QueuePerKey(10)
/** How long the refusal of a slowed one is delayed, so that guessing in a loop gains little. */
const heldMs = 3000

/**
 * Checks a password or a code of an account, at a sign-in or where it is required again. It counts as wrong before it
 * is checked, so that no server checks more than the lock allows. A right one passes also from an address that guesses
 * those of other accounts, perhaps after it has waited: others may share the address. Throws loginLocked or
 * factorLocked, passwordsSlowed, or the refusal of a wrong one.
 */
export function attemptPassword(
  { db, parameters }: { db: Db; parameters: ParameterStore },
  who: Attempt,
  { isRight, refusal }: { isRight: () => Promise<boolean>; refusal: () => AppError },
): Promise<void> {
  return attempts.run(`${who.isFactor ?? false} ${who.userName.toLowerCase()} ${who.ip}`, async () => {
    const minutesOfLock = parameters.get('sys.account.lockMinutes')
    const lock: Lock = { after: parameters.get('sys.account.lockAfter'), minutes: minutesOfLock }
    const minutes = await minutesLocked(db, who, lock)
    if (minutes)
      throw new AppError(who.isFactor ? 'factorLocked' : 'loginLocked', { times: lock.after, minutes })
    const counted = await countAttempt(db, who)
    const isSlow = await isGuessingAddress(db, who, minutesOfLock)
    const checked = isSlow ? slowed.run(who.ip, () => checkSlowly(isRight)) : isRight()
    const right = await checked.catch(async (error: unknown) => {
      await forgetAttempt(db, counted)
      throw error
    })
    if (!right) throw isSlow ? new AppError('passwordsSlowed', { minutes: minutesOfLock }) : refusal()
    await clearFailures(db, who)
  })
}

async function checkSlowly(isRight: () => Promise<boolean>): Promise<boolean> {
  const right = await isRight()
  if (!right) await delay(heldMs)
  return right
}
