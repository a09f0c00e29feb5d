import { DataScope } from '@fleetdeck/contract/enums'
import { unusablePhones as calls, type UnusableReport } from '@fleetdeck/contract/unusable-phones'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unusablePhones } from '../../platform/db/schema/unusable-phones.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const locked = { serial: 'R58M1', state: 'unauthorized' as const }
const report = (more: Partial<UnusableReport> = {}) =>
  site.nobody.ask(calls.report, {
    body: {
      key: site.deps.parameters.get('device.enrolmentKey'),
      ...{ agent: 'a1', host: 'farm-1', phones: [locked] },
      ...more,
    },
  })
const unknownPlace = { computerId: null, port: null, isGivenUp: false }
const listed = () => site.admin.call(calls.list)

test('unusable phones are listed by computer, as the agent last reported', async () => {
  await report({ agent: 'b2', host: 'farm-2', phones: [{ serial: 'X', state: 'noPermissions' }] })
  await report()
  const farm2 = { ...unknownPlace, host: 'farm-2', serial: 'X', state: 'noPermissions' }
  expect(await listed()).toEqual([{ ...unknownPlace, host: 'farm-1', ...locked }, farm2])
  await report({ phones: [{ serial: 'R58M1', state: 'offline' }] })
  expect((await listed())[0]).toMatchObject({ host: 'farm-1', serial: 'R58M1', state: 'offline' })
  await report({ phones: [] })
  expect(await listed()).toEqual([farm2])
})

test('the report of an agent that went silent is dropped', async () => {
  await report()
  await site.deps.db.update(unusablePhones).set({ reportedAt: sql`now() - interval '4 minutes'` })
  expect(await listed()).toEqual([])
  await report({ agent: 'b2' })
  expect(await site.deps.db.$count(unusablePhones)).toBe(1)
})

test('an unknown state is listed as another one', async () => {
  await report({ phones: [{ serial: 'X', state: 'rescue' as 'other' }] })
  expect(await listed()).toEqual([{ ...unknownPlace, host: 'farm-1', serial: 'X', state: 'other' }])
})

test('a wrong key and an invalid computer name are refused', async () => {
  expect(await report({ key: 'wrong' })).toEqual({
    code: -1,
    msg: 'Incorrect enrolment key or code. Check it and try again.',
  })
  expect((await report({ host: 'a\0b' })).code).toBe(-1)
  expect((await report({ phones: Array.from({ length: 201 }, () => locked) })).code).toBe(-1)
  expect(await listed()).toEqual([])
})

test('a user sees the agents with their own key, and no others', async () => {
  const lin = await addHolder(
    site,
    { userName: 'lin', conSecret: 'lin-communication-key' },
    { permissions: [calls.list.permission], dataScope: DataScope.self },
  )
  await report()
  expect(await lin.client.call(calls.list)).toEqual([])
  // The same name with another key is another agent.
  await report({ key: 'lin-communication-key', host: 'home' })
  expect(await lin.client.call(calls.list)).toEqual([{ ...unknownPlace, host: 'home', ...locked }])
  expect(await listed()).toHaveLength(2)
})
