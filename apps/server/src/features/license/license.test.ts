import { generateKeyPairSync } from 'node:crypto'
import { deviceBatches } from '@fleetdeck/contract/device-batches'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { confirmRequiredCode, type Endpoint } from '@fleetdeck/contract/endpoint'
import { siteLicense } from '@fleetdeck/contract/license'
import { enrollPath } from '@fleetdeck/contract/phone-api'
import { tasks } from '@fleetdeck/contract/tasks'
import { KeyedPhone } from '@fleetdeck/testing/phones/keyed-phone'
import { TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { addUser, adminPassword, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AuthStatement, writeCode } from '../../domain/license/auth-code.ts'
import { installation } from '../../platform/db/schema/installation.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const other = generateKeyPairSync('ed25519')
const dayMs = 86_400_000
const expired = 'The site licence has expired. An administrator must enter a new licence code.'

let site: TestSite
let serial: string
beforeAll(async () => {
  site = await startTestSite({ licenseKey: publicKey })
})
beforeEach(async () => {
  await site.reset()
  serial = (await detail()).serial
})
afterAll(() => site.stop())

async function detail() {
  const { detail: found } = await site.admin.call(siteLicense.info)
  if (!found) throw new Error('no detail')
  return found
}
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
const createCode = (change: Partial<AuthStatement> = {}, key = privateKey) =>
  writeCode(
    {
      ...{ version: 1, serial, devices: 50, customer: 'Lin', issuedAt: inDays(0), expiresAt: inDays(100) },
      ...change,
    },
    key,
  )
const save = (code: string) => site.admin.ask(siteLicense.saveAuthData, { body: { code } })
const setInstallation = (row: Partial<typeof installation.$inferInsert>) =>
  site.deps.db.update(installation).set(row).where(eq(installation.id, 1))
const expire = () => setInstallation({ createdAt: new Date(Date.now() - 31 * dayMs) })
const newPhone = () => ({
  key: site.deps.parameters.get('device.enrolmentKey'),
  brand: 'Deck',
  model: 'One',
})

describe('a site with a licence key', () => {
  test('has 20 devices for 30 days without a code', async () => {
    expect(await detail()).toMatchObject({ kind: 'trial', devices: 20, daysLeft: 29, isExpired: false })
    expect(serial).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/)
  })

  test('accepts a code for its serial, including spaces and line ends from mail', async () => {
    const code = createCode()
    expect(await save(`${code.slice(0, 50)}\n  ${code.slice(50)}`)).toMatchObject({ code: 0 })
    expect(await detail()).toMatchObject({ kind: 'code', devices: 50, daysLeft: 99, customer: 'Lin' })
    expect(await save(code)).toMatchObject({ code: 0 })
  })

  test('refuses forged, truncated, foreign, older or expired codes, each with its reason', async () => {
    await save(createCode({ devices: 70 }))
    const good = createCode()
    const [text = '', signature = ''] = good.split('.')
    const swapped = Buffer.from(JSON.stringify({ version: 1, serial, devices: 9999 })).toString('base64url')
    const refusals: [string, string][] = [
      [
        createCode({}, other.privateKey),
        'The signature of the licence code is not valid. Ask your reseller for a new code.',
      ],
      [
        `${swapped}.${signature}`,
        'The signature of the licence code is not valid. Ask your reseller for a new code.',
      ],
      [
        `${text}.${signature.slice(0, 40)}`,
        'The licence code is incomplete. Copy the whole code and try again.',
      ],
      [text, 'The licence code is incomplete. Copy the whole code and try again.'],
      ['hello', 'The licence code is incomplete. Copy the whole code and try again.'],
      [
        createCode({ serial: 'AAAA-BBBB-CCCC-DDDD' }),
        `The licence code is for another site. Ask your reseller for a code for the serial number ${serial}.`,
      ],
      [
        createCode({ issuedAt: inDays(-1) }),
        'The licence code is older than the current one. Enter the latest code.',
      ],
      [
        createCode({ issuedAt: inDays(1), expiresAt: inDays(-1) }),
        'The licence code has expired. Ask your reseller for a new code.',
      ],
    ]
    for (const [code, msg] of refusals) expect(await save(code)).toEqual({ code: -1, msg })
    expect(await detail()).toMatchObject({ devices: 70 })
  })

  test('that has expired still allows signing in, viewing and exporting', async () => {
    await expire()
    expect(await detail()).toMatchObject({ isExpired: true, daysLeft: 0 })
    expect((await site.signIn('admin', adminPassword)).token).toBeTruthy()
    expect((await site.admin.ask(devices.list)).code).toBe(0)
    expect((await site.admin.ask(devices.export)).code).toBe(0)
  })

  test('that has expired assigns no devices, accepts no new phones and starts no tasks, until a new code is entered', async () => {
    const fixture = new TaskFixture(site)
    await fixture.reset()
    serial = (await detail()).serial
    await fixture.addPhone(1)
    await site.enrol('phone-2')
    const known = new KeyedPhone(site, 'phone-9')
    await known.enrol()
    const id = await fixture.task({}, { isStarted: false })
    await expire()

    const phone = { deviceId: 'phone-2', deviceNo: 'A2', tenantId: 1, groupId: 1 }
    const steps: [Pick<Endpoint, 'method' | 'path'>, { body: unknown }][] = [
      [devices.addAssDevice, { body: phone }],
      [devices.add, { body: { deviceNo: 'A3', groupId: 1, batch: 0 } }],
      [deviceBatches.batchAdd, { body: { deviceNo: 'A4\nA5', groupId: 1 } }],
      [tasks.updateTaskStatus, { body: { id, status: 0 } }],
      [tasks.updateTaskStatusClear, { body: { id } }],
      [tasks.again, { body: { id } }],
      [{ method: 'POST', path: enrollPath }, { body: { ...newPhone(), deviceId: 'phone-3' } }],
    ]
    for (const [endpoint, request] of steps) {
      const { msg } = await site.admin.ask(endpoint, request)
      expect([endpoint.path, msg]).toEqual([endpoint.path, expired])
    }
    // Existing phones may reconnect, and running tasks may be stopped.
    expect((await known.enrol()).code).toBe(0)
    expect(await fixture.runs()).toEqual([])
    expect((await site.admin.ask(tasks.updateTaskStatus, { body: { id, status: 1 } })).code).toBe(0)

    expect(await save(createCode())).toMatchObject({ code: 0 })
    for (const [endpoint, request] of steps.slice(0, 1).concat(steps.slice(3, 4)))
      expect(await site.admin.ask(endpoint, request)).toMatchObject({ code: 0 })
    expect(await site.enrol('phone-3')).toBeTruthy()
  })

  test('accepts no more than its number of devices', async () => {
    await save(createCode({ devices: 0 }))
    await expect(site.deps.license.checkPlaces(site.deps.db)).rejects.toMatchObject({
      errorName: 'siteDevicesFull',
    })
  })
})

test('a code for fewer devices than are assigned is taken only when that is confirmed; the devices stay', async () => {
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  const lines = { deviceNo: 'A1\nA2\nA3', groupId: 1, batch: 1 }
  await site.admin.call(deviceBatches.batchAdd, { body: lines })
  const code = createCode({ devices: 1 })
  expect(await save(code)).toEqual({
    code: confirmRequiredCode,
    msg: 'The licence code allows 1 device, but 3 are assigned. Assigned devices keep working. To add devices, remove 2 first.',
  })
  expect(await detail()).toMatchObject({ kind: 'trial', devices: 20 })
  const body = { code, confirmed: true }
  expect(await site.admin.ask(siteLicense.saveAuthData, { body })).toMatchObject({ code: 0 })
  expect(await detail()).toMatchObject({ devices: 1, usedDevices: 3 })
  const more = { deviceNo: 'A4', groupId: 1, batch: 0 }
  expect((await site.admin.ask(devices.add, { body: more })).msg).toMatch(
    /^The site licence allows 1 device\./,
  )
  expect(await save(createCode({ devices: 3, issuedAt: inDays(0.1) }))).toMatchObject({ code: 0 })
})

describe('devices that are added at the same time', () => {
  test('stay within the number of the site', async () => {
    await save(createCode({ devices: 2 }))
    await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
    const add = (n: number) =>
      site.admin.ask(devices.add, { body: { deviceNo: `A${n}`, groupId: 1, batch: 0 } })
    const addLines = (n: number) =>
      site.admin.ask(deviceBatches.batchAdd, { body: { deviceNo: `B${n}`, groupId: 1, batch: 1 } })
    const answers = await Promise.all([1, 2, 3].flatMap((n) => [add(n), addLines(n)]))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(2)
    expect((await detail()).usedDevices).toBe(2)
  })
})

describe('setting the clock back', () => {
  test('does not extend the licence: the installation’s own clock continues', async () => {
    const { license } = site.deps
    const later = Date.now() + 29 * dayMs
    await license.tick(later, 0)
    const back = Date.now()
    expect((await license.state(back)).daysLeft).toBe(0)
    await license.tick(back, 1000)
    await license.tick(back, 1000 + 2 * dayMs)
    expect((await license.state(back)).isExpired).toBe(true)
  })
})

test('every user sees when it expires, and its administrators see all details', async () => {
  const { client } = await addUser(site, { userName: 'lin' })
  expect(await client.call(siteLicense.info)).toMatchObject({ daysLeft: 29, isExpired: false, detail: null })
  expect((await client.ask(siteLicense.copyCloudJson)).code).toBe(403)
  expect((await client.ask(siteLicense.saveAuthData, { body: { code: createCode() } })).code).toBe(403)
})

test('the public address is saved, and invalid ones are refused', async () => {
  const domain = 'https://console.example.com'
  expect(await site.admin.ask(siteLicense.saveCloudDomain, { body: { domain } })).toMatchObject({ code: 0 })
  for (const wrong of ['console', 'ftp://x.example', `${domain}/path`])
    expect((await site.admin.ask(siteLicense.saveCloudDomain, { body: { domain: wrong } })).code).toBe(-1)
  const json = JSON.parse(await site.admin.call(siteLicense.copyCloudJson))
  expect(json).toMatchObject({ serial, cloudDomain: domain, devices: 20 })
})

test('without a licence key there is no limit and no code', async () => {
  const free = await startTestSite()
  const { detail: open } = await free.admin.call(siteLicense.info)
  expect(open).toMatchObject({ kind: 'open', devices: null, expireTime: null, isExpired: false })
  expect(await free.admin.ask(siteLicense.saveAuthData, { body: { code: createCode() } })).toMatchObject({
    msg: 'This site is not limited by a licence and needs no licence code',
  })
  await free.stop()
})
