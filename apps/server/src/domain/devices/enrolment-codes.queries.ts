import type { CodeState } from '@fleetdeck/contract/enrolment-codes'
import type { DeviceId, EnrolmentCodeId } from '@fleetdeck/contract/ids'
import { and, eq, sql } from 'drizzle-orm'
import { isAccountExpired, isAccountOff } from '../../access/account-line.queries.ts'
import type { Db } from '../../platform/db/db.ts'
import { deviceGroups } from '../../platform/db/schema/device-groups.ts'
import { enrolmentCodes, enrolmentCodeUses } from '../../platform/db/schema/enrolment-codes.ts'

const { creatorId, tenantId, groupId, numberPrefix, revokedAt, expiresAt, used, maxUses } = enrolmentCodes

const groupIsThere = sql`exists (select from ${deviceGroups}
  where ${deviceGroups.id} = ${groupId} and ${deviceGroups.tenantId} = ${tenantId})`

/** A code ends with its creator, its owner and its group. */
const isRevoked = sql`(${revokedAt} is not null or ${isAccountOff(creatorId)}
  or (${tenantId} is not null and ${isAccountOff(tenantId)})
  or (${numberPrefix} is not null and not ${groupIsThere}))`

export const codeState = sql<CodeState>`case when ${isRevoked} then 'revoked'
  when ${expiresAt} <= now() then 'expired' when ${used} >= ${maxUses} then 'usedUp' else 'usable' end`

export type FoundCode = NonNullable<Awaited<ReturnType<typeof findCode>>>

/** The code with its owner, if it has one. */
export async function findCode(db: Db, hash: string) {
  const [code] = await db
    .select({
      id: enrolmentCodes.id,
      state: codeState,
      groupId,
      numberPrefix,
      ownerId: tenantId,
      isExpired: isAccountExpired(tenantId),
    })
    .from(enrolmentCodes)
    .where(eq(enrolmentCodes.codeHash, hash))
  return code
}

/** Takes one use of a usable code, and returns the state that it had: two phones cannot take the last one. */
export async function takeUse(db: Db, id: EnrolmentCodeId): Promise<CodeState> {
  const taken = await db
    .update(enrolmentCodes)
    .set({ used: sql`${used} + 1` })
    .where(and(eq(enrolmentCodes.id, id), sql`${codeState} = 'usable'`))
    .returning({ id: enrolmentCodes.id })
  if (taken.length > 0) return 'usable'
  const [row] = await db.select({ state: codeState }).from(enrolmentCodes).where(eq(enrolmentCodes.id, id))
  return row?.state ?? 'revoked'
}

interface Use {
  codeId: EnrolmentCodeId
  deviceId: DeviceId
  hardwareId: string
  ip: string
}

export const insertUse = (db: Db, { codeId, deviceId, hardwareId, ip }: Use) =>
  db.insert(enrolmentCodeUses).values({ codeId, deviceId, hardwareId, ip })

/** Uses by a phone that became another device. */
export const moveUses = (db: Db, from: DeviceId, to: DeviceId) =>
  db.update(enrolmentCodeUses).set({ deviceId: to }).where(eq(enrolmentCodeUses.deviceId, from))
