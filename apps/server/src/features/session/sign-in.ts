import { Status } from '@fleetdeck/contract/enums'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { FastifyRequest } from 'fastify'
import { captchaMatches } from '../../access/captchas.ts'
import { clearFailures, minutesLocked, recordFailure } from '../../access/login-lock.ts'
import { passwordMatches, pretendToCheck } from '../../access/passwords.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import * as queries from './session.queries.ts'

interface Credentials {
  username: string
  password: string
  verifyCode: string
  verifyKey: string
}

/** Captcha, lock, password, status, in this order; every try writes a login log. Answers the session's token. */
export async function signIn(deps: Deps, credentials: Credentials, request: FastifyRequest): Promise<string> {
  const from = { ip: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 300) }
  const log = (msg: TextKey, status: Status) =>
    queries.insertLoginLog(deps.db, { ...from, msg, status, userName: credentials.username })
  try {
    const user = await checkedUser(deps, credentials, from.ip)
    const token = await deps.sessions.start(user.id, from)
    await queries.updateSignIn(deps.db, user.id, from.ip)
    await log('session.signedIn', Status.on)
    return token
  } catch (error) {
    if (error instanceof AppError) await log(failureText(error), Status.off)
    throw error
  }
}

async function checkedUser(deps: Deps, credentials: Credentials, ip: string) {
  const { db, parameters } = deps
  const who = { userName: credentials.username, ip }
  if (captchaAsked(deps) && !(await captchaMatches(db, credentials.verifyKey, credentials.verifyCode)))
    throw new AppError('captchaWrong')
  const lock = {
    after: parameters.get('sys.account.lockAfter'),
    minutes: parameters.get('sys.account.lockMinutes'),
  }
  const minutes = await minutesLocked(db, who, lock)
  if (minutes) throw new AppError('loginLocked', { times: lock.after, minutes })
  const user = await queries.findUserByName(db, credentials.username)
  if (!(await passwordFits(user?.passwordHash, credentials.password)) || !user) {
    await recordFailure(db, who)
    throw new AppError('credentialsWrong')
  }
  if (user.status !== Status.on) throw new AppError('accountDisabled')
  await clearFailures(db, who)
  return user
}

async function passwordFits(hash: string | undefined, password: string): Promise<boolean> {
  if (hash) return passwordMatches(password, hash)
  await pretendToCheck(password)
  return false
}

export const captchaAsked = ({ captchaOff, parameters }: Deps) =>
  !captchaOff && parameters.get('sys.account.captchaEnabled')

function failureText(error: AppError): TextKey {
  if (error.errorName === 'captchaWrong') return 'session.captchaWrong'
  if (error.errorName === 'accountDisabled') return 'session.accountDisabled'
  return error.errorName === 'loginLocked' ? 'session.lockedLog' : 'session.credentialsWrong'
}
