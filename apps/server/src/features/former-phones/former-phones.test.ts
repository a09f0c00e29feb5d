import { devices } from '@fleetdeck/contract/devices'
import { DataScope } from '@fleetdeck/contract/enums'
import {
  type FormerPhone,
  formerPhones,
  maxWaitingNumbers,
  waitingDays,
} from '@fleetdeck/contract/former-phones'
import { GroupId, UserId } from '@fleetdeck/contract/ids'
import { tasks } from '@fleetdeck/contract/tasks'
import { HttpPhone } from '@fleetdeck/testing/phones/http-phone'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { addUser, adminPassword, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { devices as deviceTable } from '../../platform/db/schema/devices.ts'

let site: TestSite
let fixture: TaskFixture
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(async () => {
  await fixture.reset()
  await site.deps.parameters.set('device.legacyNumberOnly', 'true')
})
afterAll(() => site.stop())

const groupId = GroupId.parse(1)
const waits = '401 This phone has no token. An administrator has to approve it in the console.'
const redmi = { brand: 'Redmi', model: 'Note 9', imei: '861', androidId: 'a1', apkVersion: '12' }
const resp = { action: 'resp' }

const phone = (deviceNo: string) => new HttpPhone(site.address, { deviceNo })
const listed = async (query: object = {}): Promise<FormerPhone[]> =>
  (await site.admin.call(formerPhones.list, { query: query as never })).list
const idsOf = async () => (await listed()).map(({ id }) => id)
const prepare = (deviceNo: string, values: object = {}) =>
  site.deps.db.insert(deviceTable).values({ deviceNo, tenantId: UserId.parse(1), groupId, ...values })
const admit = (ids: FormerPhone['id'][], more: object = {}) =>
  site.admin.call(formerPhones.admit, { body: { ids, ...more } })
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const open = (draft: object) =>
  site.admin.call(formerPhones.addAdmission, { body: { endsAt: inHours(1), ...draft } as never })
async function admittedPhone(deviceNo = 'A1', said: object = redmi) {
  await prepare(deviceNo)
  await expect(phone(deviceNo).beat(said)).rejects.toThrow(waits)
  const { id } = firstRow(await listed({ deviceNo }))
  await admit([id])
  return id
}

describe('a phone that calls with its number alone', () => {
  test('appears with what it says, also when no device has its number', async () => {
    await prepare('A1')
    await expect(phone('A1').beat(redmi)).rejects.toThrow(waits)
    await expect(phone('未知-7').beat({ brand: 'vivo' })).rejects.toThrow(waits)
    expect(await listed({ orderByColumn: 'id', isAsc: 'asc' })).toMatchObject([
      {
        deviceNo: 'A1',
        state: 'waiting',
        deviceId: 1,
        groupName: 'Lab',
        said: redmi,
        ip: '127.0.0.1',
        count: 1,
      },
      { deviceNo: '未知-7', state: 'waiting', deviceId: null, said: { brand: 'vivo', imei: '' } },
    ])
    expect(await site.admin.call(formerPhones.site)).toMatchObject({ isOn: true, waiting: 2 })
  })

  test('is counted once a minute', async () => {
    for (const _ of [1, 2, 3]) await expect(phone('A1').beat(redmi)).rejects.toThrow(waits)
    expect(await listed()).toMatchObject([{ count: 1 }])
    await site.deps.db.execute(sql`update former_phones set last_at = now() - interval '61 seconds'`)
    await expect(phone('A1').beat({ ...redmi, apkVersion: '13' })).rejects.toThrow(waits)
    expect(await listed()).toMatchObject([{ count: 2, said: { apkVersion: '13' } }])
  })

  test('is told so when too many numbers wait, until old ones are forgotten', async () => {
    const { db } = site.deps
    await db.execute(sql`
      insert into former_phones (device_no, state, said, last_at)
      select 'W' || n, 'waiting', '{}', now() from generate_series(1, ${maxWaitingNumbers}) n`)
    await expect(phone('A1').beat()).rejects.toThrow('401 Too many phones are waiting for approval.')
    await db.execute(
      sql`update former_phones set last_at = now() - make_interval(days => ${waitingDays + 1})`,
    )
    await expect(phone('A1').beat()).rejects.toThrow(waits)
    expect(await listed()).toMatchObject([{ deviceNo: 'A1' }])
  })

  test('is admitted as the device with its number, permanently', async () => {
    await admittedPhone()
    expect(await phone('A1').beat(redmi)).toEqual(resp)
    await site.deps.db.execute(
      sql`update former_phones set last_at = now() - make_interval(days => ${waitingDays + 1})`,
    )
    await expect(phone('B1').beat()).rejects.toThrow(waits)
    expect(await phone('A1').beat(redmi)).toEqual(resp)
    await site.flush()
    expect(await listed({ state: 'admitted' })).toMatchObject([{ deviceNo: 'A1', online: true }])
  })

  test('is called by its own number after its device got another one', async () => {
    await admittedPhone()
    await site.deps.db.execute(sql`update devices set device_no = 'Z9'`)
    expect(await phone('A1').beat(redmi)).toEqual(resp)
    expect(await listed()).toMatchObject([{ deviceNo: 'A1', deviceNoNow: 'Z9' }])
    await site.deps.db.execute(sql`update devices set device_no = null`)
    await expect(phone('A1').beat(redmi)).rejects.toThrow(waits)
  })

  test('becomes a device of the chosen group, under another number if its own is none', async () => {
    for (const number of ['N1', 'N2', '七-1']) await expect(phone(number).beat()).rejects.toThrow(waits)
    const ids = await idsOf()
    const noDevice = expect.stringContaining('No device has this number')
    expect(await admit(ids)).toMatchObject({
      admitted: 0,
      refused: expect.arrayContaining([{ deviceNo: 'N1', reason: noDevice }]),
    })
    expect(await admit(ids, { groupId })).toEqual({
      admitted: 2,
      refused: [{ deviceNo: '七-1', reason: expect.stringContaining('cannot be a device number') }],
    })
    const { id } = firstRow(await listed({ state: 'waiting' }))
    await expect(admit(ids, { groupId, deviceNo: 'N7' })).rejects.toThrow('for one phone only')
    expect(await admit([id], { groupId, deviceNo: 'N7' })).toMatchObject({ admitted: 1 })
    for (const number of ['N1', 'N2', '七-1']) expect(await phone(number).beat()).toEqual(resp)
    const { list } = await site.admin.call(devices.list)
    expect(list.map(({ deviceNo }) => deviceNo).sort()).toEqual(['N1', 'N2', 'N7'])
  })

  test('is not admitted beyond the quota of the owner', async () => {
    const lin = await addUser(site, { userName: 'lin', deviceNumber: 1 })
    const group = { groupName: 'Lins', tenantId: lin.id }
    await site.admin.ask({ method: 'POST', path: '/device/group/add' }, { body: group })
    for (const number of ['N1', 'N2']) await expect(phone(number).beat()).rejects.toThrow(waits)
    const { admitted, refused } = await admit(await idsOf(), { groupId: GroupId.parse(2) })
    expect([admitted, refused]).toEqual([
      1,
      [{ deviceNo: expect.any(String), reason: expect.stringContaining('1') }],
    ])
  })

  test('is refused once it is rejected, and forgotten ones wait again', async () => {
    const id = await admittedPhone()
    await site.admin.call(formerPhones.reject, { body: { ids: [id] } })
    await expect(phone('A1').beat(redmi)).rejects.toThrow(
      '401 An administrator rejected this phone, which has no token. Enrol it with an enrolment key or code.',
    )
    await site.admin.call(formerPhones.forget, { body: { ids: [id] } })
    await expect(phone('A1').beat(redmi)).rejects.toThrow(waits)
  })

  test('cannot speak for a device with a token, which is shown as replaced', async () => {
    const id = await admittedPhone()
    await site.deps.db.execute(sql`update devices set token_hash = 'x'`)
    await expect(phone('A1').beat(redmi)).rejects.toThrow('401 The device token is missing')
    expect(await listed()).toMatchObject([{ id, state: 'replaced' }])
    await site.admin.call(formerPhones.forget, { body: { ids: [id] } })
    await expect(phone('A1').beat(redmi)).rejects.toThrow('401')
    const { refused } = await admit(await idsOf())
    expect(refused).toMatchObject([{ reason: expect.stringContaining('Revoke its token first') }])
  })

  test('is replaced when its number is assigned to an agent; the device keeps its tasks', async () => {
    const id = await admittedPhone()
    const token = await site.enrol('phone-1')
    const taskId = await fixture.task({}, { isStarted: false })
    const body = { deviceNo: 'A1', deviceId: 'phone-1', tenantId: UserId.parse(1), groupId }
    await site.admin.call(devices.addAssDevice, { body })
    await expect(phone('A1').beat(redmi)).rejects.toThrow('401 The device token is missing')
    expect(await listed()).toMatchObject([{ id, state: 'replaced', deviceId: 1 }])
    const agent = new HttpPhone(site.address, { token })
    expect(await agent.beat({ deviceNo: '' })).toEqual({ action: 'assigned', deviceNo: 'A1' })
    expect((await site.admin.call(tasks.getCopyInfo, { query: { id: taskId } })).devices).toEqual(['A1'])
  })

  test('is not recorded from other networks, or where the site does not allow it', async () => {
    await site.deps.parameters.set('device.legacyNetworks', '10.1.0.0/16')
    await expect(phone('A1').beat()).rejects.toThrow('are not accepted from the address 127.0.0.1')
    await site.deps.parameters.set('device.legacyNetworks', '127.0.0.0/8')
    await site.deps.parameters.set('device.legacyNumberOnly', 'false')
    await expect(phone('A1').beat()).rejects.toThrow('401')
    expect(await listed()).toEqual([])
    expect(await site.admin.call(formerPhones.site)).toMatchObject({ isOn: false })
  })
})

describe('of two phones with one number', () => {
  const other = { ...redmi, androidId: 'b2', model: 'Note 10' }

  test('the first one is served, the other one refused, and the operator sees both', async () => {
    const id = await admittedPhone()
    await expect(phone('A1').beat(other)).rejects.toThrow('401 Another phone already uses the number A1.')
    expect(await phone('A1').beat(redmi)).toEqual(resp)
    expect(await listed({ hasRival: 'true' })).toMatchObject([
      { id, said: { model: 'Note 9' }, rival: { model: 'Note 10', androidId: 'b2', ip: '127.0.0.1' } },
    ])
    await site.admin.call(formerPhones.acceptRival, { body: { ids: [id] } })
    expect(await phone('A1').beat(other)).toEqual(resp)
    await expect(phone('A1').beat(redmi)).rejects.toThrow('Another phone')
  })

  test('both are shown while they wait', async () => {
    await expect(phone('A1').beat(redmi)).rejects.toThrow(waits)
    await expect(phone('A1').beat(other)).rejects.toThrow(waits)
    expect(await listed()).toMatchObject([{ said: { androidId: 'a1' }, rival: { androidId: 'b2' } }])
  })

  test('phones without an Android ID are told apart by their IMEI; one that says less stays the same', async () => {
    await admittedPhone('A1', { imei: '861' })
    await expect(phone('A1').beat({ imei: '862' })).rejects.toThrow('Another phone')
    expect(await phone('A1').beat({})).toEqual(resp)
    expect(await phone('A1').beat({ imei: '861', androidId: 'a1' })).toEqual(resp)
    await expect(phone('A1').beat({ imei: '861', androidId: 'b2' })).rejects.toThrow('Another phone')
  })
})

describe('a list of numbers', () => {
  test('admits at once what waits, and the others when they call', async () => {
    await prepare('A1')
    await expect(phone('A1').beat(redmi)).rejects.toThrow(waits)
    const outcome = await open({ kind: 'list', numbers: '\uFEFFA1\r\nA2\n\n A2 \nbad-1', groupId })
    expect(outcome).toEqual({ admitted: 1, expected: 2, refused: [] })
    expect(await phone('A1').beat(redmi)).toEqual(resp)
    expect(await listed({ state: 'expected' })).toMatchObject([{ lastAt: null }, { lastAt: null }])
    expect(await phone('A2').beat()).toEqual(resp)
    await expect(phone('bad-1').beat()).rejects.toThrow('cannot be a device number')
    await expect(phone('A3').beat()).rejects.toThrow(waits)
    expect((await site.admin.call(formerPhones.admissions)).list).toMatchObject([
      { kind: 'list', isOpen: true, admitted: 2, expected: 0, groupName: 'Lab' },
    ])
  })

  test('counts numbers that are admitted already as neither admitted nor expected', async () => {
    await admittedPhone()
    expect(await open({ kind: 'list', numbers: 'A1\nA2', groupId })).toEqual({
      ...{ admitted: 0, expected: 1, refused: [] },
    })
  })

  test('admits nothing after its end', async () => {
    await open({ kind: 'list', numbers: 'A1\nA2', groupId })
    const { id } = firstRow((await site.admin.call(formerPhones.admissions)).list)
    await site.deps.db.execute(sql`update former_admissions set ends_at = now()`)
    await expect(phone('A1').beat()).rejects.toThrow(waits)
    await site.admin.call(formerPhones.endAdmission, { body: { ids: [id] } })
    expect(await listed({ state: 'expected' })).toEqual([])
  })

  test('without a group admits only devices', async () => {
    await prepare('A1')
    const { expected, refused } = await open({ kind: 'list', numbers: 'A1\nA2' })
    expect([expected, refused]).toMatchObject([1, [{ deviceNo: 'A2' }]])
  })

  test.each([
    [{ kind: 'list', numbers: ' \n' }, 'Enter at least one number'],
    [{ kind: 'network', network: '10.1.0.0/99' }, 'Enter an address or a network'],
    [{ kind: 'network' }, 'Enter an address or a network'],
    [{ kind: 'list', numbers: 'A1', endsAt: inHours(-1) }, 'Choose an end in the future'],
    [{ kind: 'list', numbers: 'A1', endsAt: inHours(24 * 31) }, 'Choose an end in the future'],
    [{ kind: 'list', numbers: Array.from({ length: 10_001 }, (_, n) => `N${n}`).join('\n') }, '10,000'],
  ])('is refused if it is wrong: %#', async (draft, reason) => {
    await expect(open(draft)).rejects.toThrow(reason)
    expect((await site.admin.call(formerPhones.admissions)).total).toBe(0)
  })
})

describe('a network', () => {
  test('admits the phones that call from it until its end', async () => {
    await expect(phone('A1').beat()).rejects.toThrow(waits)
    expect(await open({ kind: 'network', network: '127.0.0.0/8', groupId })).toMatchObject({ admitted: 1 })
    expect(await phone('A1').beat()).toEqual(resp)
    expect(await phone('A2').beat()).toEqual(resp)
    await site.deps.db.execute(sql`update former_admissions set ends_at = now()`)
    await expect(phone('A3').beat()).rejects.toThrow(waits)
    expect(await phone('A2').beat()).toEqual(resp)
  })

  test('does not admit phones from elsewhere, or rejected ones', async () => {
    await expect(phone('A1').beat()).rejects.toThrow(waits)
    await site.admin.call(formerPhones.reject, { body: { ids: await idsOf() } })
    await open({ kind: 'network', network: '127.0.0.0/8', groupId })
    await expect(phone('A1').beat()).rejects.toThrow('rejected')
    await site.deps.db.execute(sql`update former_admissions set network = '10.9.0.0/16'`)
    await expect(phone('A2').beat()).rejects.toThrow(waits)
  })

  test('is only admitted by users who manage the whole site; others list their own devices', async () => {
    const lin = await addHolder(
      site,
      { userName: 'lin' },
      { permissions: ['device/formerSystem/list', 'device/formerSystem/admit'], dataScope: DataScope.self },
    )
    const body = { kind: 'network', network: '127.0.0.0/8', endsAt: inHours(1) } as const
    await expect(lin.client.call(formerPhones.addAdmission, { body })).rejects.toThrow(
      'manage the whole site',
    )
    await prepare('L1', { tenantId: lin.id })
    await prepare('A1')
    const numbers = 'L1\nA1\nX1'
    const list = { kind: 'list', numbers, endsAt: inHours(1) } as const
    const { expected, refused } = await lin.client.call(formerPhones.addAdmission, { body: list })
    expect([expected, refused.map(({ deviceNo }) => deviceNo)]).toEqual([1, ['A1', 'X1']])
    expect(await phone('L1').beat()).toEqual(resp)
    await expect(phone('X1').beat()).rejects.toThrow(waits)
    const seen = await lin.client.call(formerPhones.list)
    expect(seen.list.map(({ deviceNo }) => deviceNo)).toEqual(['L1'])
  })
})

describe('a key', () => {
  beforeEach(() => site.deps.parameters.set('sys.publicAddress', site.address))
  const giveKey = async (id: FormerPhone['id'], operator = site.admin) =>
    firstRow((await operator.call(formerPhones.giveKeys, { body: { ids: [id] } })).keys)

  test('is part of the server’s address; once it is used, the number alone is refused', async () => {
    const id = await admittedPhone()
    const { address, deviceNo } = await giveKey(id)
    expect([deviceNo, address]).toEqual(['A1', expect.stringMatching(`^${site.address}/phone/[\\w-]{43}$`)])
    expect(await phone('A1').beat(redmi)).toEqual(resp)
    expect(await listed()).toMatchObject([{ state: 'admitted', hasNewKey: true }])
    const keyed = new HttpPhone(address, { deviceNo: 'A1' })
    expect(await keyed.beat(redmi)).toEqual(resp)
    expect(await listed()).toMatchObject([{ state: 'bound', hasNewKey: false }])
    await expect(phone('A1').beat(redmi)).rejects.toThrow('401 The device token is missing')
    await site.deps.parameters.set('device.legacyNumberOnly', 'false')
    expect(await keyed.beat(redmi)).toEqual(resp)
  })

  test('is replaced by a newer one at its first use, and ended', async () => {
    const id = await admittedPhone()
    const first = new HttpPhone((await giveKey(id)).address, { deviceNo: 'A1' })
    await first.beat(redmi)
    const again = await site.signIn('admin', adminPassword)
    const second = new HttpPhone((await giveKey(id, again)).address, { deviceNo: 'A1' })
    expect(await first.beat(redmi)).toEqual(resp)
    expect(await second.beat(redmi)).toEqual(resp)
    await expect(first.beat(redmi)).rejects.toThrow('401 The device token is not valid')
    await site.admin.call(formerPhones.takeKeys, { body: { ids: [id] } })
    await expect(second.beat(redmi)).rejects.toThrow('401')
    expect(await phone('A1').beat(redmi)).toEqual(resp)
  })

  test('is for admitted phones, and ends with a rejection', async () => {
    await expect(phone('B1').beat()).rejects.toThrow(waits)
    await expect(giveKey(firstRow(await listed()).id)).rejects.toThrow('Only admitted phones get keys')
    const id = await admittedPhone()
    const keyed = new HttpPhone((await giveKey(id)).address, { deviceNo: 'A1' })
    await keyed.beat(redmi)
    await site.admin.call(formerPhones.reject, { body: { ids: [id] } })
    await expect(keyed.beat(redmi)).rejects.toThrow('401')
  })

  test.each(['reject', 'forget'] as const)(
    'stays when the decision to %s its phone fails',
    async (decision) => {
      const { db } = site.deps
      const id = await admittedPhone()
      const keyed = new HttpPhone((await giveKey(id)).address, { deviceNo: 'A1' })
      await keyed.beat(redmi)
      await db.execute(sql`create function fail() returns trigger language plpgsql as
      $$ begin raise 'failed'; end $$`)
      onTestFinished(async () => {
        await db.execute(sql`drop function fail cascade`)
      })
      await db.execute(sql`create trigger fail before update of state or delete on former_phones
      for each row execute function fail()`)
      const failed = await site.admin.ask(formerPhones[decision], { body: { ids: [id] } })
      expect(failed.code).toBe(500)
      expect(await keyed.beat(redmi)).toEqual(resp)
    },
  )

  test('does not open other paths', async () => {
    const { address } = await giveKey(await admittedPhone())
    const response = await fetch(`${address}/device/formerSystem/list`)
    expect(((await response.json()) as { code: number }).code).toBe(404)
  })
})
