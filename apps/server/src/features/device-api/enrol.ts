import { CloseCode } from '@fleetdeck/contract/device-socket'
import type { EnrollAnswer, EnrollRequest } from '@fleetdeck/contract/phone-api'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { hashToken, newToken } from '../../platform/core/tokens.ts'
import { type KeyOwner, ownerOfKey } from './key-owner.ts'
import * as queries from './phones.queries.ts'

/** Exchanges an enrolment key for a device token; a known phone gets a new one, and its old socket is closed. */
export async function enrol(
  deps: Deps,
  request: z.output<typeof EnrollRequest>,
  ip: string,
): Promise<EnrollAnswer> {
  const keyOwner = await ownerOfKey(deps, request.key, ip)
  const token = newToken()
  const { deviceId: hardwareId, brand, model, imei } = request
  const info = { hardwareId, brand, mode: model, imei, ip, tokenHash: hashToken(token) }
  const known = await queries.findPhone(deps.db, hardwareId)
  if (known) {
    // A user's key must not take over another user's phone.
    const ownerId = known.tenantId ?? known.enrolledById
    if (keyOwner !== 'site' && ownerId !== keyOwner.id) throw new AppError('enrolmentKeyWrong')
    await queries.updatePhone(deps.db, known.id, info)
    await deps.hub.closePhone(known.id, CloseCode.replaced, 'enrolled again')
    return { token, deviceNo: known.deviceNo ?? '' }
  }
  await deps.license.checkOpen()
  const ownerId = keyOwner === 'site' ? undefined : keyOwner.id
  if (keyOwner !== 'site') await checkPlace(deps, keyOwner, request.deviceNo)
  const phone = { ...info, enrolledById: ownerId ?? null }
  const { id, deviceNo } = await queries.insertPhone(deps.db, phone, { deviceNo: request.deviceNo, ownerId })
  await deps.hub.devicesChanged({ deviceIds: [id] })
  return { token, deviceNo: deviceNo ?? '' }
}

/** A prepared number already counts; any other phone needs a place in its owner's quota. */
async function checkPlace({ db }: Deps, { id, allowed }: KeyOwner, deviceNo: string | undefined) {
  if (allowed === null || (deviceNo && (await queries.isPrepared(db, deviceNo, id)))) return
  if ((await queries.countPhones(db, id)) >= allowed)
    throw new AppError('deviceQuotaReached', { count: allowed })
}
