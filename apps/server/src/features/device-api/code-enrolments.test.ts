import { deviceBatches } from '@fleetdeck/contract/device-batches'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import type { BodyOf } from '@fleetdeck/contract/endpoint'
import { enrolmentCodes } from '@fleetdeck/contract/enrolment-codes'
import { enrolmentRequests } from '@fleetdeck/contract/enrolment-requests'
import { phoneApi } from '@fleetdeck/contract/phone-api'
import { unusablePhones } from '@fleetdeck/contract/unusable-phones'
import { KeyedPhone } from '@fleetdeck/testing/phones/keyed-phone'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { z } from 'zod'
import { deviceGroups as groupTable } from '../../platform/db/schema/device-groups.ts'
import { devices as deviceTable } from '../../platform/db/schema/devices.ts'
import { enrolmentCodes as codeTable } from '../../platform/db/schema/enrolment-codes.ts'
import { users } from '../../platform/db/schema/users.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
})
afterAll(() => site.stop())

const made = async (draft: Partial<z.input<BodyOf<typeof enrolmentCodes.add>>> = {}) =>
  (await site.admin.call(enrolmentCodes.add, { body: { codeName: 'lab', target: 'site', ...draft } })).code
const enrol = (key: string, deviceId: string, deviceNo?: string) =>
  site.nobody.ask(phoneApi.enroll, { body: { key, deviceId, deviceNo } })
const code = async () => firstRow((await site.admin.call(enrolmentCodes.list)).list)
const expire = () => site.deps.db.update(codeTable).set({ expiresAt: sql`now() - interval '1 millisecond'` })
const listed = async () => (await site.admin.call(devices.list)).list
const assigned = async () =>
  (await listed()).map(({ deviceNo, userName, groupName }) => [deviceNo, userName, groupName])

const newCodeHint =
  'Create another one in the console under Devices → Enrolment codes, and start the agent with it.'
const usedUp = { code: -1, msg: `This enrolment code is used up. ${newCodeHint}` }
const expired = { code: -1, msg: `This enrolment code has expired. ${newCodeHint}` }
const revoked = { code: -1, msg: `This enrolment code was revoked. ${newCodeHint}` }

describe('a phone with an enrolment code', () => {
  test('of the site enrols as an unassigned phone that nobody owns, and the use is listed', async () => {
    expect(await enrol(await made(), 'phone-1')).toMatchObject({ code: 0, data: { deviceNo: '' } })
    expect((await site.admin.call(devices.listUnAssignedDevice)).total).toBe(1)
    const { id, used, state } = await code()
    expect({ used, state }).toEqual({ used: 1, state: 'usedUp' })
    const { list } = await site.admin.call(enrolmentCodes.uses, { query: { id } })
    expect(list).toMatchObject([{ deviceNo: '', deviceId: 'phone-1', ip: '127.0.0.1' }])
  })

  test('may type it in lower case, without separators, and with letters that look like digits', async () => {
    const text = await made({ maxUses: 3 })
    const typed = text.toLowerCase().replaceAll('-', '').replaceAll('0', 'o').replaceAll('1', 'l')
    expect((await enrol(typed, 'phone-1')).code).toBe(0)
    expect((await enrol(` ${text.replaceAll('-', ' ')} `, 'phone-2')).code).toBe(0)
    expect((await new KeyedPhone(site, 'phone-3').enrol({ enrolmentKey: typed })).code).toBe(0)
  })

  test('of a user belongs to that user, unassigned, or gets the number that was prepared for it', async () => {
    const lin = await addUser(site, { userName: 'lin' })
    await site.deps.db.insert(deviceTable).values({ deviceNo: 'L1', tenantId: lin.id })
    const text = await made({ target: 'user', tenantId: lin.id, maxUses: 2 })
    expect(await enrol(text, 'phone-1')).toMatchObject({ code: 0, data: { deviceNo: '' } })
    expect(await enrol(text, 'phone-2', 'L1')).toMatchObject({ code: 0, data: { deviceNo: 'L1' } })
    const rows = await site.deps.db.select().from(deviceTable)
    expect(rows.map(({ enrolledById }) => enrolledById)).toEqual([lin.id, lin.id])
  })

  test('of a group gets the next number of its prefix, the owner and the group', async () => {
    await site.admin.call(devices.add, { body: { deviceNo: 'A007', groupId: 1 } })
    const text = await made({ target: 'group', groupId: 1, numberPrefix: 'A', maxUses: 3 })
    const answers = await Promise.all([1, 2, 3].map((n) => enrol(text, `phone-${n}`)))
    expect(answers.map(({ data }) => (data as { deviceNo: string }).deviceNo).sort()).toEqual([
      'A008',
      'A009',
      'A010',
    ])
    expect((await assigned()).filter(([number]) => number !== 'A007')).toHaveLength(3)
    expect(await assigned()).toContainEqual(['A008', 'admin', 'Lab'])
    const { list } = await site.admin.call(enrolmentCodes.uses, { query: { id: (await code()).id } })
    expect(list.map(({ deviceNo }) => deviceNo).sort()).toEqual(['A008', 'A009', 'A010'])
  })

  test('connects with the number immediately', async () => {
    const phone = new KeyedPhone(site, 'phone-1')
    await phone.enrol({ enrolmentKey: await made({ target: 'group', groupId: 1, numberPrefix: 'A' }) })
    const socket = phone.connect()
    onTestFinished(() => socket.close())
    expect(await socket.next('registered')).toMatchObject({ deviceNo: 'A001' })
  })
})

describe('the last use', () => {
  test('is taken by one of many phones, also on two servers', async () => {
    const other = await site.another()
    const text = await made({ maxUses: 2 })
    const ask = async (address: string, deviceId: string) => {
      const headers = { 'content-type': 'application/json', languageSelect: 'en' }
      const body = JSON.stringify({ key: text, deviceId })
      const response = await fetch(address + phoneApi.enroll.path, { method: 'POST', headers, body })
      return (await response.json()) as { code: number; msg: string }
    }
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => ask(n % 2 ? site.address : other.address, `phone-${n}`)),
    )
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(2)
    for (const answer of answers.filter((each) => each.code !== 0)) expect(answer).toMatchObject(usedUp)
    expect(await listed()).toHaveLength(2)
    expect(await code()).toMatchObject({ used: 2, maxUses: 2, state: 'usedUp' })
    await other.close()
  })

  test('is not taken by a phone that is refused', async () => {
    const lin = await addUser(site, { userName: 'lin', deviceNumber: 1 })
    const text = await made({ target: 'user', tenantId: lin.id, maxUses: 2 })
    await enrol(text, 'phone-1')
    expect(await enrol(text, 'phone-2')).toMatchObject({ code: -1, msg: expect.stringMatching(/1/) })
    expect(await code()).toMatchObject({ used: 1, state: 'usable' })
    expect(await listed()).toHaveLength(1)
  })
})

test('the last place of an owner is taken by one of several phones, whatever they enrol with', async () => {
  const lin = await addUser(site, { userName: 'lin', deviceNumber: 1, conSecret: 'lin-communication-key' })
  const [one, two] = [
    await made({ codeName: 'one', target: 'user', tenantId: lin.id }),
    await made({ codeName: 'two', target: 'user', tenantId: lin.id }),
  ]
  const keys = [one, two, 'lin-communication-key']
  const answers = await Promise.all(keys.map((key, n) => enrol(key, `phone-${n}`)))
  expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1)
  expect(await listed()).toHaveLength(1)
})

describe('a code that has ended', () => {
  test('by its date lets no new phone in', async () => {
    const text = await made({ maxUses: 9 })
    await expire()
    expect(await enrol(text, 'phone-1')).toMatchObject(expired)
    expect((await code()).state).toBe('expired')
  })

  test('by being revoked lets no phone in; those that have enrolled stay connected', async () => {
    const text = await made({ maxUses: 9 })
    const phone = new KeyedPhone(site, 'phone-1')
    await phone.enrol({ enrolmentKey: text })
    const socket = phone.connect()
    onTestFinished(() => socket.close())
    await socket.next('registered')
    await site.admin.call(enrolmentCodes.revoke, { body: { ids: [(await code()).id] } })
    expect(await enrol(text, 'phone-2')).toMatchObject(revoked)
    expect(await phone.enrol({ enrolmentKey: text })).toMatchObject(revoked)
    socket.send({ action: 'ping' })
    await socket.next('pong')
    expect(await listed()).toHaveLength(1)
  })

  test.each([
    [
      'its creator is disabled',
      () => site.deps.db.update(users).set({ status: 1 }).where(eq(users.userName, 'lin')),
    ],
    [
      'its owner is removed',
      () => site.deps.db.update(users).set({ deletedAt: new Date() }).where(eq(users.userName, 'wei')),
    ],
    ['its group is removed', () => site.deps.db.delete(groupTable)],
    ['its group goes to another owner', () => site.deps.db.update(groupTable).set({ tenantId: sql`1` })],
  ])('because %s counts as revoked', async (_, change) => {
    const { db } = site.deps
    const [lin, wei] = [await addUser(site, { userName: 'lin' }), await addUser(site, { userName: 'wei' })]
    await db.update(groupTable).set({ tenantId: wei.id })
    const text = await made({ target: 'group', groupId: 1, numberPrefix: 'A' })
    await db.update(codeTable).set({ creatorId: lin.id })
    await change()
    expect(await enrol(text, 'phone-1')).toMatchObject(revoked)
    expect((await code()).state).toBe('revoked')
    expect(await listed()).toEqual([])
  })

  test('is no guess: phones with it do not slow down others at their address', async () => {
    const text = await made()
    await enrol(text, 'phone-0')
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => enrol(text, `phone-${n + 1}`)))
    for (const answer of answers) expect(answer).toMatchObject(usedUp)
  })

  test('while its owner has expired, it is refused for that', async () => {
    const lin = await addUser(site, { userName: 'lin' })
    const text = await made({ target: 'user', tenantId: lin.id })
    await site.deps.db
      .update(users)
      .set({ tenantExpireTime: sql`now() - interval '1 day'` })
      .where(eq(users.id, lin.id))
    expect((await enrol(text, 'phone-1')).code).toBe(-1)
    expect(await listed()).toEqual([])
  })

  test('is refused in the language of the phone', async () => {
    const text = await made()
    await expire()
    const inChinese = (language: string) =>
      site.as(undefined, language).ask(phoneApi.enroll, { body: { key: text, deviceId: 'phone-1' } })
    expect((await inChinese('zhcn')).msg).toContain('接入码已过期')
    expect((await inChinese('zhtw')).msg).toContain('註冊碼已過期')
  })
})

describe('a known phone', () => {
  test('that proves its key enrols again with a code that is used up or has expired, without another use', async () => {
    const text = await made()
    const phone = new KeyedPhone(site, 'phone-1')
    await phone.enrol({ enrolmentKey: text })
    expect(await phone.enrol({ enrolmentKey: text })).toMatchObject({ code: 0 })
    await expire()
    expect(await phone.enrol({ enrolmentKey: text })).toMatchObject({ code: 0 })
    expect(await code()).toMatchObject({ used: 1 })
    expect((await site.admin.call(enrolmentCodes.uses, { query: { id: 1 } })).total).toBe(1)
  })

  test('that proves another key waits for approval, takes no use, and needs a usable code', async () => {
    const phone = new KeyedPhone(site, 'phone-1')
    await phone.enrol()
    const text = await made({ maxUses: 2 })
    const other = new KeyedPhone(site, 'phone-1')
    expect(await other.enrol({ enrolmentKey: text })).toMatchObject({ code: 202 })
    expect(await enrol(text, 'phone-1')).toMatchObject({ code: 202 })
    expect(await code()).toMatchObject({ used: 0 })
    expect((await site.admin.call(enrolmentRequests.list)).total).toBe(2)
    await site.deps.db.update(codeTable).set({ used: 2 })
    const third = new KeyedPhone(site, 'phone-1')
    expect(await third.enrol({ enrolmentKey: text })).toMatchObject(usedUp)
    expect((await site.admin.call(enrolmentRequests.list)).total).toBe(2)
  })

  test('of another owner is neither taken over nor moved by a code', async () => {
    const lin = await addUser(site, { userName: 'lin' })
    const phone = new KeyedPhone(site, 'phone-1')
    await phone.enrol()
    const body = { deviceNo: 'A1', deviceId: 'phone-1', tenantId: 1, groupId: 1 }
    await site.admin.call(devices.addAssDevice, { body })
    const text = await made({ target: 'user', tenantId: lin.id })
    expect(await phone.enrol({ enrolmentKey: text })).toEqual({
      code: -1,
      msg: 'This phone belongs to another user. Enrol it with an enrolment code of its owner, or delete the device in the console first.',
    })
    expect(await phone.enrol({ enrolmentKey: await made({ codeName: 'site' }) })).toMatchObject({ code: 0 })
    expect(await assigned()).toEqual([['A1', 'admin', 'Lab']])
  })

  test('stays in its group when it enrols again with a code of another one', async () => {
    await site.admin.call(deviceGroups.add, { body: { groupName: 'Shelf' } })
    const phone = new KeyedPhone(site, 'phone-1')
    await phone.enrol({ enrolmentKey: await made({ target: 'group', groupId: 1, numberPrefix: 'A' }) })
    const shelf = await made({ codeName: 'shelf', target: 'group', groupId: 2, numberPrefix: 'B' })
    expect(await phone.enrol({ enrolmentKey: shelf })).toMatchObject({ data: { deviceNo: 'A001' } })
    expect(await assigned()).toEqual([['A001', 'admin', 'Lab']])
  })

  test('whose token was revoked enrols again with its used-up code', async () => {
    const text = await made({ target: 'group', groupId: 1, numberPrefix: 'A' })
    const phone = new KeyedPhone(site, 'phone-1')
    await phone.enrol({ enrolmentKey: text })
    const { id } = firstRow(await listed())
    const body = { action: { action: 'revoke' as const }, selection: { ids: [id] } }
    await site.admin.call(deviceBatches.start, { body })
    await expect
      .poll(async () => firstRow(await site.deps.db.select().from(deviceTable)).tokenHash)
      .toBeNull()
    expect(await phone.enrol({ enrolmentKey: text })).toMatchObject({ code: 0 })
  })
})

describe('the key of the site, when it is switched off', () => {
  const off = {
    code: -1,
    msg: 'The enrolment key of the site is disabled. Create an enrolment code in the console under Devices → Enrolment codes, and start the agent with it.',
  }
  beforeEach(() => site.deps.parameters.set('device.siteKeyEnrols', 'false'))

  test('enrols no phone, with or without a key pair', async () => {
    const key = site.deps.parameters.get('device.enrolmentKey')
    expect(await enrol(key, 'phone-1')).toMatchObject(off)
    expect(await new KeyedPhone(site, 'phone-1').enrol()).toMatchObject(off)
    expect(
      (await site.as(undefined, 'zhcn').ask(phoneApi.enroll, { body: { key, deviceId: 'p' } })).msg,
    ).toContain('站点接入密钥已停用')
    expect(await listed()).toEqual([])
  })

  test('leaves phones with tokens, the keys of users, codes and reports of agents as they are', async () => {
    await site.deps.parameters.set('device.siteKeyEnrols', 'true')
    const token = await site.enrol('phone-1')
    await site.deps.parameters.set('device.siteKeyEnrols', 'false')
    const socket = TestSocket.phone(site.address, token)
    onTestFinished(() => socket.close())
    await socket.next('registered')
    await addUser(site, { userName: 'lin', conSecret: 'lin-communication-key' })
    expect((await enrol('lin-communication-key', 'phone-2')).code).toBe(0)
    expect((await enrol(await made(), 'phone-3')).code).toBe(0)
    const key = site.deps.parameters.get('device.enrolmentKey')
    const body = { key, agent: 'a', host: 'farm', phones: [{ serial: 'S1', state: 'offline' as const }] }
    await site.nobody.call(unusablePhones.report, { body })
    expect(await site.admin.call(unusablePhones.list)).toHaveLength(1)
  })

  test('is not shown as a way to enrol: users who see all devices get their own key', async () => {
    const { key } = await site.admin.call(devices.enrolment)
    expect(key).not.toBe(site.deps.parameters.get('device.enrolmentKey'))
    expect((await enrol(key, 'phone-1')).code).toBe(0)
  })
})

test('an agent with a code of a user reports unusable phones to that user, also when the code is used up', async () => {
  const lin = await addUser(site, { userName: 'lin' })
  const key = await made({ target: 'user', tenantId: lin.id })
  await enrol(key, 'phone-1')
  const report = () =>
    site.nobody.ask(unusablePhones.report, {
      body: { key, agent: 'a', host: 'farm', phones: [{ serial: 'S1', state: 'offline' }] },
    })
  expect((await report()).code).toBe(0)
  const { rows } = await site.deps.db.execute(sql`select owner_id from unusable_phones`)
  expect(rows).toEqual([{ owner_id: lin.id }])
  await site.admin.call(enrolmentCodes.revoke, { body: { ids: [(await code()).id] } })
  expect(await report()).toMatchObject(revoked)
})

test('guessing codes is counted like guessing keys', async () => {
  const guess = (n: number) => enrol(`${'0'.repeat(26)}${String(n).padStart(2, '0')}`, 'phone-1')
  const messages = (await Promise.all(Array.from({ length: 30 }, (_, n) => guess(n)))).map(({ msg }) => msg)
  expect(messages[0]).toBe('Incorrect enrolment key or code. Check it and try again.')
  expect(messages.at(-1)).toBe('Too many failed attempts. Try again in 10 minutes.')
  expect((await enrol(await made(), 'phone-1')).code).toBe(0)
})
