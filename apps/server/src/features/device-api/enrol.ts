import { CloseCode } from '@fleetdeck/contract/device-socket'
import type { EnrollAnswer } from '@fleetdeck/contract/phone-api'
import { areTwoPhones } from '@fleetdeck/contract/phone-origin'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { hashToken, newToken } from '../../platform/core/tokens.ts'
import { type Asking, askForApproval } from './ask-for-approval.ts'
import { type EnrolmentKey, openKeyToEnrol, requireUsable } from './enrolment-key.ts'
import { provenKey } from './enrolment-proof.ts'
import { insertPhone } from './new-phones.queries.ts'
import * as queries from './phones.queries.ts'

type KnownPhone = NonNullable<Awaited<ReturnType<typeof queries.findPhone>>>

/**
 * Exchanges an enrolment key or code for a device token. A known phone gets a new one, which closes its old socket, if
 * it proves that it is the same; otherwise an operator decides.
 */
export async function enrol(deps: Deps, asking: Asking): Promise<EnrollAnswer> {
  const key = await openKeyToEnrol(deps, asking.key, asking.ip)
  const publicKey = await provenKey(deps, asking)
  if (publicKey === null && deps.parameters.get('device.requireKey')) throw new AppError('phoneKeyRequired')
  const known = await queries.findPhone(deps.db, asking.deviceId)
  if (known) return enrolAgain(deps, { asking, key, publicKey, known })
  return enrolNew(deps, { asking, key, publicKey })
}

interface Enrolling {
  asking: Asking
  key: EnrolmentKey
  publicKey: string | null
}

async function enrolNew(deps: Deps, { asking, key, publicKey }: Enrolling): Promise<EnrollAnswer> {
  requireUsable(key.code?.state)
  await deps.license.checkOpen()
  const token = newToken()
  const phone = { ...factsOf(asking, token), publicKey, enrolledById: key.owner?.id ?? null }
  const { id, deviceNo } = await insertPhone(deps, phone, { key, deviceNo: asking.deviceNo })
  if (key.code?.numberPrefix && deviceNo)
    deps.events.record({ deviceId: id, kind: 'changed', details: { action: 'assign', deviceNo } })
  await deps.hub.devicesChanged({ deviceIds: [id] })
  return { token, deviceNo: deviceNo ?? '', signer: deps.signer.publicKey }
}

async function enrolAgain(
  deps: Deps,
  { asking, key, publicKey, known }: Enrolling & { known: KnownPhone },
): Promise<EnrollAnswer> {
  // A user's key or code must not take over another user's phone.
  if (key.owner && key.owner.id !== (known.tenantId ?? known.enrolledById))
    throw new AppError(key.code ? 'phoneOfOtherUser' : 'enrolmentKeyWrong')
  await requireFree(deps, known, asking)
  if (!isTheSame(known, publicKey, asking.token)) {
    requireUsable(key.code?.state)
    await askForApproval(deps, { known, asking, publicKey, keyOwnerId: key.owner?.id ?? null })
  }
  const token = newToken()
  const change = { ...factsOf(asking, token), publicKey }
  if (!(await queries.renewPhone(deps.db, known, change))) throw new AppError('enrolmentWaits')
  await deps.hub.closePhone(known.id, CloseCode.replaced, 'enrolled again')
  return { token, deviceNo: known.deviceNo ?? '', signer: deps.signer.publicKey }
}

/** No operator can know which of two connected phones is the one that the console shows. */
async function requireFree({ hub }: Deps, known: KnownPhone, { origin }: Asking): Promise<void> {
  const present = origin && (await hub.readOrigin(known.id))
  if (present && areTwoPhones(present, origin)) throw new AppError('phoneIdentityTaken', present.place)
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
