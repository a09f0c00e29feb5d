import { bookings } from '@fleetdeck/contract/bookings'
import { commands } from '@fleetdeck/contract/commands'
import { consoleSocketPath } from '@fleetdeck/contract/console-socket'
import { deviceBatches } from '@fleetdeck/contract/device-batches'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { deviceMonitor } from '@fleetdeck/contract/device-monitor'
import { controlPermission, takeControlPermission } from '@fleetdeck/contract/device-socket'
import { devices } from '@fleetdeck/contract/devices'
import { DataScope } from '@fleetdeck/contract/enums'
import { DeviceId, type ScreenLinkId, UserId } from '@fleetdeck/contract/ids'
import { logSocketPath } from '@fleetdeck/contract/log-socket'
import { guestScreens, maxVisitsAtOnce, maxVisitsOfLink, screenLinks } from '@fleetdeck/contract/screen-links'
import { users } from '@fleetdeck/contract/users'
import { wallSocketPath } from '@fleetdeck/contract/wall-socket'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let site: TestSite
const sockets: TestSocket[] = []
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'rack', tenantId: UserId.parse(1) } })
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})
afterAll(() => site.stop())

const a1 = DeviceId.parse(1)
const minute = 60_000
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const opened = async (socket: TestSocket) => {
  sockets.push(socket)
  await new Promise((resolve) => socket.socket.once('open', resolve))
  return socket
}

async function connect(address = site.address) {
  const phone = TestSocket.phone(address, await addAssignedPhone(site, 1))
  sockets.push(phone)
  await phone.next('registered')
  return phone
}

interface Link {
  id: ScreenLinkId
  publicId: string
  token: string
}
const addLink = (body: object = {}, client: TestClient = site.admin): Promise<Link> =>
  client.call(screenLinks.add, {
    body: { deviceId: a1, expiresAt: inMs(60 * minute), mayControl: true, ...body },
  })
const begin = ({ publicId, token }: Link, name = 'Ann') =>
  site.nobody.ask(guestScreens.begin, { body: { publicId, token, name } })
const look = ({ publicId, token }: Link) => site.nobody.call(guestScreens.look, { body: { publicId, token } })
const path = '/rapi/ws/device?deviceNo=A1&type=client&language=en'
const openScreen = async (token: string, address = site.address) => {
  const page = await opened(TestSocket.browser(address, path, token))
  page.send({ action: 'joinRoom', screenSetting: {} })
  await page.next('joinRoomResp')
  return page
}
async function visit(link: Link, { name = 'Ann', address = site.address } = {}) {
  const { token } = (await begin(link, name)).data as { token: string }
  return { token, page: await openScreen(token, address) }
}
const shows = async (page: TestSocket, facts: object) => {
  await expect.poll(async () => await page.next('roomState')).toMatchObject(facts)
}
const closed = async (page: TestSocket) => (await page.closed).code
const touch = (page: TestSocket, action_type = 'touchDown') =>
  page.send({ action: 'canvas_action', action_type, x: 0.5, y: 0.5 })
const visitsOf = async ({ id }: Link) => (await site.admin.call(screenLinks.visits, { query: { id } })).list
const operator = {
  permissions: [
    ...[screenLinks.list, screenLinks.add, devices.list].map(({ permission }) => permission),
    controlPermission,
  ],
  dataScope: DataScope.all,
}
const unauthorized = 4401

describe('a guest', () => {
  test('sees what the link is for, says a name, and controls the phone with what a link allows', async () => {
    const phone = await connect()
    const link = await addLink()
    await site.flush()
    expect(await look(link)).toMatchObject({
      ...{ state: 'open', deviceNo: 'A1', mayControl: true, isOnline: true, isReserved: false },
    })
    const { page } = await visit(link)
    await shows(page, { youControl: true, controller: 'Ann', viewers: ['Ann'] })
    touch(page)
    expect(await phone.next('canvas_action')).toMatchObject({ action_type: 'touchDown' })
    touch(page, 'touchUp')
    page.send({ action: 'canvas_action', action_type: 'home' })
    page.send({ action: 'typeText', text: 'hello' })
    expect(await phone.next('typeText')).toMatchObject({ text: 'hello' })
    await expect
      .poll(async () => {
        await site.visits.check()
        return firstRow(await visitsOf(link))
      })
      .toMatchObject({ guestName: 'Ann', touches: 1, keys: 1, texts: 1, endedAt: null })
    expect(firstRow((await site.admin.call(screenLinks.list)).list)).toMatchObject({ visits: 1, guests: 1 })
  })

  test('gets no tools, clipboard, restarts, logs, walls, console or calls', async () => {
    const phone = await connect()
    const { page, token } = await visit(await addLink())
    await shows(page, { youControl: true })
    const no = 'Guests cannot use this'
    page.send({ action: 'askTool', id: 't1', request: { tool: 'followLog', isOn: true } })
    expect(await page.next('toolReply')).toMatchObject({ id: 't1', msg: no })
    page.send({ action: 'askClipboard' })
    expect(await page.next('refused')).toMatchObject({ msg: no })
    page.send({ action: 'setClipboard', text: 'x' })
    expect(await page.next('refused')).toMatchObject({ msg: no })
    page.send({ action: 'measure', isOn: true })
    expect(await page.next('refused')).toMatchObject({ msg: no })
    for (const action of ['rebootPhone', 'rebootEC']) {
      page.send({ action })
      expect(await page.next('commandResp')).toMatchObject({
        code: 1,
        msg: expect.stringMatching(/^You do not have permission/),
      })
    }
    page.send({ action: 'takeControl' })
    expect((await page.next('refused')).msg).toMatch(/^You do not have permission/)
    touch(page)
    await phone.next('canvas_action')
    for (const other of [`${logSocketPath}?deviceNo=A1`, consoleSocketPath, wallSocketPath])
      expect(await closed(TestSocket.browser(site.address, other, token))).toBe(4403)
    expect((await site.as(token).ask(devices.list)).code).toBe(-401)
    await addAssignedPhone(site, 2)
    const second = TestSocket.browser(site.address, path.replace('A1', 'A2'), token)
    expect(await closed(second)).toBe(4404)
  })

  test('of a link to watch never controls', async () => {
    await connect()
    const { page } = await visit(await addLink({ mayControl: false }))
    await shows(page, { youControl: false, controller: null, watches: true })
    touch(page)
    expect((await page.next('refused')).msg).toBe('You can view this device but not control it')
    page.send({ action: 'askControl' })
    expect((await page.next('refused')).msg).toBe('You can view this device but not control it')
  })

  test('sees no names of users, and is marked as guest for them', async () => {
    await connect()
    const ours = await openScreen(site.admin.token ?? '')
    await shows(ours, { youControl: true })
    const { page } = await visit(await addLink(), { name: 'admin' })
    await shows(page, { controller: 'another user', viewers: ['another user', 'admin'] })
    await shows(ours, { viewers: ['admin', 'admin (guest)'] })
    ours.close()
    const wall = await opened(
      TestSocket.browser(site.address, `${wallSocketPath}?language=en`, site.admin.token ?? ''),
    )
    wall.send({ action: 'watchPhones', ids: [a1], width: 180 })
    page.send({ action: 'askControl' })
    const notes = async () => (await wall.next('tileNotes')) as { tiles?: unknown }
    await expect.poll(async () => (await notes()).tiles).toMatchObject([{ controller: 'admin (guest)' }])
  })

  test('gives way to a user who asks for control, and asks a user for it', async () => {
    await connect()
    const li = await addHolder(site, { userName: 'li' }, operator)
    const { page } = await visit(await addLink())
    await shows(page, { youControl: true })
    const ours = await openScreen(li.client.token ?? '')
    ours.send({ action: 'askControl' })
    await shows(ours, { youControl: true })
    await shows(page, { youControl: false, controller: 'another user' })
    page.send({ action: 'askControl' })
    await shows(page, { youAsk: true })
    await shows(ours, { asking: [{ name: 'Ann (guest)' }] })
  })

  test('does not keep users from sending commands, whatever name the guest says', async () => {
    await connect()
    const { page } = await visit(await addLink(), { name: 'boss' })
    await shows(page, { youControl: true })
    const ours = await openScreen(site.admin.token ?? '')
    await shows(ours, { youControl: false, controller: 'boss (guest)' })
    const body = { order: { command: 'rebootPhone' as const }, selection: { ids: [a1] }, hours: 1 }
    expect((await site.admin.ask(commands.add, { body })).code).toBe(0)
  })

  test('follows bookings: only of the link’s creator they let a guest control', async () => {
    await connect()
    const li = await addHolder(
      site,
      { userName: 'li' },
      {
        ...operator,
        permissions: [...operator.permissions, bookings.add.permission, bookings.list.permission],
      },
    )
    const [ofAdmin, ofLi] = [await addLink(), await addLink({}, li.client)]
    const { page } = await visit(ofAdmin)
    await shows(page, { youControl: true })
    const body = { target: { deviceIds: [a1] }, startsAt: null, endsAt: inMs(60 * minute), purpose: '' }
    await li.client.call(bookings.add, { body })
    // Admin may overrule bookings; guests may not.
    await shows(page, { youControl: false, watches: true })
    touch(page)
    expect((await page.next('refused')).msg).toBe(
      'Someone else has reserved this phone. You can view it but not control it.',
    )
    expect(await look(ofAdmin)).toMatchObject({ isReserved: true })
    expect(await look(ofLi)).toMatchObject({ isReserved: false })
    const theirs = await visit(ofLi)
    await shows(theirs.page, { youControl: true })
  })

  test('is disconnected within seconds when the link is revoked, also on another server', async () => {
    const other = await site.another()
    const phone = await connect()
    const link = await addLink()
    const { page } = await visit(link, { address: other.address })
    const here = await visit(link, { name: 'Bob' })
    const ends = [closed(page), closed(here.page)]
    page.send({ action: 'canvas_action', action_type: 'home' })
    await phone.next('canvas_action')
    await site.admin.call(screenLinks.revoke, { body: { ids: [link.id] } })
    expect(await Promise.all(ends)).toEqual([unauthorized, unauthorized])
    expect((await visitsOf(link)).map(({ ending }) => ending)).toEqual(['revoked', 'revoked'])
    await expect.poll(async () => (await visitsOf(link)).map(({ keys }) => keys)).toEqual([0, 1])
    expect(await look(link)).toMatchObject({ state: 'revoked', isOnline: false })
    expect(await begin(link)).toMatchObject({ code: 403, msg: 'This link was revoked. Ask for a new one.' })
    const again = TestSocket.browser(site.address, path, here.token)
    expect(await closed(again)).toBe(unauthorized)
    await other.close()
  })

  test('is disconnected when the link expires, and not before it when it was extended', async () => {
    await connect()
    const link = await addLink()
    const { page } = await visit(link)
    const end = closed(page)
    await site.deps.db.execute(sql`update screen_links set expires_at = now() + interval '1500 milliseconds'`)
    await site.deps.hub.screenLinksChanged([a1])
    await site.admin.call(screenLinks.extend, { body: { id: link.id, expiresAt: inMs(60 * minute) } })
    touch(page)
    await site.deps.db.execute(sql`update screen_links set expires_at = now() + interval '500 milliseconds'`)
    await site.deps.hub.screenLinksChanged([a1])
    expect(await end).toBe(unauthorized)
    await expect.poll(async () => firstRow(await visitsOf(link)).ending).toBe('expired')
    expect((await begin(link)).msg).toBe('This link has expired. Ask for a new one.')
  })
})

describe('a link ends with its creator and its phone', () => {
  const disconnects = async (creator: TestClient, change: () => Promise<unknown>) => {
    await connect()
    const link = await addLink({}, creator)
    const { page } = await visit(link)
    await shows(page, { youControl: true })
    const end = closed(page)
    await change()
    expect([unauthorized, 4404]).toContain(await end)
    await site.visits.check()
    expect(await begin(link)).toMatchObject({ code: 403 })
    return { state: (await look(link)).state, ending: firstRow(await visitsOf(link)).ending }
  }
  const over = { state: 'creator', ending: 'creator' }

  test('who is disabled', async () => {
    const li = await addHolder(site, { userName: 'li' }, operator)
    const body = { userId: li.id, status: 1 as const }
    expect(await disconnects(li.client, () => site.admin.call(users.setStatus, { body }))).toEqual(over)
  })

  test('who is deleted', async () => {
    const li = await addHolder(site, { userName: 'li' }, operator)
    const query = { ids: [li.id] }
    expect(await disconnects(li.client, () => site.admin.call(users.remove, { query }))).toEqual(over)
  })

  test('whose parent is disabled', async () => {
    const boss = await addHolder(site, { userName: 'boss', parentId: UserId.parse(1) }, operator)
    const li = await addHolder(site, { userName: 'li', parentId: boss.id }, operator)
    const body = { userId: boss.id, status: 1 as const }
    expect(await disconnects(li.client, () => site.admin.call(users.setStatus, { body }))).toEqual(over)
  })

  test('who may no longer control the phone', async () => {
    const li = await addHolder(site, { userName: 'li' }, operator)
    const lose = async () => {
      await site.deps.db.execute(sql`delete from user_roles where user_id = ${li.id}`)
      await site.deps.changes.rights([li.id])
    }
    expect(await disconnects(li.client, lose)).toEqual(over)
  })

  test('which is unassigned', async () => {
    const lose = () => site.admin.call(devices.deleteAss, { query: { ids: [a1] } })
    expect(await disconnects(site.admin, lose)).toEqual({ state: 'device', ending: 'device' })
  })

  test('which is deleted', async () => {
    const lose = () => site.admin.call(devices.remove, { query: { ids: [a1] } })
    expect(await disconnects(site.admin, lose)).toEqual({ state: 'device', ending: 'device' })
  })

  test('which moves to another tenant, although its creator still sees it', async () => {
    const tenant = await addHolder(site, { userName: 'tenant' }, operator)
    const lose = () =>
      site.admin.call(deviceBatches.batchSetDeviceOwner, { body: { ids: [a1], userId: tenant.id } })
    expect(await disconnects(site.admin, lose)).toEqual({ state: 'device', ending: 'device' })
    expect((await tenant.client.call(screenLinks.list)).list).toHaveLength(1)
  })
})

describe('a visit', () => {
  test('is refused without a name, with too many guests at once, and when the link was used too often', async () => {
    await connect()
    const link = await addLink()
    expect((await begin(link, ' ')).msg).toBe('Enter your name')
    expect((await begin(link, 'x'.repeat(31))).msg).toBe('Names can be up to 30 characters')
    for (let n = 0; n < maxVisitsAtOnce; n++) expect((await begin(link)).code).toBe(0)
    expect((await begin(link)).msg).toBe(
      `Up to ${maxVisitsAtOnce} guests can use this link at the same time. Try again later.`,
    )
    await site.deps.db.execute(sql`update screen_visits set ended_at = now(), ending = 'left'`)
    await site.deps.db.execute(sql`insert into screen_visits (link_id, token_hash, guest_name, ip, user_agent, ended_at)
      select 1, gen_random_uuid(), 'x', '', '', now() from generate_series(1, ${maxVisitsOfLink - maxVisitsAtOnce}::int)`)
    expect((await begin(link)).msg).toBe('This link was used too often. Ask for a new one.')
  })

  test('ends when the guest leaves, or when its page is gone for too long; a page that comes back goes on', async () => {
    await connect()
    const link = await addLink()
    const { token, page } = await visit(link)
    const back = await openScreen(token)
    expect(await closed(page)).toBe(4409)
    await shows(back, { youControl: true })
    await site.deps.db.execute(sql`update screen_visits set seen_at = now() - interval '40 seconds'`)
    await site.visits.check()
    expect(firstRow(await visitsOf(link)).endedAt).toBeNull()
    await site.nobody.call(guestScreens.leave, { body: { token } })
    expect(firstRow(await visitsOf(link)).ending).toBe('left')
    expect(await closed(back)).toBe(unauthorized)
    const { data } = await begin(link, 'Silent')
    await site.deps.db.execute(
      sql`update screen_visits set seen_at = now() - interval '40 seconds' where guest_name = 'Silent'`,
    )
    await site.visits.check()
    expect(firstRow(await visitsOf(link))).toMatchObject({ guestName: 'Silent', ending: 'left' })
    const late = TestSocket.browser(site.address, path, (data as { token: string }).token)
    expect(await closed(late)).toBe(unauthorized)
  })

  test('is an event of its device when it begins and ends', async () => {
    await connect()
    const { token } = await visit(await addLink())
    await site.nobody.call(guestScreens.leave, { body: { token } })
    await site.flush()
    const { list } = await site.admin.call(deviceMonitor.events, { query: { id: a1, kind: 'guest' } })
    expect(list.map(({ details, userName }) => [details.action, details.guest, userName])).toEqual([
      ['guestLeft', 'Ann', null],
      ['guestCame', 'Ann', null],
    ])
  })

  test('is pushed to consoles that see guest links', async () => {
    await connect()
    const news = await opened(TestSocket.browser(site.address, consoleSocketPath, site.admin.token ?? ''))
    const link = await addLink()
    await news.next('screenLinksChanged')
    await begin(link)
    await news.next('screenLinksChanged')
  })
})

test('a visit is refused for a wrong token, also of another link, and guessing is slowed', async () => {
  await connect()
  const [one, two] = [await addLink(), await addLink()]
  const wrong = { ...one, token: two.token }
  expect(await begin(wrong)).toMatchObject({
    code: 404,
    msg: 'This link is not valid. Check that the address is complete.',
  })
  expect((await site.nobody.ask(guestScreens.look, { body: { publicId: '../x', token: '' } })).code).not.toBe(
    0,
  )
  const guesses = await Promise.all(
    Array.from({ length: 25 }, (_, n) => begin({ ...one, token: `wrong-${n}` })),
  )
  expect(guesses.map(({ msg }) => msg).join()).toMatch(/Too many/)
  expect((await begin(one)).code).toBe(0)
})

test('no visit begins while screen mirroring is disabled on the site', async () => {
  await connect()
  const link = await addLink()
  await site.deps.parameters.set('sys.openScreen', 'false')
  const off = { code: 403, msg: expect.stringMatching(/^Screen mirroring is disabled/) }
  const { publicId, token } = link
  expect(await site.nobody.ask(guestScreens.look, { body: { publicId, token } })).toMatchObject(off)
  expect(await begin(link)).toMatchObject(off)
})

test('a user with the right takes control from a guest', async () => {
  await connect()
  const chief = await addHolder(
    site,
    { userName: 'chief' },
    { ...operator, permissions: [...operator.permissions, takeControlPermission] },
  )
  const { page } = await visit(await addLink())
  const ours = await openScreen(chief.client.token ?? '')
  ours.send({ action: 'takeControl' })
  await shows(ours, { youControl: true })
  await shows(page, { youControl: false })
})
