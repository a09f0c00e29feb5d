import { Readable } from 'node:stream'
import { DataScope } from '@fleetdeck/contract/enums'
import { type DeviceId, type RoleId, type SessionId, UserId } from '@fleetdeck/contract/ids'
import { addDepartment, addRole, findMenuId } from '@fleetdeck/testing/site/organisation'
import type { TestClient, TestSite } from '@fleetdeck/testing/site/test-site'
import { isNotNull, sql } from 'drizzle-orm'
import { nothingSaid } from '../../domain/devices/former-phones.queries.ts'
import { sealedKey } from '../../platform/core/seal.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { accessTokens } from '../../platform/db/schema/access-tokens.ts'
import { bookingDevices, bookings } from '../../platform/db/schema/bookings.ts'
import { commandLines, commandRuns, commands } from '../../platform/db/schema/commands.ts'
import { computers } from '../../platform/db/schema/computers.ts'
import { deviceGroups } from '../../platform/db/schema/device-groups.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { enrolmentRequests } from '../../platform/db/schema/enrolment.ts'
import { enrolmentCodes } from '../../platform/db/schema/enrolment-codes.ts'
import { formerAdmissions, formerPhones } from '../../platform/db/schema/former-phones.ts'
import { forms } from '../../platform/db/schema/forms.ts'
import { loginLogs } from '../../platform/db/schema/login-logs.ts'
import { menus } from '../../platform/db/schema/menus.ts'
import { operationLogs } from '../../platform/db/schema/operation-logs.ts'
import { plans } from '../../platform/db/schema/plans.ts'
import { platforms } from '../../platform/db/schema/platforms.ts'
import { roleChanges, userRoles } from '../../platform/db/schema/roles.ts'
import { screenLinks } from '../../platform/db/schema/screen-links.ts'
import { shelves } from '../../platform/db/schema/shelves.ts'
import { throttles } from '../../platform/db/schema/throttles.ts'
import { unusablePhones } from '../../platform/db/schema/unusable-phones.ts'
import { users } from '../../platform/db/schema/users.ts'
import { wallLayouts } from '../../platform/db/schema/wall-layouts.ts'
import { addAlarms } from './tenant-alarms.ts'
import { addSharedData } from './tenant-data.ts'
import type { TenantFixtures } from './tenant-fixtures.ts'
import { addRecording } from './tenant-recordings.ts'
import { addScripts } from './tenant-scripts.ts'
import { addTables } from './tenant-tables.ts'
import { addTasks } from './tenant-tasks.ts'
import { addUse } from './tenant-use.ts'

export interface TwoTenants {
  /** Has every permission, for the rows of its own department. */
  client: TestClient
  mine: TenantFixtures
  theirs: TenantFixtures
}

export async function twoTenants(site: TestSite): Promise<TwoTenants> {
  const mine = await settle(site, 'ann')
  const theirs = await settle(site, 'bob')
  const client = site.as(await site.deps.sessions.start(mine.ownerId, visit))
  return { client, mine, theirs }
}

const visit = { ip: '127.0.0.1', userAgent: 'test' }

async function settle(site: TestSite, tenant: string): Promise<TenantFixtures> {
  const people = await addPeople(site, tenant)
  await addUse(site.deps.db, people)
  const fleet = await addFleet(site, { tenant, ownerId: people.ownerId })
  const traces = await addTraces(site, { tenant, personId: people.personId })
  const menuId = await findMenuId(site, 'device/group/list')
  const scripts = await addScripts(site, { tenant, ...people })
  const alarms = await addAlarms(site.deps.db, { tenant, ...people, ...fleet })
  const data = await addSharedData(site.deps.db, { tenant, ...people, ...fleet })
  const tables = await addTables(site.deps.db, { tenant, ...people })
  const recordingId = await addRecording(site, { tenant, ...people, ...fleet })
  const tasks = await addTasks(site.deps, { tenant, ...people, ...fleet })
  return {
    tenant,
    menuId,
    ...people,
    ...fleet,
    ...traces,
    ...alarms,
    ...data,
    ...tables,
    ...scripts,
    ...tasks,
    recordingId,
  }
}

/** A department with an owner who has every permission, a person below, and a role of the owner. */
async function addPeople(site: TestSite, tenant: string) {
  const { db } = site.deps
  const deptId = await addDepartment(site, `${tenant}-department`)
  const emptyDeptId = await addDepartment(site, `${tenant}-empty-department`, deptId)
  const person = (name: string, parentId: UserId | null) => ({
    userName: `${tenant}-${name}`,
    nickName: `${tenant}-${name}`,
    passwordHash: 'nobody signs in with it',
    ...sealedKey(site.deps.seal, `${tenant}${name}secret`),
    deptId,
    parentId,
  })
  const { id: ownerId } = insertedRow(
    await db
      .insert(users)
      .values(person('owner', UserId.parse(1)))
      .returning(),
  )
  const { id: personId } = insertedRow(await db.insert(users).values(person('person', ownerId)).returning())
  const newcomer = person('beginner', ownerId)
  const { id: newcomerId } = insertedRow(await db.insert(users).values(newcomer).returning())
  const held = await db
    .selectDistinct({ permission: menus.permission })
    .from(menus)
    .where(isNotNull(menus.permission))
  const permissions = held.map(({ permission }) => permission).filter(Boolean)
  const everything = { permissions, dataScope: DataScope.departmentAndBelow }
  const officeId = await addRole(site, { roleKey: `${tenant}-office`, ...everything })
  await db.insert(userRoles).values({ userId: ownerId, roleId: officeId })
  const role = { roleKey: `${tenant}-role`, permissions: [], dataScope: DataScope.self, ownerId }
  const roleId = await addRole(site, role)
  const roleChangeId = await addRoleChange(site, { roleId, ownerId, roleKey: role.roleKey })
  const plan = { planName: `${tenant}-plan`, ownerId }
  const { id: planId } = insertedRow(await db.insert(plans).values(plan).returning())
  const people = { ownerId, personId, personName: `${tenant}-person`, newcomerId }
  return { deptId, emptyDeptId, ...people, roleId, planId, roleChangeId }
}

async function addRoleChange(
  site: TestSite,
  { roleId, ownerId, roleKey }: { roleId: RoleId; ownerId: UserId; roleKey: string },
) {
  const fields = { roleKey, roleSort: 1, status: 0, dataScope: DataScope.self, secondFactor: 0, remark: '' }
  const before = { ...fields, roleName: `${roleKey} before`, menus: [], departments: [] }
  const change = { roleId, ownerId, revision: 1, kind: 'edit' as const, userId: ownerId, userName: 'owner' }
  const after = { ...before, roleName: roleKey }
  const rows = await site.deps.db
    .insert(roleChanges)
    .values({ ...change, before, after })
    .returning()
  return insertedRow(rows).id
}

/** A guest link, a booking, a computer and a shelf. */
async function addTimes(
  site: TestSite,
  { tenant, ownerId, deviceRowId: deviceId }: { tenant: string; ownerId: UserId; deviceRowId: DeviceId },
) {
  const { db } = site.deps
  const [startsAt, endsAt] = [new Date(Date.now() - 60_000), new Date(Date.now() + 3_600_000)]
  const rows = await db
    .insert(screenLinks)
    .values({
      ...{ publicId: `${tenant}-link`, tokenHash: '', deviceId, deviceNo: `${tenant}1`, tenantId: ownerId },
      ...{ creatorId: ownerId, mayControl: true, note: `${tenant}-note`, origins: [], expiresAt: endsAt },
    })
    .returning()
  const { id: bookingId } = insertedRow(
    await db
      .insert(bookings)
      .values({ userId: ownerId, purpose: `${tenant}-purpose`, stage: 'running', startsAt, endsAt })
      .returning(),
  )
  await db.insert(bookingDevices).values({ bookingId, deviceId })
  const computer = { ownerId, installation: 'a', tokenHash: `${tenant}-computer`, host: 'farm', ip: '' }
  const { id: computerId } = insertedRow(
    await db
      .insert(computers)
      .values({ ...computer, computerName: `${tenant}-computer`, agentVersion: '1' })
      .returning(),
  )
  const shelf = { tenantId: ownerId, shelfName: `${tenant}-shelf`, columns: 2, rows: 2 }
  const { id: shelfId } = insertedRow(await db.insert(shelves).values(shelf).returning())
  return { screenLinkId: insertedRow(rows).id, bookingId, computerId, shelfId }
}

/** A platform, groups, a device, a waiting phone, and a finished command. */
async function addFleet(site: TestSite, { tenant, ownerId }: { tenant: string; ownerId: UserId }) {
  const { db, files } = site.deps
  const group = { groupName: `${tenant}-group`, tenantId: ownerId }
  const { id: groupId } = insertedRow(await db.insert(deviceGroups).values(group).returning())
  const platform = { platformName: `${tenant}-platform`, tenantId: ownerId }
  const { id: platformId } = insertedRow(await db.insert(platforms).values(platform).returning())
  const empty = { groupName: `${tenant}-empty-group`, tenantId: ownerId }
  const { id: emptyGroupId } = insertedRow(await db.insert(deviceGroups).values(empty).returning())
  const deviceNo = `${tenant}1`
  const device = {
    deviceNo,
    hardwareId: `${tenant}-phone`,
    groupId,
    tenantId: ownerId,
    enrolledById: ownerId,
  }
  const { id: deviceRowId } = insertedRow(await db.insert(devices).values(device).returning())
  const unassigned = `${tenant}-new-phone`
  const waiting = { hardwareId: unassigned, enrolledById: ownerId }
  const { id: wallLayoutId } = insertedRow(
    await db
      .insert(wallLayouts)
      .values({
        ...{ userId: ownerId, layoutName: `${tenant}-layout`, isShared: true },
        ...{ filter: {}, size: 2, labels: [], deviceIds: [deviceRowId] },
      })
      .returning(),
  )
  const { id: waitingRowId } = insertedRow(await db.insert(devices).values(waiting).returning())
  const asking = { brand: '', mode: `${tenant}-model`, imei: '', osVersion: '', ip: '10.0.0.1' }
  const request = { deviceId: deviceRowId, publicKey: `${tenant}-key`, ...asking }
  const { id: enrolmentRequestId } = insertedRow(
    await db.insert(enrolmentRequests).values(request).returning(),
  )
  const admission = { kind: 'network', network: `${tenant}-network`, creatorId: ownerId } as const
  const { id: formerAdmissionId } = insertedRow(
    await db
      .insert(formerAdmissions)
      .values({ ...admission, endsAt: new Date(Date.now() + 3_600_000) })
      .returning(),
  )
  const former = { deviceNo: `${tenant}-number`, state: 'admitted', deviceId: deviceRowId } as const
  const { id: formerPhoneId } = insertedRow(
    await db
      .insert(formerPhones)
      .values({ ...former, said: nothingSaid })
      .returning(),
  )
  const code = {
    codeHash: `${tenant}-code-hash`,
    codeName: `${tenant}-code`,
    creatorId: ownerId,
    tenantId: ownerId,
    maxUses: 1,
    expiresAt: new Date(Date.now() + 3_600_000),
  }
  const { id: enrolmentCodeId } = insertedRow(await db.insert(enrolmentCodes).values(code).returning())
  const stuck = [{ serial: `${tenant}-stuck`, state: 'offline' as const }]
  await db.insert(unusablePhones).values({ ownerId, agent: 'a', host: 'farm', phones: stuck })
  const expiresAt = new Date(Date.now() + 3_600_000)
  const command = { command: 'where' as const, userId: ownerId, expiresAt }
  const { id: commandId } = insertedRow(await db.insert(commands).values(command).returning())
  const run = { cmdSubId: `${tenant}-run`, commandId, deviceId: deviceRowId, deviceNo }
  const file = { originalName: 'screen.jpg', mediaType: 'image/jpeg', ownerId, temporary: true, limit: 100 }
  const { fileName: commandFileName } = await files.save(Readable.from(['1']), file)
  const ended = { ...run, state: 'failed' as const, fileName: commandFileName }
  const { id: commandRunId } = insertedRow(await db.insert(commandRuns).values(ended).returning())
  await db.insert(commandLines).values({ runId: commandRunId, at: new Date(), msg: `${tenant} line` })
  const given = { commandId, commandRunId, commandFileName }
  return {
    platformId,
    groupId,
    emptyGroupId,
    deviceRowId,
    deviceNo,
    unassigned,
    waitingRowId,
    wallLayoutId,
    ...(await addTimes(site, { tenant, ownerId, deviceRowId })),
    enrolmentCodeId,
    enrolmentRequestId,
    formerPhoneId,
    formerAdmissionId,
    ...given,
  }
}

/** The person's sessions and logs. */
async function addTraces(site: TestSite, { tenant, personId }: { tenant: string; personId: UserId }) {
  const { db, sessions } = site.deps
  await sessions.start(personId, visit)
  const { rows } = await db.execute<{ id: SessionId }>(
    sql`select id from sessions where user_id = ${personId} order by id desc limit 1`,
  )
  const operation = {
    operUrl: `/${tenant}-call`,
    businessType: 0,
    requestMethod: 'POST',
    userId: personId,
    operName: `${tenant}-person`,
    operIp: '127.0.0.1',
    status: 0,
    costTime: 1,
  }
  const token = {
    tokenHash: `${tenant}-hash`,
    userId: personId,
    tokenName: `${tenant}-token`,
    permissions: ['device/group/list'],
    expiresAt: new Date(Date.now() + 3_600_000),
  }
  const login = { userName: `${tenant}-person`, ip: '127.0.0.1', status: 0, msg: 'session.signedIn' }
  const at = new Date()
  const throttle = {
    hour: at,
    kind: 'dataTooFast' as const,
    path: '/rapi/getData',
    ip: '127.0.0.1',
    count: 1,
  }
  await db.insert(throttles).values({ ...throttle, userId: personId, firstAt: at, lastAt: at })
  return {
    sessionId: insertedRow(rows).id,
    formId: insertedRow(
      await db
        .insert(forms)
        .values({ formName: `${tenant}-form`, ownerId: personId, content: { ui: { layout: [] } } })
        .returning(),
    ).id,
    accessTokenId: insertedRow(await db.insert(accessTokens).values(token).returning()).id,
    operationId: insertedRow(await db.insert(operationLogs).values(operation).returning()).id,
    loginId: insertedRow(await db.insert(loginLogs).values(login).returning()).id,
  }
}
