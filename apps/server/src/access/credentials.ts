import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '../platform/core/app-error.ts'
import { passwordMatches, pretendToCheck } from '../platform/core/passwords.ts'
import type { Db } from '../platform/db/db.ts'
import { users } from '../platform/db/schema/users.ts'
import type { ParameterStore } from '../platform/parameters/parameter-store.ts'
import { captchaMatches } from './captchas.ts'
import { clearFailures, minutesLocked, recordFailure } from './login-lock.ts'
import { refuseDisabled } from './open-session.ts'

export interface Captcha {
  verifyCode: string
  verifyKey: string
}
export interface Credentials extends Captcha {
  username: string
  password: string
}
interface CaptchaSettings {
  parameters: ParameterStore
  /** From the environment, for automation. */
  captchaOff: boolean
}
interface CheckDeps extends CaptchaSettings {
  db: Db
}

/** Captcha, lock, password, status, in this order. An unknown account is refused like a wrong password. */
export async function checkCredentials(deps: CheckDeps, credentials: Credentials, ip: string) {
  const { db, parameters } = deps
  const who = { userName: credentials.username, ip }
  await checkCaptcha(deps, credentials)
  const lock = {
    after: parameters.get('sys.account.lockAfter'),
    minutes: parameters.get('sys.account.lockMinutes'),
  }
  const minutes = await minutesLocked(db, who, lock)
  if (minutes) throw new AppError('loginLocked', { times: lock.after, minutes })
  const user = await findUserByName(db, credentials.username)
  if (!(await passwordFits(user?.passwordHash, credentials.password)) || !user) {
    await recordFailure(db, who)
    throw new AppError('credentialsWrong')
  }
  refuseDisabled(user)
  await clearFailures(db, who)
  return user
}

export async function checkCaptcha(deps: CheckDeps, { verifyKey, verifyCode }: Captcha) {
  if (captchaAsked(deps) && !(await captchaMatches(deps.db, verifyKey, verifyCode)))
    throw new AppError('captchaWrong')
}

export const captchaAsked = ({ captchaOff, parameters }: CaptchaSettings) =>
  !captchaOff && parameters.get('sys.account.captchaEnabled')

async function passwordFits(hash: string | undefined, password: string): Promise<boolean> {
  if (hash) return passwordMatches(password, hash)
  await pretendToCheck(password)
  return false
}

async function findUserByName(db: Db, userName: string) {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.userName})`, userName.toLowerCase()), isNull(users.deletedAt)))
  return row
}
