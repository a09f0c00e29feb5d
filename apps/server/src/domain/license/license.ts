import type { KeyObject } from 'node:crypto'
import type { LicenseState } from '@fleetdeck/contract/license'
import { AppError } from '../../platform/core/app-error.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Places } from '../devices/device-quota.queries.ts'
import { readCode } from './auth-code.ts'
import * as queries from './license.queries.ts'

const tickMs = 60_000
const dayMs = 86_400_000
/** The limits of a site without a code. */
const trialDays = 30
const trialDevices = 20

interface Log {
  error(info: object, message: string): void
}

/**
 * The licence of this installation. Without a public key there is no limit and no expiry. Expiry follows the
 * installation's own clock: the latest time seen, plus the time measured since.
 */
export class License {
  readonly #db: Db
  readonly #publicKey: KeyObject | undefined
  readonly #timer: NodeJS.Timeout
  #seen: { clockAt: Date; at: number } | undefined
  #ticking: Promise<void> = Promise.resolve()

  constructor(db: Db, { publicKey, log }: { publicKey: KeyObject | undefined; log: Log }) {
    this.#db = db
    this.#publicKey = publicKey
    this.#timer = setInterval(() => {
      this.#ticking = this.tick().catch((error: unknown) =>
        log.error({ err: error }, 'could not check the licence'),
      )
    }, tickMs)
    this.#timer.unref()
  }

  /** Advances the installation's clock, even if the machine's clock was set back. */
  async tick(now = siteMs(), measured = performance.now()): Promise<void> {
    const { clockAt } = await queries.readInstallation(this.#db)
    const before = this.#seen
    this.#seen = { clockAt, at: measured }
    // Another server has updated it since.
    const passed = before?.clockAt.getTime() === clockAt.getTime() ? measured - before.at : 0
    const to = new Date(Math.max(now, clockAt.getTime() + passed))
    if (to.getTime() - clockAt.getTime() < 1000) return
    await queries.advanceClock(this.#db, clockAt, to)
    this.#seen = { clockAt: to, at: measured }
  }

  state = (now = siteMs()): Promise<LicenseState> => this.#read(this.#db, now)

  async #read(db: Db, now: number): Promise<LicenseState> {
    const row = await queries.readInstallation(db)
    const used = await queries.countAssigned(db)
    const common = { serial: row.serial, usedDevices: used, customer: '', issuedAt: null }
    if (!this.#publicKey)
      return { ...common, kind: 'open', devices: null, expireTime: null, daysLeft: null, isExpired: false }
    const read = row.authCode === null ? undefined : readCode(row.authCode, this.#publicKey)
    // The key was changed: codes signed with the old one do not count.
    const statement =
      read && 'statement' in read && read.statement.serial === row.serial ? read.statement : undefined
    const expireTime = statement
      ? new Date(statement.expiresAt)
      : new Date(row.createdAt.getTime() + trialDays * dayMs)
    const left = expireTime.getTime() - Math.max(now, row.clockAt.getTime())
    return {
      ...common,
      kind: statement ? 'code' : 'trial',
      devices: statement?.devices ?? trialDevices,
      customer: statement?.customer ?? '',
      issuedAt: statement ? new Date(statement.issuedAt).toISOString() : null,
      expireTime: expireTime.toISOString(),
      daysLeft: Math.max(0, Math.floor(left / dayMs)),
      isExpired: left <= 0,
    }
  }

  /** Refuses the operations that an expired site may not use (spec §8). */
  async checkOpen(): Promise<void> {
    if (this.#publicKey && (await this.state()).isExpired) throw new AppError('siteExpired')
  }

  /**
   * In the transaction that adds devices: how many more the site may have, and why not more. No other one adds any in
   * the meantime.
   */
  async lockPlaces(tx: Db): Promise<Places> {
    const refusal = (count: number) => new AppError('siteDevicesFull', { count })
    if (!this.#publicKey) return { left: undefined, refusal: refusal(0) }
    await queries.lockInstallation(tx)
    const { isExpired, devices, usedDevices } = await this.#read(tx, siteMs())
    if (isExpired) throw new AppError('siteExpired')
    if (devices === null) return { left: undefined, refusal: refusal(0) }
    return { left: Math.max(0, devices - usedDevices), refusal: refusal(devices) }
  }

  /** In the transaction that adds devices: refuses more than the site may have. */
  async checkPlaces(tx: Db, more = 1): Promise<void> {
    const { left, refusal } = await this.lockPlaces(tx)
    if (left !== undefined && more > left) throw refusal
  }

  /**
   * Accepts a code, or refuses it with a reason and keeps the present one. One for fewer devices than are assigned has
   * to be confirmed: they stay assigned, but no further one can be added.
   */
  async take({ code, confirmed }: { code: string; confirmed: boolean }, now = siteMs()): Promise<void> {
    if (!this.#publicKey) throw new AppError('authNotNeeded')
    const row = await queries.readInstallation(this.#db)
    const read = readCode(code, this.#publicKey)
    if ('refused' in read) throw new AppError(read.refused)
    const { serial, issuedAt, expiresAt, devices } = read.statement
    if (serial !== row.serial) throw new AppError('authCodeOtherSerial', { serial: row.serial })
    const present = row.authCode === null ? undefined : readCode(row.authCode, this.#publicKey)
    if (present && 'statement' in present && issuedAt < present.statement.issuedAt)
      throw new AppError('authCodeOlder')
    if (Date.parse(expiresAt) <= Math.max(now, row.clockAt.getTime())) throw new AppError('authCodeExpired')
    const used = await queries.countAssigned(this.#db)
    if (used > devices && !confirmed)
      throw new AppError('authCodeSmaller', { count: devices, used, excess: used - devices })
    if (!(await queries.saveCode(this.#db, code.replace(/\s+/g, ''), row.authCode)))
      throw new AppError('authCodeOlder')
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#ticking
  }
}
