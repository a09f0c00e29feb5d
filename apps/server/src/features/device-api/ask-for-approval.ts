import type { DeviceId, UserId } from '@fleetdeck/contract/ids'
import type { EnrollRequest } from '@fleetdeck/contract/phone-api'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { insertRequest, repeatRequest, takeApproval } from './enrolment.queries.ts'

export type Asking = z.output<typeof EnrollRequest> & {
  ip: string
  /** The token that the phone has so far. */
  token: string | undefined
}

interface Doubtful {
  known: { id: DeviceId }
  asking: Asking
  publicKey: string | null
  keyOwnerId: UserId | null
}

/**
 * Lists the phone among those that wait for an operator, and refuses it until then. Returns only for a phone without a
 * key whose enrolment has been approved; the approval of a key makes it the key of the phone.
 */
export async function askForApproval({ db, hub }: Deps, { known, asking, publicKey, keyOwnerId }: Doubtful) {
  const { brand, model: mode, imei, osVersion, ip } = asking
  const facts = { brand, mode, imei, osVersion, ip, keyOwnerId }
  const request = { deviceId: known.id, publicKey: publicKey ?? '', ...facts }
  if (publicKey === null && (await takeApproval(db, request))) return
  const state = await repeatRequest(db, request)
  if (state === 'rejected') throw new AppError('enrolmentRejected')
  if (state === undefined) {
    if (!(await insertRequest(db, request))) throw new AppError('enrolmentRequestsFull')
    await hub.devicesChanged({ deviceIds: [known.id] })
  }
  throw new AppError('enrolmentWaits')
}
