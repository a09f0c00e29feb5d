import { Status } from '@fleetdeck/contract/enums'
import { hashToken } from '../../access/tokens.ts'
import type { Db } from '../../db/db.ts'
import type { PhoneIdentity } from '../../realtime/hub-types.ts'
import { findPhoneByToken } from './phones.queries.ts'

/** Who a device token belongs to. */
export async function authenticatePhone(db: Db, token: string): Promise<PhoneIdentity | undefined> {
  const phone = await findPhoneByToken(db, hashToken(token))
  if (!phone) return undefined
  if (phone.status !== Status.on) return { refused: 'disabled' }
  return { deviceId: phone.deviceId, deviceNo: phone.deviceNo ?? '' }
}
