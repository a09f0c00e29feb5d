import {
  type BookingDraft,
  bookingPermission,
  bookings,
  bookPermission,
  manageBookingsPermission,
} from '@fleetdeck/contract/bookings'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { DataScope } from '@fleetdeck/contract/enums'
import { type BookingId, type DeviceId, type GroupId, UserId } from '@fleetdeck/contract/ids'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const minute = 60_000
const hour = 60 * minute
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

const booker = { permissions: [bookingPermission, bookPermission], dataScope: DataScope.self }
const manager = { ...booker, permissions: [...booker.permissions, manageBookingsPermission] }

/** Ann owns the phones; Li and Wang see them by their role. */
async function addTeam(deviceNos: string[]) {
  const ann = await addHolder(site, { userName: 'ann', parentId: UserId.parse(1) }, manager)
  const all = { ...booker, dataScope: DataScope.all }
  const li = await addHolder(site, { userName: 'li', parentId: ann.id }, all)
  const wang = await addHolder(site, { userName: 'wang', parentId: ann.id }, all)
  const groupId = await addGroup(ann.id, deviceNos)
  const { list } = await site.admin.call(devices.list, { query: { groupId, pageSize: 100 } })
  const ids = deviceNos.map((deviceNo) => list.find((each) => each.deviceNo === deviceNo)?.id as DeviceId)
  return { ann, li, wang, groupId, ids, first: ids[0] as DeviceId }
}

async function addGroup(tenantId: UserId, deviceNos: string[]): Promise<GroupId> {
  const groupName = `of ${tenantId}`
  await site.admin.call(deviceGroups.add, { body: { groupName, tenantId } })
  const groups = await site.admin.call(deviceGroups.list, { query: { groupName } })
  const groupId = groups.list[0]?.id as GroupId
  for (const deviceNo of deviceNos)
    await site.admin.call(devices.add, { body: { deviceNo, groupId, tenantId, batch: 0 } })
  return groupId
}

const draft = (deviceIds: DeviceId[], change: Partial<BookingDraft> = {}): BookingDraft => ({
  target: { deviceIds },
  startsAt: null,
  endsAt: inMs(hour),
  purpose: '',
  ...change,
})
const ask = (client: TestClient, body: BookingDraft) => client.ask(bookings.add, { body })
const book = async (client: TestClient, deviceIds: DeviceId[], change: Partial<BookingDraft> = {}) =>
  (await client.call(bookings.add, { body: draft(deviceIds, change) })).id
const mine = (client: TestClient) => client.call(bookings.mine)
const refusal = async (client: TestClient, body: BookingDraft) => (await ask(client, body)).msg
/** As if so much time had passed. */
async function pass(ms: number) {
  const interval = sql`make_interval(secs => ${ms / 1000})`
  await site.deps.db.execute(sql`update bookings set starts_at = starts_at - ${interval},
    ends_at = ends_at - ${interval}, accept_by = accept_by - ${interval}`)
  await site.bookings.check()
}
const stages = async () => {
  const { rows } = await site.deps.db.execute<{ stage: string }>(sql`select stage from bookings order by id`)
  return rows.map(({ stage }) => stage)
}

describe('a booking', () => {
  test('reserves phones for its user, who sees it in the list and among the own ones', async () => {
    const { li, wang, ids, first } = await addTeam(['A1', 'A2'])
    const answer = await li.client.call(bookings.add, { body: draft(ids, { purpose: ' test run ' }) })
    expect(answer.deviceNos).toEqual(['A1', 'A2'])
    const { bookings: own } = await mine(li.client)
    expect(own).toMatchObject([
      { userName: 'li', isOwn: true, mayChange: true, purpose: 'test run', acceptBy: null },
    ])
    expect(own[0]?.devices).toEqual(ids.map((id, n) => ({ id, deviceNo: `A${n + 1}` })))
    const { list, total } = await wang.client.call(bookings.list, {
      query: { startsAt: inMs(-hour), endsAt: inMs(hour), deviceNo: 'A1' },
    })
    expect(total).toBe(1)
    expect(list).toMatchObject([
      { id: first, bookings: [{ userName: 'li', isOwn: false, mayChange: false }] },
    ])
    const { list: states } = await wang.client.call(bookings.states)
    expect(states.map(({ deviceId, userName }) => [deviceId, userName])).toEqual(ids.map((id) => [id, 'li']))
  })

  test('is refused while somebody else has one of the phones, with name and time', async () => {
    const { li, wang, ids, first } = await addTeam(['A1', 'A2'])
    await book(li.client, [first])
    expect(await refusal(wang.client, draft(ids))).toMatch(
      /^“A1” is reserved by “li” from \d{4}-\d\d-\d\d \d\d:\d\d:\d\d to \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(Shanghai\)$/,
    )
    await book(wang.client, [first], { startsAt: inMs(2 * hour), endsAt: inMs(3 * hour) })
    expect(
      await refusal(li.client, draft([first], { startsAt: inMs(90 * minute), endsAt: inMs(150 * minute) })),
    ).toMatch(/reserved by “wang”/)
  })

  test('of two that are made at the same moment only one is kept', async () => {
    const { li, wang, first } = await addTeam(['A1'])
    const answers = await Promise.all([ask(li.client, draft([first])), ask(wang.client, draft([first]))])
    expect(answers.map(({ code }) => code).sort()).toEqual([-1, 0])
  })

  test('gives any free phones of a group, and says how many there are', async () => {
    const { li, wang, ids, groupId } = await addTeam(['A1', 'A2', 'A3'])
    await book(li.client, ids.slice(0, 1))
    const any = (count: number) => draft([], { target: { groupId, count } })
    expect(await refusal(wang.client, any(3))).toBe(
      'Only 2 phones of this group are free then. Reserve fewer, or wait in line.',
    )
    expect((await wang.client.call(bookings.add, { body: any(2) })).deviceNos).toEqual(['A2', 'A3'])
  })

  test('lies in the future, within 90 days, and lasts 5 minutes to 7 days', async () => {
    const { li, first } = await addTeam(['A1'])
    const at = (from: number, to: number) => draft([first], { startsAt: inMs(from), endsAt: inMs(to) })
    expect(await refusal(li.client, at(-hour, hour))).toBe('Select a time in the future')
    expect(await refusal(li.client, at(91 * 24 * hour, 91 * 24 * hour + hour))).toBe(
      'Bookings can begin up to 90 days ahead',
    )
    const length = 'Bookings last from 5 minutes to 7 days'
    expect(await refusal(li.client, at(hour, hour + 4 * minute))).toBe(length)
    expect(await refusal(li.client, at(hour, 8 * 24 * hour + 2 * hour))).toBe(length)
    expect(await refusal(li.client, draft([]))).toBe('Select phones')
    expect(await refusal(li.client, draft([first, first]))).not.toBe('')
    expect(await refusal(li.client, draft([first], { purpose: 'x'.repeat(201) }))).toBe(
      'Purposes can be up to 200 characters',
    )
  })

  test('keeps to the quota of phones and hours, from which managers are exempt', async () => {
    const { ann, li, ids } = await addTeam(['A1', 'A2', 'A3'])
    await site.deps.parameters.set('booking.maxPhones', '2')
    await site.deps.parameters.set('booking.weekHours', '3')
    expect(await refusal(li.client, draft(ids))).toBe(
      'You can reserve up to 2 phones for the same time, and this would be 3',
    )
    await book(li.client, ids.slice(0, 1))
    expect(await refusal(li.client, draft(ids.slice(1), { endsAt: inMs(30 * minute) }))).toMatch(
      /would be 3$/,
    )
    // Of the next week in the zone of the site, eight hours ahead; 0 is Monday.
    const weekday = (new Date(Date.now() + 8 * hour).getUTCDay() + 6) % 7
    const wednesday = new Date(Date.now() + (7 + 2 - weekday) * 24 * hour)
    wednesday.setUTCHours(8, 0, 0, 0)
    const until = new Date(wednesday.getTime() + 2 * hour)
    const week = { startsAt: wednesday.toISOString(), endsAt: until.toISOString() }
    expect(await refusal(li.client, draft(ids.slice(0, 2), week))).toBe(
      'You can reserve up to 3 phone hours a week, and this would be 4',
    )
    await book(ann.client, ids.slice(1), { endsAt: inMs(5 * hour) })
    expect((await mine(li.client)).quota).toMatchObject({ maxPhones: 2, weekHours: 3 })
    expect((await mine(ann.client)).quota).toMatchObject({ maxPhones: 0, weekHours: 0 })
  })

  test('is only of phones that its user sees, and needs the right', async () => {
    const { li, first } = await addTeam(['A1'])
    const other = await addHolder(site, { userName: 'zhao', parentId: UserId.parse(1) }, booker)
    expect((await ask(other.client, draft([first]))).code).toBe(404)
    const id = await book(li.client, [first])
    expect((await other.client.ask(bookings.release, { body: { id } })).code).toBe(404)
    const blind = await addHolder(
      site,
      { userName: 'blind', parentId: UserId.parse(1) },
      { ...booker, permissions: [bookingPermission] },
    )
    expect((await ask(blind.client, draft([first]))).code).toBe(403)
  })

  test('is extended while the phone is free, and ended early', async () => {
    const { ann, li, wang, first } = await addTeam(['A1'])
    const id = await book(li.client, [first])
    await book(wang.client, [first], { startsAt: inMs(2 * hour), endsAt: inMs(3 * hour) })
    const extend = (client: TestClient, endsAt: string) =>
      client.ask(bookings.extend, { body: { id, endsAt } })
    expect((await extend(wang.client, inMs(90 * minute))).msg).toBe(
      'Only the user who made the booking and administrators of bookings can change it',
    )
    expect((await extend(li.client, inMs(130 * minute))).msg).toMatch(/reserved by “wang”/)
    expect(await extend(li.client, inMs(90 * minute))).toMatchObject({ code: 0 })
    expect((await extend(li.client, inMs(-minute))).msg).toBe('Select a time in the future')
    expect(await ann.client.ask(bookings.release, { body: { id } })).toMatchObject({ code: 0 })
    expect((await mine(li.client)).bookings).toEqual([])
    expect((await extend(li.client, inMs(95 * minute))).code).toBe(404)
    await book(wang.client, [first])
  })

  test('goes through its stages, and is over at its end', async () => {
    const { li, first } = await addTeam(['A1'])
    await book(li.client, [first], { startsAt: inMs(hour), endsAt: inMs(2 * hour) })
    expect(await stages()).toEqual(['planned'])
    const passed: string[] = []
    for (const ms of [56 * minute, 5 * minute, 55 * minute, 5 * minute]) {
      await pass(ms)
      passed.push(...(await stages()))
    }
    expect(passed).toEqual(['soon', 'running', 'ending', 'over'])
    expect((await mine(li.client)).bookings).toEqual([])
  })
})

describe('a place in line', () => {
  const wait = async (client: TestClient, target: object, minutes = 30) =>
    (await client.call(bookings.wait, { body: { target: target as never, minutes, purpose: '' } })).id
  const offers = async (client: TestClient) =>
    (await mine(client)).bookings.flatMap(({ id, acceptBy, devices: all }) =>
      acceptBy === null ? [] : [{ id, deviceNos: all.map(({ deviceNo }) => deviceNo) }],
    )
  const release = (client: TestClient, id: BookingId) => client.call(bookings.release, { body: { id } })

  test('is served first come, first served, with some minutes to accept', async () => {
    const { ann, li, wang, first } = await addTeam(['A1'])
    const id = await book(ann.client, [first])
    await wait(li.client, { deviceId: first })
    await wait(wang.client, { deviceId: first })
    expect((await mine(wang.client)).waits).toMatchObject([{ deviceNo: 'A1', count: 1, ahead: 1 }])
    await release(ann.client, id)
    const [offer] = await offers(li.client)
    expect(offer?.deviceNos).toEqual(['A1'])
    expect(await offers(wang.client)).toEqual([])
    expect(await refusal(ann.client, draft([first]))).toMatch(/reserved by “li”/)
    await li.client.call(bookings.accept, { body: { id: offer?.id as BookingId } })
    expect(await offers(li.client)).toEqual([])
    expect((await mine(li.client)).bookings).toHaveLength(1)
    await pass(31 * minute)
    expect(await offers(wang.client)).toHaveLength(1)
  })

  test('goes to the next when an offer is declined, or not accepted in time', async () => {
    const { ann, li, wang, first } = await addTeam(['A1'])
    const id = await book(ann.client, [first])
    await wait(li.client, { deviceId: first })
    await wait(wang.client, { deviceId: first })
    await wait(li.client, { deviceId: first }, 40)
    await release(ann.client, id)
    await pass(11 * minute)
    expect(await offers(li.client)).toEqual([])
    const [offer] = await offers(wang.client)
    await release(wang.client, offer?.id as BookingId)
    expect(await offers(li.client)).toHaveLength(1)
  })

  test('for many of a group is not passed by one for few', async () => {
    const { ann, li, wang, ids, groupId } = await addTeam(['A1', 'A2', 'A3'])
    const both = await book(ann.client, ids.slice(0, 2))
    await book(ann.client, ids.slice(2))
    await wait(li.client, { groupId, count: 3 })
    await wait(wang.client, { groupId, count: 1 })
    await release(ann.client, both)
    expect(await offers(wang.client)).toEqual([])
    const { waits } = await mine(li.client)
    await li.client.call(bookings.leave, { body: { id: waits[0]?.id as never } })
    expect(await offers(wang.client)).toEqual([expect.objectContaining({ deviceNos: ['A1'] })])
    expect((await wang.client.ask(bookings.leave, { body: { id: waits[0]?.id } })).code).toBe(404)
  })

  test('of a phone that is free is offered at once; an offer is accepted before it is extended', async () => {
    const { li, wang, first } = await addTeam(['A1'])
    await wait(li.client, { deviceId: first })
    const [offer] = await offers(li.client)
    const id = offer?.id as BookingId
    expect((await li.client.ask(bookings.extend, { body: { id, endsAt: inMs(hour) } })).msg).toBe(
      'Accept this booking first',
    )
    expect((await wang.client.ask(bookings.accept, { body: { id } })).code).toBe(403)
  })

  test('is refused beyond the quota and beyond 20 lines', async () => {
    const { ann, li, first, groupId } = await addTeam(['A1'])
    await book(ann.client, [first])
    const line = (count: number) =>
      li.client.ask(bookings.wait, { body: { target: { groupId, count }, minutes: 30 + count, purpose: '' } })
    expect((await line(21)).msg).toMatch(/^You can reserve up to 20 phones/)
    for (let n = 1; n <= 20; n++) expect((await line(n)).code).toBe(0)
    const target = { deviceId: first }
    expect((await li.client.ask(bookings.wait, { body: { target, minutes: 60, purpose: '' } })).msg).toBe(
      'You can wait in up to 20 lines. Leave one that is no longer needed first.',
    )
  })
})

test('the calendar shows up to 8 days', async () => {
  const query = { startsAt: '2027-01-01T00:00:00Z', endsAt: '2027-01-10T00:00:00Z' }
  expect((await site.admin.ask(bookings.list, { query })).msg).toBe('The calendar shows up to 8 days')
})

test('a user has up to 100 bookings', async () => {
  const { ann, first } = await addTeam(['A1'])
  for (let n = 0; n < 100; n++)
    await book(ann.client, [first], {
      startsAt: inMs((n + 1) * hour),
      endsAt: inMs((n + 1) * hour + 10 * minute),
    })
  expect(await refusal(ann.client, draft([first], { endsAt: inMs(10 * minute) }))).toMatch(
    /^You can have up to 100/,
  )
})
