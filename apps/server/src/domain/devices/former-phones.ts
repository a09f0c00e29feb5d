import { deviceNo as DeviceNo } from '@fleetdeck/contract/devices'
import type { FormerFacts } from '@fleetdeck/contract/former-phones'
import type { FormerAdmissionId, FormerPhoneId, GroupId } from '@fleetdeck/contract/ids'
import type { Scope } from '../../access/data-scope.ts'
import type { GuessLimit } from '../../access/guess-limit.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import { isWithin } from '../../platform/safe-fetch/private-addresses.ts'
import type { License } from '../license/license.ts'
import { addNumbers } from './add-numbers.ts'
import * as queries from './former-phones.queries.ts'
import { findGroupOwner } from './group-owner.queries.ts'
import { findAdmitted, type KnownPhone } from './phone-access.queries.ts'

interface Parts {
  db: Db
  parameters: ParameterStore
  license: License
  /** Of numbers that nobody has called with before. */
  guesses: GuessLimit
}

/**
 * Phones of the former system, whose number alone identifies them. An operator admits each number once: by itself, by
 * a list, or by the network it calls from. The number is then bound to the phone that says it, as far as phones say who
 * they are.
 */
export class FormerPhones {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The admitted phone of a call; throws the reason why it is not admitted. A phone that has a token must use it. */
  async find(call: queries.NumberCall): Promise<KnownPhone> {
    const { db, parameters } = this.#parts
    if (!isWithin(call.ip, parameters.get('device.legacyNetworks')))
      throw new AppError('deviceNetworkUnknown', { address: call.ip })
    const admitted = await findAdmitted(db, call.deviceNo)
    // Phones that call from where they always do are not slowed by unknown numbers from the same address.
    const found = admitted?.calledFrom === call.ip ? admitted : await this.#lookSlowly(call)
    if (!found) throw new AppError('numberWaits')
    if ('state' in found) {
      if (found.state === 'rejected') throw new AppError('numberRejected')
      throw new AppError((await queries.hasToken(db, call.deviceNo)) ? 'deviceTokenMissing' : 'numberWaits')
    }
    if (found.hasSecret) throw new AppError('deviceTokenMissing')
    await this.#checkSame(found, call)
    return found
  }

  /** Many unknown numbers from one address are told to wait like a few, only later. */
  async #lookSlowly(call: queries.NumberCall) {
    try {
      return await this.#parts.guesses.try(call.ip, call.deviceNo, () => this.#look(call))
    } catch (error) {
      if (error instanceof AppError && error.errorName === 'tooManyGuesses') return undefined
      throw error
    }
  }

  /** Undefined for a number that is new here, and is not admitted at once. */
  async #look(call: queries.NumberCall) {
    const { db } = this.#parts
    const admitted = await findAdmitted(db, call.deviceNo)
    if (admitted) return admitted
    const known = await queries.findNumber(db, call.deviceNo)
    if (known && isAnother(known.said, call.said)) await this.#noteRival(known, call)
    else if (known?.isOld) await queries.repeatCall(db, known, call)
    const row = known ?? (await queries.insertNumber(db, call))
    if (!row) throw new AppError('numbersFull')
    if (await this.#admitByRule(row, call)) return findAdmitted(db, call.deviceNo)
    return known
  }

  async #admitByRule(row: NonNullable<queries.FormerRow>, { ip }: queries.NumberCall): Promise<boolean> {
    const { db } = this.#parts
    if (row.state === 'rejected') return false
    const networks = async () => (await queries.openNetworks(db)).find(({ network }) => isWithin(ip, network))
    const rule = (await queries.findOpenAdmission(db, row.admissionId)) ?? (await networks())
    if (!rule) return false
    const target = { scope: 'all', groupId: rule.groupId, admissionId: rule.id } as const
    const refusal = (await admitNumbers(this.#parts, [row.id], target)).get(row.deviceNo)
    if (refusal) throw refusal
    return true
  }

  async #checkSame(phone: NonNullable<Awaited<ReturnType<typeof findAdmitted>>>, call: queries.NumberCall) {
    const { formerId, said, calledFrom } = phone
    if (isAnother(said, call.said)) {
      await this.#noteRival({ id: formerId, rival: phone.rival }, call)
      throw new AppError('numberOfAnother', { number: call.deviceNo })
    }
    const merged = { ...said, ...(call.said && given(call.said)) }
    if (calledFrom !== call.ip || JSON.stringify(merged) !== JSON.stringify(said))
      await queries.saveCall(this.#parts.db, formerId, { said: merged, ip: call.ip })
  }

  /** Written once a minute. */
  async #noteRival(
    { id, rival }: Pick<NonNullable<queries.FormerRow>, 'id' | 'rival'>,
    { said, ip }: queries.NumberCall,
  ): Promise<void> {
    const isFresh = rival && Date.now() - Date.parse(rival.lastAt) < 60_000
    if (said && !isFresh) await queries.saveRival(this.#parts.db, id, { ...said, ip })
  }
}

const given = (said: FormerFacts) => Object.fromEntries(Object.entries(said).filter(([, value]) => value))

/** By the ID of its Android or, without it, its IMEI; phones that say neither cannot be told apart. */
function isAnother(known: FormerFacts, said: FormerFacts | undefined): boolean {
  if (!said) return false
  if (known.androidId && said.androidId) return known.androidId !== said.androidId
  return known.imei !== '' && said.imei !== '' && known.imei !== said.imei
}

export interface AdmissionTarget {
  /** Of the operator: devices outside it stay as they are. */
  scope: Scope
  /** For numbers that are no device yet. */
  groupId: GroupId | null
  admissionId: FormerAdmissionId | null
  /** The number of the device, of the one phone to be admitted, if not its own. */
  deviceNo?: string | undefined
}

/** Admits numbers: each becomes the device that has it, or a new one. Returns, by number, why the others are not. */
export const admitNumbers = (
  { db, license }: Pick<Parts, 'db' | 'license'>,
  ids: FormerPhoneId[],
  { scope, groupId, admissionId, deviceNo }: AdmissionTarget,
): Promise<Map<string, AppError>> =>
  db.transaction(async (tx) => {
    const rows = (await queries.lockNumbers(tx, ids)).map((row) => ({
      ...row,
      number: deviceNo ?? row.deviceNo,
    }))
    const numbers = rows.map(({ number }) => number)
    const known = await queries.findNumbered(tx, numbers, scope)
    const missing = numbers.filter((number) => !known.has(number) && DeviceNo.safeParse(number).success)
    const full = groupId === null ? undefined : await addMissing(tx, license, missing, groupId)
    const found = full ? await queries.findNumbered(tx, numbers, scope) : known
    const refusals = new Map<string, AppError>()
    const admitted = rows.flatMap(({ id, deviceNo: called, number }) => {
      const device = found.get(number)
      if (device?.isVisible && !device.hasSecret) return [{ id, deviceId: device.id }]
      refusals.set(called, refusalOf(number, device, full?.overQuota.has(number) ? full.refusal : undefined))
      return []
    })
    await queries.admitRows(tx, admitted, admissionId)
    return refusals
  })

async function addMissing(tx: Db, license: License, numbers: string[], groupId: GroupId) {
  const tenantId = await findGroupOwner(tx, 'all', groupId)
  if (tenantId === undefined) throw new AppError('notFound')
  return addNumbers({ license }, tx, numbers, { tenantId, groupId })
}

function refusalOf(
  number: string,
  device: { isVisible: boolean } | undefined,
  full: AppError | undefined,
): AppError {
  if (device) return new AppError(device.isVisible ? 'numberHasToken' : 'deviceNoTaken')
  if (full) return full
  return new AppError(DeviceNo.safeParse(number).success ? 'numberNoDevice' : 'numberUnfit')
}
