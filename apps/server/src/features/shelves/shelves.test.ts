import { DataScope } from '@fleetdeck/contract/enums'
import { DeviceId, ShelfId } from '@fleetdeck/contract/ids'
import { shelves } from '@fleetdeck/contract/shelves'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { devices } from '../../platform/db/schema/devices.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.deps.db
    .insert(devices)
    .values(['A1', 'A2'].map((deviceNo) => ({ deviceNo, hardwareId: deviceNo, tenantId: 1 as never })))
})
afterAll(() => site.stop())

const [a1, a2] = [DeviceId.parse(1), DeviceId.parse(2)]
const draft = { shelfName: 'Left', columns: 2, rows: 2, devices: [{ slot: 3, id: a1 }] }
const list = () => site.admin.call(shelves.list)

test('a shelf is listed with its phones, and a phone that is placed elsewhere is moved', async () => {
  const left = await site.admin.call(shelves.save, { body: draft })
  await site.admin.call(shelves.save, { body: { ...draft, shelfName: 'A2', devices: [{ slot: 0, id: a2 }] } })
  expect(
    (await list()).map(({ shelfName, devices }) => [shelfName, devices.map(({ slot }) => slot)]),
  ).toEqual([
    ['A2', [0]],
    ['Left', [3]],
  ])
  await site.admin.call(shelves.save, {
    body: {
      ...draft,
      id: left.id,
      devices: [
        { slot: 0, id: a1 },
        { slot: 1, id: a2 },
      ],
    },
  })
  expect((await list()).map(({ devices }) => devices.map(({ deviceNo }) => deviceNo))).toEqual([
    [],
    ['A1', 'A2'],
  ])
})

test('slots beyond the size, two phones in a slot, and phones of others are refused', async () => {
  const save = (change: object) => site.admin.ask(shelves.save, { body: { ...draft, ...change } })
  expect(await save({ rows: 1 })).toMatchObject({
    msg: 'A phone is outside the shelf. Make the shelf larger.',
  })
  expect(
    await save({
      devices: [
        { slot: 0, id: 1 },
        { slot: 0, id: 2 },
      ],
    }),
  ).toMatchObject({ code: -1 })
  expect(await save({ devices: [{ slot: 0, id: 99 }] })).toMatchObject({
    msg: 'Only devices of the owner of the shelf can be placed on it',
  })
  expect(await save({ columns: 0 })).toMatchObject({ code: -1 })
  expect(await list()).toEqual([])
})

test('a user sees, changes and deletes the own shelves only', async () => {
  const { id } = await site.admin.call(shelves.save, { body: draft })
  const { client } = await addHolder(
    site,
    { userName: 'lin' },
    { permissions: ['device/computer/list', 'device/shelf/save'], dataScope: DataScope.self },
  )
  expect(await client.call(shelves.list)).toEqual([])
  expect(await client.ask(shelves.save, { body: { ...draft, id } })).toMatchObject({ code: 404 })
  expect(await client.ask(shelves.remove, { query: { ids: id } })).toMatchObject({ code: 404 })
  expect(await client.ask(shelves.save, { body: draft })).toMatchObject({ code: -1 })
  await site.admin.call(shelves.remove, { query: { ids: [ShelfId.parse(id)] } })
  expect(await list()).toEqual([])
})
