import { existsSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { DataScope } from '@fleetdeck/contract/enums'
import { UserId } from '@fleetdeck/contract/ids'
import { session } from '@fleetdeck/contract/session'
import { userRemoval } from '@fleetdeck/contract/user-removal'
import { users } from '@fleetdeck/contract/users'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { caches } from '../../platform/db/schema/caches.ts'
import { deviceGroups } from '../../platform/db/schema/device-groups.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { hotScripts } from '../../platform/db/schema/hot-scripts.ts'
import { recordings } from '../../platform/db/schema/recordings.ts'
import { scripts } from '../../platform/db/schema/scripts.ts'
import { storedFiles } from '../../platform/db/schema/stored-files.ts'
import { taskDevices, tasks } from '../../platform/db/schema/tasks.ts'
import { users as userTable } from '../../platform/db/schema/users.ts'
import { twoTenants } from '../../testing/rights/two-tenants.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const admin = UserId.parse(1)
const preview = (ids: UserId[], client: TestClient = site.admin) =>
  client.call(userRemoval.preview, { query: { ids } })
const handOver = (ids: UserId[], handOverTo: UserId, client: TestClient = site.admin) =>
  client.ask(userRemoval.remove, { body: { ids, handOverTo } })
const removeAll = (ids: UserId[], count: number, client: TestClient = site.admin) =>
  client.ask(userRemoval.remove, { body: { ids, everything: true, count } })
const remove = (ids: UserId[], client: TestClient = site.admin) =>
  client.ask(users.remove, { query: { ids } })

async function addGroup(tenantId: UserId, groupName = 'Group') {
  return insertedRow(await site.deps.db.insert(deviceGroups).values({ groupName, tenantId }).returning()).id
}
async function addDevices(tenantId: UserId, count: number) {
  const groupId = await addGroup(tenantId, `of ${tenantId}`)
  const rows = Array.from({ length: count }, (_, n) => ({
    ...{ deviceNo: `${tenantId}-${n}`, hardwareId: `phone-${tenantId}-${n}`, groupId, tenantId },
  }))
  return site.deps.db.insert(devices).values(rows).returning()
}
const ownersOf = async (table: string, column = 'tenant_id') => {
  const { rows } = await site.deps.db.execute<{ owner: UserId }>(
    sql`select distinct ${sql.identifier(column)} as owner from ${sql.identifier(table)} order by 1`,
  )
  return rows.map(({ owner }) => owner)
}
const isDeleted = async (id: UserId) =>
  (await site.deps.db.$count(userTable, sql`id = ${id} and deleted_at is not null`)) === 1

describe('deleting a user', () => {
  test('without anything ends the sessions and frees the account name', async () => {
    const wang = await addUser(site, { userName: 'wang', parentId: admin })
    expect(await preview([wang.id])).toMatchObject({ isEmpty: true, belongings: [], heir: { id: 1 } })
    expect(await remove([wang.id])).toMatchObject({ code: 0 })
    expect((await wang.client.ask(session.info)).code).toBe(-401)
    expect((await site.admin.ask(users.one, { query: { id: wang.id } })).code).toBe(404)
    expect((await addUser(site, { userName: 'wang' })).id).not.toBe(wang.id)
  })

  test('is refused while users below or rows remain, with types, numbers and the next step', async () => {
    const wang = await addUser(site, { userName: 'wang' })
    const li = await addUser(site, { userName: 'li', parentId: wang.id })
    await addUser(site, { userName: 'zhao', parentId: li.id })
    await addDevices(wang.id, 3)
    const { msg } = await remove([wang.id])
    expect(msg).toBe(
      '“wang” still has 2 sub-users, 3 devices and 1 device group. Transfer them to another user, or delete them with the user.',
    )
    const chinese = await remove([wang.id], site.as(site.admin.token, 'zhcn'))
    expect(chinese.msg).toBe(
      '“wang”名下还有 2 个下级用户、3 台设备和 1 个设备分组，请先移交给其他用户，或与该用户一起删除',
    )
    expect(await isDeleted(wang.id)).toBe(false)
  })

  test('takes users below along who are selected too', async () => {
    const wang = await addUser(site, { userName: 'wang' })
    const li = await addUser(site, { userName: 'li', parentId: wang.id })
    expect(await remove([wang.id, li.id])).toMatchObject({ code: 0 })
    expect((await site.admin.call(users.list)).total).toBe(1)
  })

  test('is refused for oneself and for the built-in account, in every way', async () => {
    const held = { permissions: ['system/auth/deleteUser'], dataScope: DataScope.all }
    const chief = await addHolder(site, { userName: 'chief' }, held)
    for (const ask of [
      (ids: UserId[]) => remove(ids, chief.client),
      (ids: UserId[]) => handOver(ids, chief.id, chief.client),
      (ids: UserId[]) => removeAll(ids, 1, chief.client),
    ]) {
      expect((await ask([chief.id])).msg).toBe(
        'You cannot do this to your own account. Ask another administrator.',
      )
      expect((await ask([admin])).msg).toMatch(/is the super admin/)
    }
  })
})

/**
 * Columns that refer to users, and whether the former owner stays in them: as author, for the logs, or until revoked.
 */
const staying = new Set([
  ...['access_tokens.user_id', 'commands.user_id', 'device_totals.user_id', 'incidents.acknowledged_by_id'],
  ...[
    'device_incident_events.user_id',
    'device_incidents.acknowledged_by_id',
    'device_incidents.assignee_id',
  ],
  ...['jobs.owner_id', 'notice_reads.user_id', 'notices.create_by', 'recordings.user_id', 'sessions.user_id'],
  'sessions.viewed_user_id',
  ...['outside_attempts.user_id', 'factor_steps.user_id'],
  // For bills.
  'account_days.user_id',
  ...['passkeys.user_id', 'recovery_codes.user_id', 'totp_factors.user_id', 'script_versions.user_id'],
  ...['task_runs.started_by', 'tasks.started_by'],
  // They end with their creator and with the owner of their phone.
  ...['screen_links.creator_id', 'screen_links.ended_by_id', 'screen_links.tenant_id'],
])
const leaving = [
  ...['account_alerts.user_id', 'account_plans.user_id', 'plans.owner_id'],
  ...['alarm_messages.user_id', 'alarm_settings.user_id', 'alarms.to_user_id', 'alarms.user_id'],
  'device_incidents.to_user_id',
  ...['caches.tenant_id', 'data_groups.tenant_id', 'device_groups.tenant_id', 'devices.enrolled_by_id'],
  ...['devices.tenant_id', 'dynamic_tables.tenant_id', 'enrolment_codes.creator_id'],
  ...['enrolment_codes.tenant_id', 'enrolment_requests.key_owner_id', 'forms.owner_id'],
  ...['former_admissions.creator_id', 'computers.owner_id', 'shelves.tenant_id'],
  ...[
    'hot_scripts.tenant_id',
    'outside_identities.user_id',
    'platforms.tenant_id',
    'recordings.tenant_id',
    'roles.owner_id',
    'run_questions.tenant_id',
  ],
  ...['script_authors.tenant_id', 'script_causes.tenant_id', 'script_users.user_id'],
  'token_grants.user_id',
  'scripts.tenant_id',
  'script_sources.tenant_id',
  ...[
    'stored_files.owner_id',
    'task_shares.user_id',
    'tasks.tenant_id',
    'tried_texts.user_id',
    'unusable_phones.owner_id',
  ],
  ...['user_cloud_settings.user_id', 'user_posts.user_id', 'user_roles.user_id', 'users.parent_id'],
  'wall_layouts.user_id',
  ...['bookings.user_id', 'booking_waits.user_id'],
]

async function columnsOfUsers() {
  const { rows } = await site.deps.db.execute<{ name: string }>(sql`
    select c.conrelid::regclass || '.' || a.attname as name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.conparentid = 0 and c.confrelid = 'users'::regclass`)
  return rows.map(({ name }) => name)
}

test('every column that refers to users is considered', async () => {
  expect((await columnsOfUsers()).sort()).toEqual([...leaving, ...staying].sort())
})

describe('handing over', () => {
  test('leaves no row that the former owner would have to care for', async () => {
    const { mine, theirs } = await twoTenants(site)
    expect(await handOver([mine.ownerId], theirs.ownerId)).toMatchObject({ code: 0 })
    for (const name of leaving) {
      const [table = '', column = ''] = name.split('.')
      const temporary = table === 'stored_files' ? sql`and not temporary` : sql``
      const { rows } = await site.deps.db.execute(sql`select 1 from ${sql.identifier(table)}
        where ${sql.identifier(column)} = ${mine.ownerId} ${temporary}`)
      expect(rows, name).toEqual([])
    }
  })

  test('moves all rows to the new owner, and the users below with their rows', async () => {
    const { mine, theirs } = await twoTenants(site)
    const shown = await preview([mine.ownerId])
    expect(shown).toMatchObject({ isEmpty: false, subUsers: { direct: 2, all: 2 } })
    const counts = Object.fromEntries(shown.belongings.map(({ kind, own }) => [kind, own]))
    expect(counts).toMatchObject({ devices: 1, unassignedPhones: 2, deviceGroups: 2, tasks: 2, forms: 0 })
    const answer = await handOver([mine.ownerId], theirs.ownerId)
    expect(answer).toMatchObject({ code: 0, data: { accounts: ['ann-owner'], movedUsers: 2 } })
    expect(await isDeleted(mine.ownerId)).toBe(true)
    for (const table of [
      ...['devices', 'device_groups', 'platforms', 'scripts', 'tasks', 'hot_scripts', 'data_groups'],
      ...['dynamic_tables', 'recordings', 'script_causes', 'enrolment_codes', 'task_devices'],
    ])
      expect(await ownersOf(table), table).not.toContain(mine.ownerId)
    expect(await ownersOf('devices', 'enrolled_by_id')).toEqual([theirs.ownerId])
    expect(await ownersOf('roles', 'owner_id')).not.toContain(mine.ownerId)
    const { userInfo } = await site.admin.call(users.one, { query: { id: mine.personId } })
    expect(userInfo.parentId).toBe(theirs.ownerId)
    expect(await ownersOf('forms', 'owner_id')).toContain(mine.personId)
    const [device] = await site.deps.db.select().from(devices).where(eq(devices.id, mine.deviceRowId))
    expect(device).toMatchObject({ deviceNo: 'ann1', groupId: mine.groupId, tenantId: theirs.ownerId })
  })

  test('names the former owner in names that both have', async () => {
    const wang = await addUser(site, { userName: 'wang' })
    const li = await addUser(site, { userName: 'li' })
    for (const owner of [admin, wang.id, li.id]) await addGroup(owner, 'Group')
    await addGroup(wang.id, 'x'.repeat(50))
    await addGroup(admin, 'x'.repeat(50))
    await addGroup(admin, 'Group (wang)')
    expect(await handOver([wang.id, li.id], admin)).toMatchObject({ code: 0 })
    const names = (await site.deps.db.select().from(deviceGroups).orderBy(deviceGroups.id)).map(
      ({ groupName }) => groupName,
    )
    expect(names).toEqual([
      ...['Group', 'Group (wang 2)', 'Group (li)', `${'x'.repeat(43)} (wang)`],
      ...['x'.repeat(50), 'Group (wang)'],
    ])
  })

  test('is refused for names that only one row of an owner can have, before anything is written', async () => {
    const wang = await addUser(site, { userName: 'wang' })
    await addGroup(wang.id)
    const cache = { cacheKey: 'counter', dataType: 1 as const, content: '1' }
    const rows = [admin, wang.id].map((tenantId) => ({ ...cache, tenantId }))
    await site.deps.db.insert(caches).values(rows)
    expect((await handOver([wang.id], admin)).msg).toBe(
      'Temporary caches that both users have: “counter”. Rename or delete one of each first.',
    )
    expect(await ownersOf('device_groups')).toEqual([wang.id])
    await site.deps.db
      .update(caches)
      .set({ expiresAt: new Date(0) })
      .where(eq(caches.tenantId, wang.id))
    expect(await handOver([wang.id], admin)).toMatchObject({ code: 0 })
  })

  test('is refused when the new owner’s quota is too small, and nothing has changed', async () => {
    const tenant = await addUser(site, { userName: 'tenant', deviceNumber: 3 })
    const other = await addUser(site, { userName: 'other', parentId: tenant.id })
    const wang = await addUser(site, { userName: 'wang' })
    await addUser(site, { userName: 'li', parentId: wang.id, deviceNumber: 2 })
    await addDevices(wang.id, 2)
    expect((await handOver([wang.id], other.id)).msg).toMatch(/^The parent user’s quota of 3 devices/)
    expect((await handOver([wang.id], tenant.id)).msg).toMatch(/^This user’s quota of 3 devices is used up/)
    expect(await ownersOf('devices')).toEqual([wang.id])
    expect(await isDeleted(wang.id)).toBe(false)
    expect((await site.admin.call(users.list, { query: { parentId: wang.id } })).total).toBe(1)
    await site.deps.db.update(userTable).set({ deviceNumber: 4 }).where(eq(userTable.id, tenant.id))
    expect(await handOver([wang.id], other.id)).toMatchObject({ code: 0 })
    const { rows } = await site.deps.db.execute(
      sql`select total, committed from device_totals where user_id = ${tenant.id}`,
    )
    expect(rows).toEqual([{ total: 2, committed: 4 }])
  })

  test('within a full quota is possible, as no place is needed', async () => {
    const tenant = await addUser(site, { userName: 'tenant', deviceNumber: 2 })
    const wang = await addUser(site, { userName: 'wang', parentId: tenant.id, deviceNumber: 2 })
    await addDevices(wang.id, 2)
    expect(await handOver([wang.id], tenant.id)).toMatchObject({ code: 0 })
  })

  test('keeps the phones of tasks, also of tasks of others, and revives no ended choice', async () => {
    const { mine, theirs } = await twoTenants(site)
    const { db } = site.deps
    const [gone] = await db.select().from(tasks).where(eq(tasks.tenantId, theirs.ownerId))
    const taskId = gone?.id ?? mine.taskId
    await db.delete(taskDevices)
    // A device of ann's, and one that was ann's when it was chosen and has been bob's since.
    const stale = insertedRow(
      await db
        .insert(devices)
        .values({ deviceNo: 's1', tenantId: theirs.ownerId, hardwareId: 's1' })
        .returning(),
    )
    await db.insert(taskDevices).values([
      { taskId, deviceId: mine.deviceRowId, tenantId: mine.ownerId },
      { taskId, deviceId: stale.id, tenantId: mine.ownerId },
    ])
    expect(await handOver([mine.ownerId], theirs.ownerId)).toMatchObject({ code: 0 })
    const targets = await db.select().from(taskDevices).orderBy(taskDevices.deviceId)
    expect(targets.map(({ tenantId }) => tenantId)).toEqual([theirs.ownerId, mine.ownerId])
  })

  test('limits a hot script for all phones to those that it had', async () => {
    const { mine, theirs } = await twoTenants(site)
    const own = eq(hotScripts.tenantId, mine.ownerId)
    await site.deps.db.update(hotScripts).set({ groupIds: [] }).where(own)
    const [before] = await site.deps.db.select().from(hotScripts).where(own)
    expect(await handOver([mine.ownerId], theirs.ownerId)).toMatchObject({ code: 0 })
    const [hot] = await site.deps.db
      .select()
      .from(hotScripts)
      .where(eq(hotScripts.id, before?.id as never))
    expect(hot).toMatchObject({ tenantId: theirs.ownerId, groupIds: [mine.groupId, mine.emptyGroupId] })
  })

  test('goes only to an enabled user who is not deleted too', async () => {
    const wang = await addUser(site, { userName: 'wang' })
    const li = await addUser(site, { userName: 'li', parentId: wang.id })
    const off = await addUser(site, { userName: 'off' })
    await site.deps.db.update(userTable).set({ status: 1 }).where(eq(userTable.id, off.id))
    expect((await handOver([wang.id], wang.id)).msg).toMatch(/^“wang” is also being deleted/)
    expect((await handOver([wang.id], li.id)).msg).toMatch(/^“li” is also being deleted, or is a sub-user/)
    expect((await handOver([wang.id], off.id)).msg).toBe('“off” is disabled. Select another user.')
    expect((await handOver([wang.id], UserId.parse(999))).code).toBe(404)
    expect(await isDeleted(wang.id)).toBe(false)
  })
})

describe('deleting everything', () => {
  test('takes users below along, unassigns phones and deletes rows, tables and files', async () => {
    const { mine, theirs } = await twoTenants(site)
    const { db, files } = site.deps
    await db.update(userTable).set({ parentId: theirs.ownerId }).where(eq(userTable.id, mine.ownerId))
    const recorded = await db.select().from(recordings).where(eq(recordings.tenantId, mine.ownerId))
    const upload = { mediaType: 'image/png', ownerId: mine.personId, temporary: false, limit: 100 }
    const used = await files.save(Readable.from(['1']), { originalName: 'used.png', ...upload })
    const unused = await files.save(Readable.from(['2']), { originalName: 'unused.png', ...upload })
    await db.update(userTable).set({ avatar: used.fileName }).where(eq(userTable.id, theirs.personId))
    expect(await preview([mine.ownerId])).toMatchObject({ subUsers: { all: 2 } })
    expect((await removeAll([mine.ownerId], 2)).msg).toBe(
      '3 users would be deleted now. Check the list, then confirm again.',
    )
    const answer = await removeAll([mine.ownerId], 3)
    expect(answer).toMatchObject({ code: 0, data: { accounts: ['ann-owner', 'ann-person', 'ann-beginner'] } })
    const { belongings } = answer.data as { belongings: { kind: string; count: number }[] }
    expect(belongings).toContainEqual({ kind: 'deviceGroups', count: 2 })
    for (const table of [
      ...['devices', 'device_groups', 'platforms', 'scripts', 'tasks', 'hot_scripts', 'data_groups'],
      ...['dynamic_tables', 'recordings', 'script_causes', 'caches'],
    ])
      expect(await ownersOf(table), table).not.toContain(mine.ownerId)
    const [phone] = await db.select().from(devices).where(eq(devices.id, mine.deviceRowId))
    expect(phone).toMatchObject({ deviceNo: null, tenantId: null, groupId: null, hardwareId: 'ann-phone' })
    // The user above sees the phones among the unassigned ones.
    expect(phone?.enrolledById).toBe(theirs.ownerId)
    const physical = await db.execute(sql`select to_regclass(${`dynamic.t_${mine.dynamicTableId}`}) as name`)
    expect(physical.rows).toEqual([{ name: null }])
    const file = (name: string) => path.join(site.dataDir, name)
    await expect.poll(() => existsSync(file(`files/${unused.fileName}`))).toBe(false)
    for (const { fileName } of recorded)
      await expect.poll(() => existsSync(file(`recordings/${fileName}`))).toBe(false)
    const [kept] = await db.select().from(storedFiles).where(eq(storedFiles.fileName, used.fileName))
    expect(kept?.ownerId).toBe(theirs.ownerId)
    expect(await isDeleted(mine.personId)).toBe(true)
  })

  test('is refused while rows of others use a script', async () => {
    const { mine, theirs } = await twoTenants(site)
    const { db } = site.deps
    const [script] = await db.select().from(scripts).where(eq(scripts.tenantId, mine.ownerId))
    await db.insert(tasks).values({
      ...{ taskName: 'Morning', scriptId: script?.id as never, tenantId: theirs.ownerId, execType: 1 },
    })
    expect((await removeAll([mine.ownerId], 3)).msg).toBe(
      `“Morning” of “bob-owner” uses “${script?.scriptName}”. Change it there first, or transfer everything to another user.`,
    )
    expect(await ownersOf('devices')).toContain(mine.ownerId)
  })

  test('ends sessions and access tokens of users below', async () => {
    const wang = await addUser(site, { userName: 'wang' })
    const li = await addUser(site, { userName: 'li', parentId: wang.id })
    expect(await removeAll([wang.id], 2)).toMatchObject({ code: 0 })
    for (const { client } of [wang, li]) expect((await client.ask(session.info)).code).toBe(-401)
  })

  test('is written to the operation log with names and numbers', async () => {
    const wang = await addUser(site, { userName: 'wang' })
    await addDevices(wang.id, 2)
    await removeAll([wang.id], 1)
    const logged = async () => {
      const { rows } = await site.deps.db.execute<{ result: string }>(
        sql`select json_result as result from operation_logs where oper_url = ${userRemoval.remove.path}`,
      )
      return rows[0]?.result ?? ''
    }
    await expect.poll(logged).toContain('"accounts":["wang"]')
    expect(await logged()).toContain('{"kind":"devices","count":2}')
  })
})

describe('a tenant', () => {
  const held = { permissions: ['system/auth/deleteUser', 'system/auth/userList'], dataScope: DataScope.all }
  const settle = async () => {
    const tenant = await addHolder(site, { userName: 'tenant', userType: 1, parentId: admin }, held)
    const below = { userType: 1, parentId: tenant.id }
    return { tenant, wang: await addUser(site, { userName: 'wang', ...below }) }
  }

  test('deletes own sub-users, and takes over what they have', async () => {
    const { tenant, wang } = await settle()
    await addDevices(wang.id, 2)
    expect(await preview([wang.id], tenant.client)).toMatchObject({
      heir: { userName: 'tenant' },
      belongings: [
        { kind: 'devices', own: 2, all: 2 },
        { kind: 'deviceGroups', own: 1, all: 1 },
      ],
    })
    expect(await handOver([wang.id], tenant.id, tenant.client)).toMatchObject({ code: 0 })
    expect(await ownersOf('devices')).toEqual([tenant.id])
  })

  test('cannot hand over to users of others, nor see what those have', async () => {
    const { tenant, wang } = await settle()
    const foreign = await addUser(site, { userName: 'foreign' })
    expect((await handOver([wang.id], foreign.id, tenant.client)).code).toBe(404)
    expect((await handOver([wang.id], admin, tenant.client)).code).toBe(404)
    expect((await handOver([foreign.id], tenant.id, tenant.client)).code).toBe(404)
    expect((await tenant.client.ask(userRemoval.preview, { query: { ids: foreign.id } })).code).toBe(404)
    expect(await isDeleted(wang.id)).toBe(false)
  })

  test('cannot delete a sub-user whose users below are stronger', async () => {
    const { tenant, wang } = await settle()
    await addHolder(
      site,
      { userName: 'strong', userType: 1, parentId: wang.id },
      { permissions: ['system/auth/editUser'], dataScope: DataScope.self },
    )
    expect((await removeAll([wang.id], 2, tenant.client)).msg).toMatch(/^You cannot change “strong” because/)
    expect(await isDeleted(wang.id)).toBe(false)
  })
})
