import { Status } from '@fleetdeck/contract/enums'
import { type ErrorName, errors } from '@fleetdeck/contract/errors'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../platform/core/app-error.ts'
import { siteNow } from '../platform/core/site-clock.ts'
import type { Db } from '../platform/db/db.ts'
import { loginLogs } from '../platform/db/schema/login-logs.ts'
import { users } from '../platform/db/schema/users.ts'
import type { Sessions } from './sessions.ts'

/** A sign-in attempt. */
export interface Visit {
  /** The name as typed at first; the step that identifies the account replaces it. */
  userName: string
  request: FastifyRequest
  /** The text of the login log on success. */
  success: TextKey
  /** When the provider of an outside account last asked the user to sign in. */
  provenAt?: Date
}
export type Account = Pick<typeof users.$inferSelect, 'id' | 'userName' | 'status' | 'tenantExpireTime'>

/** Starts a session for the account that `identify` finds, and returns its token. Every attempt writes a login log. */
export async function openSession(
  { db, sessions }: { db: Db; sessions: Sessions },
  visit: Visit,
  identify: () => Promise<Account>,
): Promise<string> {
  const token = await logRefusals(db, visit, async () => {
    const account = await identify()
    visit.userName = account.userName
    refuseDisabled(account)
    const from = readSource(visit.request)
    const started = await sessions.start(account.id, from, visit.provenAt)
    await db.update(users).set({ loginIp: from.ip, loginAt: siteNow() }).where(eq(users.id, account.id))
    return started
  })
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

export function refuseDisabled({ status, tenantExpireTime }: Account) {
  if (status !== Status.on) throw new AppError('accountDisabled')
  if (tenantExpireTime && tenantExpireTime <= siteNow()) throw new AppError('tenantExpired')
}

const readSource = (request: FastifyRequest) => ({
  ip: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
})

/** The log stores no numbers, so these have their own texts there. */
const logTexts: Partial<Record<ErrorName, TextKey>> = {
  loginLocked: 'session.lockedLog',
  passwordsSlowed: 'session.slowedLog',
}
const logText = ({ errorName }: AppError): TextKey => logTexts[errorName] ?? errors[errorName].text
