import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { controlPermission } from '@fleetdeck/contract/device-socket'
import { devices } from '@fleetdeck/contract/devices'
import { DataScope } from '@fleetdeck/contract/enums'
import { DeviceId, type ScreenLinkId, UserId } from '@fleetdeck/contract/ids'
import { operationLogs } from '@fleetdeck/contract/operation-logs'
import { guestScreens, maxLinksOfDevice, maxLinksOfUser, screenLinks } from '@fleetdeck/contract/screen-links'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pruneScreenLinks } from './screen-links.queries.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'rack', tenantId: UserId.parse(1) } })
  await addAssignedPhone(site, 1)
})
afterAll(() => site.stop())

const a1 = DeviceId.parse(1)
const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const add = (body: object = {}, client: TestClient = site.admin) =>
  client.ask(screenLinks.add, { body: { deviceId: a1, expiresAt: inHours(1), ...body } })
const made = async (body: object = {}, client: TestClient = site.admin) =>
  (await add(body, client)).data as { id: ScreenLinkId; publicId: string; token: string; address: string }
const listed = async (client: TestClient = site.admin, query = {}) =>
  (await client.call(screenLinks.list, { query })).list

const permissions = [
  ...[screenLinks.list, screenLinks.add, screenLinks.extend, screenLinks.revoke].map(
    ({ permission }) => permission,
  ),
  devices.list.permission,
]
const holder = (userName: string, more: string[] = [], dataScope: DataScope = DataScope.all) =>
  addHolder(site, { userName }, { permissions: [...permissions, ...more], dataScope })

describe('creating a guest link', () => {
  test('shows its token once, with the site’s address, and stores only the hash', async () => {
    await site.deps.parameters.set('sys.publicAddress', 'https://phones.example')
    const link = await made({
      mayControl: true,
      note: 'demo',
      origins: ['shop.example', 'https://shop.example/'],
    })
    expect(link).toMatchObject({ id: 1, address: 'https://phones.example' })
    expect(link.token).toMatch(/^[\w-]{43}$/)
    const { rows } = await site.deps.db.execute(sql`select * from screen_links`)
    expect(JSON.stringify([rows, await listed()])).not.toContain(link.token)
    const shown = firstRow(await listed())
    expect(shown).toMatchObject({
      ...{ deviceNo: 'A1', mayControl: true, note: 'demo', origins: ['https://shop.example'] },
      ...{ creatorName: 'admin', state: 'open', endedAt: null, endedByName: null },
      ...{ visits: 0, guests: 0, lastVisitAt: null },
    })
    expect(JSON.stringify(shown)).not.toMatch(/tokenHash|publicId/)
  })

  test.each([
    'https://shop.example/page',
    'https://*.example',
    'https://shop.example;script-src',
    'ftp://shop.example',
    'https://user@shop.example',
    'shop example',
    '',
  ])('refuses %o as a site that may embed it', async (origin) => {
    const { msg } = await add({ origins: [origin] })
    expect(msg).toBe('Enter the address of a site without a path, e.g. https://shop.example')
  })

  test('refuses a validity in the past, or longer than the site allows', async () => {
    const wrong = 'The expiry must be in the future and up to 30 days from now'
    expect((await add({ expiresAt: inHours(-1) })).msg).toBe(wrong)
    expect((await add({ expiresAt: inHours(30 * 24 + 1) })).msg).toBe(wrong)
    await site.deps.parameters.set('screenLink.maxDays', '1')
    expect((await add({ expiresAt: inHours(25) })).msg).toMatch(/up to 1 day from now/)
    expect((await site.admin.call(screenLinks.limits)).maxDays).toBe(1)
  })

  test('refuses a note or sites beyond their limits, and a device without an owner', async () => {
    expect((await add({ note: 'x'.repeat(101) })).msg).toBe('Notes can be up to 100 characters')
    const origins = Array.from({ length: 11 }, (_, n) => `https://s${n}.example`)
    expect((await add({ origins })).msg).toBe('Up to 10 sites are possible')
    await site.enrol('phone-2')
    expect((await add({ deviceId: 2 })).code).toBe(404)
    expect(await listed()).toEqual([])
  })

  test('ends at a number of open links of a phone, and of a user', async () => {
    const row = sql`public_id, token_hash, device_id, device_no, tenant_id, creator_id, may_control, note, origins, expires_at`
    const fill = (count: number, device: number | null) =>
      site.deps.db.execute(sql`insert into screen_links (${row})
        select gen_random_uuid(), '', ${device}::int, 'A1', 1, 1, false, '', '{}', now() + interval '1 hour'
        from generate_series(1, ${count}::int)`)
    await fill(maxLinksOfDevice, 1)
    expect((await add()).msg).toBe(
      `“A1” can have up to ${maxLinksOfDevice} active guest links. Revoke one that is no longer needed.`,
    )
    await site.admin.call(screenLinks.revoke, { body: { ids: [1] } })
    expect((await add()).code).toBe(0)
    await site.deps.db.execute(sql`update screen_links set device_id = null`)
    await fill(maxLinksOfUser - maxLinksOfDevice, null)
    expect((await add()).msg).toBe(
      `You can have up to ${maxLinksOfUser} active guest links. Revoke one that you no longer need.`,
    )
  })

  test('to control needs the right to control; to watch needs the right to see', async () => {
    const li = await holder('li')
    expect(await add({ mayControl: true }, li.client)).toMatchObject({
      code: 403,
      msg: 'You cannot control this device. Create a link for viewing only.',
    })
    expect((await add({}, li.client)).code).toBe(0)
    const wang = await holder('wang', [controlPermission])
    expect((await add({ mayControl: true }, wang.client)).code).toBe(0)
    const blind = await addHolder(
      site,
      { userName: 'blind' },
      { permissions: [screenLinks.add.permission, screenLinks.list.permission], dataScope: DataScope.all },
    )
    expect((await add({}, blind.client)).code).toBe(404)
    const zhao = await addHolder(site, { userName: 'zhao' }, { permissions: [], dataScope: DataScope.all })
    expect((await add({}, zhao.client)).code).toBe(403)
  })

  test('and all later calls stay within the caller’s devices', async () => {
    const other = await holder('other', [controlPermission], DataScope.self)
    expect((await add({}, other.client)).code).toBe(404)
    const { id } = await made()
    expect(await listed(other.client)).toEqual([])
    expect((await other.client.ask(screenLinks.visits, { query: { id } })).code).toBe(404)
    expect((await other.client.ask(screenLinks.revoke, { body: { ids: [id] } })).code).toBe(404)
    expect((await other.client.ask(screenLinks.extend, { body: { id, expiresAt: inHours(2) } })).code).toBe(
      404,
    )
    expect(firstRow(await listed()).state).toBe('open')
  })

  test('and revoking are in the operation log with the device, without the token', async () => {
    const { id, token } = await made()
    await site.admin.call(screenLinks.extend, { body: { id, expiresAt: inHours(2) } })
    await site.admin.call(screenLinks.revoke, { body: { ids: [id] } })
    await site.flush()
    const { list } = await site.admin.call(operationLogs.list, { query: { pageSize: 100 } })
    const details = await Promise.all(
      list
        .filter(({ operUrl }) => operUrl.startsWith('/device/screenLink'))
        .map((entry) => site.admin.call(operationLogs.detail, { query: { id: entry.id } })),
    )
    expect(details).toHaveLength(3)
    for (const detail of details) expect(JSON.stringify(detail)).toContain('A1')
    expect(JSON.stringify(details)).not.toContain(token)
  })
})

test('an open link can be extended, one that is over cannot', async () => {
  const { id } = await made()
  const extend = (hours: number) =>
    site.admin.ask(screenLinks.extend, { body: { id, expiresAt: inHours(hours) } })
  expect((await extend(48)).code).toBe(0)
  expect((Date.parse(firstRow(await listed()).expiresAt) - Date.now()) / hour).toBeCloseTo(48, 1)
  expect((await extend(-1)).msg).toMatch(/must be in the future/)
  expect((await extend(31 * 24)).msg).toMatch(/up to 30 days/)
  await site.admin.call(screenLinks.revoke, { body: { ids: [id] } })
  expect((await extend(3)).msg).toBe('This link is no longer valid. Ask for a new one.')
})

test('the list shows why a link is over, and filters by it', async () => {
  const li = await holder('li')
  const { id: ofLi } = await made({}, li.client)
  const [{ id: revoked }, { id: expired }, { id: open }] = [await made(), await made(), await made()]
  await site.admin.call(screenLinks.revoke, { body: { ids: [revoked] } })
  await site.deps.db.execute(sql`update screen_links set expires_at = now() where id = ${expired}`)
  await site.deps.db.execute(sql`update users set status = 1 where user_name = 'li'`)
  const states = async () => Object.fromEntries((await listed()).map((link) => [link.id, link.state]))
  expect(await states()).toEqual({
    [ofLi]: 'creator',
    [revoked]: 'revoked',
    [expired]: 'expired',
    [open]: 'open',
  })
  expect((await listed(site.admin, { state: 'revoked' })).map(({ id }) => id)).toEqual([revoked])
  expect((await listed(site.admin, { state: 'revoked' }))[0]?.endedByName).toBe('admin')
  // What the check has found is final.
  await site.visits.check()
  await site.deps.db.execute(sql`update users set status = 0 where user_name = 'li'`)
  expect(await states()).toMatchObject({ [ofLi]: 'creator' })
  await site.admin.call(devices.deleteAss, { query: { ids: [a1] } })
  expect(await states()).toMatchObject({ [open]: 'device', [expired]: 'expired' })
})

test('links are kept for a time after their end, with their visits', async () => {
  const key = await made()
  await made()
  const { publicId, token } = key
  await site.nobody.call(guestScreens.begin, { body: { publicId, token, name: 'Ann' } })
  await site.deps.db.execute(
    sql`update screen_links set expires_at = now() - interval '10 days' where id = 1`,
  )
  const before = (days: number) => new Date(Date.now() - days * 24 * hour)
  expect(await pruneScreenLinks(site.deps.db, before(11), 100)).toBe(0)
  expect(await pruneScreenLinks(site.deps.db, before(9), 100)).toBe(1)
  expect((await listed()).map(({ id }) => id)).toEqual([2])
  const { rows } = await site.deps.db.execute(sql`select from screen_visits`)
  expect(rows).toEqual([])
})
