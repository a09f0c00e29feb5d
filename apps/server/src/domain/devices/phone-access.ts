import { Status } from '@fleetdeck/contract/enums'
import type { FormerFacts } from '@fleetdeck/contract/former-phones'
import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import type { FastifyRequest } from 'fastify'
import type { Pace } from '../../access/account-line.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { Batches } from '../../platform/core/batches.ts'
import { bearerToken, hashToken } from '../../platform/core/tokens.ts'
import type { Db } from '../../platform/db/db.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import type { PhoneIdentity } from '../../realtime/hub-options.ts'
import { checkCallProof } from './call-proof.ts'
import type { FormerPhones } from './former-phones.ts'
import {
  adoptKey,
  bindKey,
  findExceeded,
  findPhonesByTokens,
  type KnownPhone,
} from './phone-access.queries.ts'

/** Maximum phones looked up per statement. */
const maxTogether = 500

/** A phone that calls over HTTP. */
export interface AuthenticatedPhone {
  deviceId: DeviceId
  /** Empty while it is unassigned. */
  deviceNo: string
  tenantId: UserId | null
  /** Limits of the calls of its owner's phones. */
  paces: readonly Pace[]
  facts: PhoneFacts
  /** What may wait for its heartbeat. */
  waiting: Record<'orders' | 'commands' | 'runs', boolean>
  /** Null for a phone that is known by its number alone. */
  tokenHash: string | null
  /** A phone of the former system, with its number alone or with a key: it knows fewer orders. */
  isFormer: boolean
}

/** What a phone says about itself. */
export type PhoneFacts = Record<'brand' | 'mode' | 'imei' | 'ip', string>

type Refusal = 'disabled' | 'expired' | 'overQuota'

/**
 * Decides which phones may connect. A phone needs a valid token, and the proof of its key if it has one, must be
 * enabled, not expired (nor its owner), and within the quotas of its owner and of the users above. Beyond a quota, the
 * oldest phones are admitted.
 */
export class PhoneAccess {
  readonly #db: Db
  readonly #parameters: ParameterStore
  readonly #former: FormerPhones
  /** Calls that arrive together share one lookup. */
  readonly #byToken: Batches<string, KnownPhone | undefined>

  constructor(db: Db, parameters: ParameterStore, former: FormerPhones) {
    this.#db = db
    this.#former = former
    this.#byToken = new Batches(async (hashes) => {
      const phones = await findPhonesByTokens(db, hashes)
      return hashes.map((hash) => phones.get(hash))
    }, maxTogether)
    this.#parameters = parameters
  }

  /** For a phone's socket; undefined for a token that belongs to no phone. */
  async authenticate(token: string): Promise<PhoneIdentity | undefined> {
    const phone = await this.#byToken.ask('', hashToken(token))
    if (!phone) return undefined
    const refused = await this.#findRefusal(phone)
    if (refused) return { refused }
    const { deviceId, deviceNo, publicKey, authors, heartbeatSeconds } = phone
    return {
      deviceId,
      deviceNo,
      publicKey,
      ...(authors && { authors }),
      ...(heartbeatSeconds && { heartbeatSeconds: Number(heartbeatSeconds) }),
    }
  }

  /** Stores the key that the owner of this token has proven, if the phone has none yet. */
  async adoptKey(token: string, publicKey: string): Promise<void> {
    await adoptKey(this.#db, hashToken(token), publicKey)
  }

  /**
   * For a phone's call. Without a token the number in the envelope identifies it, but only where
   * `device.legacyNumberOnly` is on, from the networks of `device.legacyNetworks`, once an operator has admitted it.
   * @param said what the phone says about itself, where the call contains it
   */
  async ofRequest(
    request: FastifyRequest,
    deviceNo?: string,
    said?: () => FormerFacts | undefined,
  ): Promise<AuthenticatedPhone> {
    const token = bearerToken(request.headers.authorization)
    const byNumber = !token && deviceNo && this.#parameters.get('device.legacyNumberOnly')
    if (!token && !byNumber) throw new AppError('deviceTokenMissing')
    const phone = token
      ? await this.#findByToken(hashToken(token))
      : await this.#former.find({ deviceNo: deviceNo ?? '', ip: request.ip, said: said?.() })
    if (!phone) throw new AppError('deviceTokenWrong')
    if (token && phone.publicKey !== null) checkCallProof(request, token, phone.publicKey)
    const refused = await this.#findRefusal(phone)
    if (refused) throw new AppError(errorOf[refused])
    return { ...phone, tokenHash: token ? hashToken(token) : null }
  }

  /** A key that a phone of the former system was given is its token from the first call on. */
  async #findByToken(tokenHash: string): Promise<KnownPhone | undefined> {
    const phone = await this.#byToken.ask('', tokenHash)
    if (phone || !(await bindKey(this.#db, tokenHash))) return phone
    return this.#byToken.ask('', tokenHash)
  }

  async #findRefusal(phone: KnownPhone): Promise<Refusal | undefined> {
    if (phone.status !== Status.on) return 'disabled'
    if (phone.isExpired) return 'expired'
    if (!phone.deviceNo) return undefined
    return (await findExceeded(this.#db, phone.deviceId, phone.overfull)) && 'overQuota'
  }
}

const errorOf = {
  disabled: 'deviceDisabled',
  expired: 'tenantExpired',
  overQuota: 'deviceOverQuota',
} as const satisfies Record<Refusal, string>
