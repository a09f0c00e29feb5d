import { CloseCode } from '@fleetdeck/contract/device-socket'
import type { EnrollAnswer } from '@fleetdeck/contract/phone-api'
import type { Deps } from '../../deps.ts'
import { lockQuota } from '../../domain/devices/device-quota.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { hashToken, newToken } from '../../platform/core/tokens.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Asking, askForApproval } from './ask-for-approval.ts'
import { provenKey } from './enrolment-proof.ts'
import { type KeyOwner, ownerOfKey } from './key-owner.ts'
import * as queries from './phones.queries.ts'

type KnownPhone = NonNullable<Awaited<ReturnType<typeof queries.findPhone>>>

/**
 * Exchanges an enrolment key for a device token. A known phone gets a new one, which closes its old socket, if it
 * proves that it is the same; otherwise an operator decides.
 */
export async function enrol(deps: Deps, asking: Asking): Promise<EnrollAnswer> {
  const keyOwner = await ownerOfKey(deps, asking.key, asking.ip)
  const publicKey = await provenKey(deps, asking)
  if (publicKey === null && deps.parameters.get('device.requireKey')) throw new AppError('phoneKeyRequired')
  const known = await queries.findPhone(deps.db, asking.deviceId)
  if (known) return enrolAgain(deps, { asking, keyOwner, publicKey, known })
  await deps.license.checkOpen()
  const ownerId = keyOwner === 'site' ? undefined : keyOwner.id
  const token = newToken()
  const phone = { ...factsOf(asking, token), publicKey, enrolledById: ownerId ?? null }
  const { id, deviceNo } = await deps.db.transaction(async (tx) => {
    if (keyOwner !== 'site') await checkPlace(tx, keyOwner, asking.deviceNo)
    return queries.insertPhone(tx, phone, { deviceNo: asking.deviceNo, ownerId })
  })
  await deps.hub.devicesChanged({ deviceIds: [id] })
  return { token, deviceNo: deviceNo ?? '', signer: deps.signer.publicKey }
}

interface Again {
  asking: Asking
  keyOwner: 'site' | KeyOwner
  publicKey: string | null
  known: KnownPhone
}

async function enrolAgain(deps: Deps, { asking, keyOwner, publicKey, known }: Again): Promise<EnrollAnswer> {
  // A user's key must not take over another user's phone.
  const ownerId = known.tenantId ?? known.enrolledById
  if (keyOwner !== 'site' && ownerId !== keyOwner.id) throw new AppError('enrolmentKeyWrong')
  if (!isTheSame(known, publicKey, asking.token))
    await askForApproval(deps, {
      known,
      asking,
      publicKey,
      keyOwnerId: keyOwner === 'site' ? null : keyOwner.id,
    })
  const token = newToken()
  const change = { ...factsOf(asking, token), publicKey }
  if (!(await queries.renewPhone(deps.db, known, change))) throw new AppError('enrolmentWaits')
  await deps.hub.closePhone(known.id, CloseCode.replaced, 'enrolled again')
  return { token, deviceNo: known.deviceNo ?? '', signer: deps.signer.publicKey }
}

/** By its key; a phone without a stored one by its present token. */
function isTheSame(known: KnownPhone, publicKey: string | null, token: string | undefined): boolean {
  if (known.publicKey !== null) return publicKey === known.publicKey
  return token !== undefined && hashToken(token) === known.tokenHash
}

const factsOf = ({ deviceId, brand, model, imei, ip }: Asking, token: string) => ({
  hardwareId: deviceId,
  brand,
  mode: model,
  imei,
  ip,
  tokenHash: hashToken(token),
})

/** A prepared number already counts; any other phone needs a place in its owner's quota. */
async function checkPlace(tx: Db, owner: KeyOwner, deviceNo: string | undefined) {
  if (owner.allowed === null) return
  const { allowed } = await lockQuota(tx, owner.id)
  if (allowed === null || (deviceNo && (await queries.isPrepared(tx, deviceNo, owner.id)))) return
  if ((await queries.countPhones(tx, owner.id)) >= allowed)
    throw new AppError('deviceQuotaReached', { count: allowed })
}
