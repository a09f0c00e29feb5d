import {
  bookingPermission,
  bookings,
  bookPermission,
  manageBookingsPermission,
} from '@fleetdeck/contract/bookings'
import { commands, rebootPermission } from '@fleetdeck/contract/commands'
import { consoleSocketPath } from '@fleetdeck/contract/console-socket'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { controlPermission, takeControlPermission } from '@fleetdeck/contract/device-socket'
import { devices } from '@fleetdeck/contract/devices'
import { DataScope } from '@fleetdeck/contract/enums'
import { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

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
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const minute = 60_000
const operator = {
  permissions: [
    ...[bookingPermission, bookPermission, controlPermission, takeControlPermission, rebootPermission],
    ...[devices.list.permission, commands.list.permission, commands.add.permission],
  ],
  dataScope: DataScope.all,
}
const addOperator = async (userName: string, more: string[] = []) =>
  (await addHolder(site, { userName }, { ...operator, permissions: [...operator.permissions, ...more] }))
    .client

async function connect(address = site.address) {
  const phone = TestSocket.phone(address, await addAssignedPhone(site, 1))
  sockets.push(phone)
  await phone.next('registered')
  return phone
}
async function watch(user: TestClient, address = site.address) {
  const page = TestSocket.browser(address, '/rapi/ws/device?deviceNo=A1&type=client', user.token ?? '')
  sockets.push(page)
  await new Promise((resolve) => page.socket.once('open', resolve))
  page.send({ action: 'joinRoom', screenSetting: {} })
  await page.next('joinRoomResp')
  return page
}
const controls = async (page: TestSocket, facts: object) => {
  await expect.poll(async () => await page.next('roomState')).toMatchObject(facts)
}
const book = (user: TestClient, startsAt: string | null, endsAt: string) =>
  user.call(bookings.add, { body: { target: { deviceIds: [a1] }, startsAt, endsAt, purpose: '' } })
const watchOnly = '此手机已被他人预约，您只能查看'
const home = { action: 'canvas_action', action_type: 'home' }

test('who booked a phone takes control of it, others only watch until the booking ends', async () => {
  const phone = await connect()
  const [li, wang] = [await addOperator('li'), await addOperator('wang')]
  const theirs = await watch(wang)
  await controls(theirs, { controller: 'wang', youControl: true })
  const { id } = await book(li, null, inMs(60 * minute))
  await controls(theirs, { controller: null, watches: true })
  theirs.send(home)
  expect((await theirs.next('refused')).msg).toBe(watchOnly)
  theirs.send({ action: 'takeControl' })
  expect((await theirs.next('refused')).msg).toBe(watchOnly)
  theirs.send({ action: 'rebootEC' })
  expect((await theirs.next('commandResp')).msg).toBe(watchOnly)
  const ours = await watch(li)
  await controls(ours, { controller: 'li', youControl: true })
  ours.send(home)
  await phone.next('canvas_action')
  await li.call(bookings.release, { body: { id } })
  ours.send({ action: 'releaseScreenPermission' })
  await controls(theirs, { controller: null, asking: [] })
  await expect
    .poll(async () => {
      theirs.send(home)
      return (await theirs.next('roomState')).youControl
    })
    .toBe(true)
})

test('control ends when a booking of another user begins, on any server', async () => {
  const other = await site.another()
  await connect(other.address)
  const [li, wang] = [await addOperator('li'), await addOperator('wang')]
  await book(li, inMs(20 * minute), inMs(60 * minute))
  const theirs = await watch(wang)
  await controls(theirs, { youControl: true })
  const news = TestSocket.browser(other.address, consoleSocketPath, wang.token ?? '')
  sockets.push(news)
  await new Promise((resolve) => news.socket.once('open', resolve))
  await site.deps.db.execute(sql`update bookings set starts_at = now() + interval '4 minutes'`)
  await site.bookings.check()
  await news.next('bookingsChanged')
  expect((await wang.call(bookings.states)).list).toMatchObject([{ userName: 'li' }])
  await site.deps.db.execute(sql`update bookings set starts_at = now() - interval '1 second'`)
  await site.bookings.check()
  await controls(theirs, { controller: null, watches: true })
  await other.close()
})

test('a manager of bookings keeps control', async () => {
  const phone = await connect()
  const [li, chief] = [await addOperator('li'), await addOperator('chief', [manageBookingsPermission])]
  await book(li, null, inMs(60 * minute))
  const page = await watch(chief)
  page.send(home)
  await phone.next('canvas_action')
})

test('commands for a booked phone are refused to others, with name and end', async () => {
  await connect()
  const [li, wang] = [await addOperator('li'), await addOperator('wang')]
  await book(li, null, inMs(60 * minute))
  const send = (user: TestClient, app: string) =>
    user.ask(commands.add, {
      body: { order: { command: 'launch', app }, selection: { ids: [a1] }, hours: 1 },
    })
  expect((await send(wang, 'one')).msg).toMatch(
    /^“A1” is reserved by “li” until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(Shanghai\)$/,
  )
  expect((await send(li, 'two')).code).toBe(0)
  const stop = { order: { command: 'stsc' }, selection: { ids: [a1] }, hours: 1 }
  expect((await wang.ask(commands.add, { body: stop })).msg).toMatch(/^“A1” is reserved by “li” until /)
  const look = { order: { command: 'shot' }, selection: { ids: [a1] }, hours: 1 }
  expect((await wang.ask(commands.add, { body: look })).code).toBe(0)
})
