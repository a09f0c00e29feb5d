import type { View } from '@fleetdeck/contract/session'
import type { z } from 'zod'
import type { Caller } from '../../platform/core/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { listRoleNames, type UserRow } from './session.queries.ts'

/** As whom the caller sees the console; null as themselves. */
export async function describeView(
  db: Db,
  { viewer, grants }: Caller,
  { userName, nickName }: UserRow,
): Promise<z.input<typeof View> | null> {
  if (!viewer) return null
  const roleIds = grants.flatMap(({ roleId }) => roleId ?? [])
  return {
    user: viewer.roleId === undefined ? { userName, nickName } : null,
    roleNames: await listRoleNames(db, roleIds),
    endsAt: viewer.endsAt,
  }
}
