import { Status } from '@fleetdeck/contract/enums'
import { errors } from '@fleetdeck/contract/errors'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../platform/core/app-error.ts'
import type { Db } from '../platform/db/db.ts'
import { loginLogs } from '../platform/db/schema/login-logs.ts'
import { users } from '../platform/db/schema/users.ts'
import type { Sessions } from './sessions.ts'

/** Somebody who wants in. */
export interface Visit {
  /** As far as he is known; whoever finds out more puts it here. */
  userName: string
  request: FastifyRequest
  /** What the login log says when it goes well. */
  success: TextKey
}
export type Account = Pick<typeof users.$inferSelect, 'id' | 'userName' | 'status' | 'tenantExpireTime'>

/** Starts a session for the account that `identify` finds, and answers its token; every try writes a login log. */
export async function openSession(
  { db, sessions }: { db: Db; sessions: Sessions },
  visit: Visit,
  identify: () => Promise<Account>,
): Promise<string> {
  const token = await logRefusals(db, visit, async () => {
    const account = await identify()
    visit.userName = account.userName
    refuseDisabled(account)
    const from = sourceOf(visit.request)
    const started = await sessions.start(account.id, from)
    await db.update(users).set({ loginIp: from.ip, loginAt: new Date() }).where(eq(users.id, account.id))
    return started
  })
  await logSuccess(db, visit)
  return token
}

/** Runs a step on the way in; a refusal goes into the login log before it is told. */
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
  db.insert(loginLogs).values({ ...sourceOf(request), userName, ...outcome })

export function refuseDisabled({ status, tenantExpireTime }: Account) {
  if (status !== Status.on) throw new AppError('accountDisabled')
  if (tenantExpireTime && tenantExpireTime <= new Date()) throw new AppError('tenantExpired')
}

const sourceOf = (request: FastifyRequest) => ({
  ip: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
})

/** The log keeps no numbers, so a lock has a text of its own there. */
const logText = ({ errorName }: AppError): TextKey =>
  errorName === 'loginLocked' ? 'session.lockedLog' : errors[errorName].text
