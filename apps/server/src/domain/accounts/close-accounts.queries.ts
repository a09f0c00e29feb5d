import type { UserId } from '@fleetdeck/contract/ids'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { endOtherAccess } from '../../access/end-access.ts'
import { randomText } from '../../platform/core/passwords.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { userPosts } from '../../platform/db/schema/posts.ts'
import { userRoles } from '../../platform/db/schema/roles.ts'
import { users } from '../../platform/db/schema/users.ts'
import { type Account, among } from './belongings.queries.ts'

/** Locks these accounts until the transaction ends; without those that are deleted in the meantime. */
export async function lockAccounts(tx: Db, ids: readonly UserId[]): Promise<Account[]> {
  const { rows } = await tx.execute<Account & Record<string, unknown>>(sql`
    select id, user_name as "userName" from users where id = ${among(ids)} and deleted_at is null
    order by id for update`)
  return rows
}

/** Rows that belong to a person and that no successor gets. */
const personal = [
  'user_cloud_settings',
  'alarm_settings',
  'alarm_messages',
  // Another user may link the external account then.
  'outside_identities',
  'token_grants',
  'script_users',
  'task_shares',
  'tried_texts',
  'wall_layouts',
  'bookings',
  'booking_waits',
  'account_plans',
  'account_alerts',
] as const

/** Rows that somebody has to answer for: they go to the nearest user above who stays. */
const inherited = [
  { table: 'devices', column: 'enrolled_by_id' },
  { table: 'roles', column: 'owner_id' },
  { table: 'enrolment_requests', column: 'key_owner_id' },
  { table: 'former_admissions', column: 'creator_id' },
  { table: 'computers', column: 'owner_id' },
  { table: 'shelves', column: 'tenant_id' },
] as const

/**
 * Deletes accounts that own nothing any more. Their rows stay for the logs.
 * @param fallback gets the files of accounts without a user above
 * @returns the names of files that are unused if nothing mentions them
 */
export async function closeAccounts(
  tx: Db,
  accounts: readonly Account[],
  fallback: UserId,
): Promise<string[]> {
  const ids = accounts.map(({ id }) => id)
  for (const { table, column } of inherited) {
    const owner = sql.identifier(column)
    await tx.execute(
      sql`update ${sql.identifier(table)} set ${owner} = ${heirOf(owner, ids)} where ${owner} = ${among(ids)}`,
    )
  }
  await tx.execute(sql`update enrolment_codes set revoked_at = now()
    where (creator_id = ${among(ids)} or tenant_id = ${among(ids)}) and revoked_at is null`)
  for (const table of personal)
    await tx.execute(sql`delete from ${sql.identifier(table)} where user_id = ${among(ids)}`)
  await tx.execute(sql`delete from unusable_phones where owner_id = ${among(ids)}`)
  for (const table of [userRoles, userPosts]) await tx.delete(table).where(inArray(table.userId, ids))
  for (const id of ids) {
    await endOtherAccess(tx, id)
    await tx
      .update(users)
      .set({ deletedAt: siteNow(), conSecret: '', conSecretHash: randomText(32), avatar: '' })
      .where(eq(users.id, id))
  }
  return leaveFiles(tx, ids, fallback)
}

/** The nearest user above an owner who stays. */
const heirOf = (owner: SQL | ReturnType<typeof sql.identifier>, ids: readonly UserId[]) =>
  sql`(select id from account_line(${owner}) line where deleted_at is null and not id = ${among(ids)} order by depth limit 1)`

async function leaveFiles(tx: Db, ids: readonly UserId[], fallback: UserId): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    update stored_files set owner_id = coalesce(${heirOf(sql`owner_id`, ids)}, ${fallback})
    where owner_id = ${among(ids)} and not temporary returning file_name as name`)
  return rows.map(({ name }) => name)
}
