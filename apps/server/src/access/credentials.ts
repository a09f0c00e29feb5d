import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '../platform/core/app-error.ts'
import { passwordMatches, pretendToCheck } from '../platform/core/passwords.ts'
import type { Db } from '../platform/db/db.ts'
import { users } from '../platform/db/schema/users.ts'
import type { ParameterStore } from '../platform/parameters/parameter-store.ts'
import { requireOpenAccount } from './account-line.queries.ts'
import { captchaMatches } from './captchas.ts'
import { attemptPassword } from './password-attempts.ts'

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
  const { username, password } = credentials
  const refusal = () => new AppError('credentialsWrong')
  await checkCaptcha(deps, credentials)
  const user = await findUserByName(deps.db, username)
  const isRight = () => passwordFits(user?.passwordHash, password)
  await attemptPassword(deps, { userName: username, ip }, { isRight, refusal })
  if (!user) throw refusal()
  await requireOpenAccount(deps.db, user.id)
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
