import { DataScope } from '@fleetdeck/contract/enums'
import { parameterRows, secretMask } from '@fleetdeck/contract/parameter-rows'
import { parameters } from '@fleetdeck/contract/parameters'
import { site as siteCalls } from '@fleetdeck/contract/site'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operationLogs } from '../../platform/db/schema/operation-logs.ts'
import { downloadedRows } from '../../testing/downloads.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const refused = (msg: string) => ({ code: -1, msg })
const keyed = async (configKey: string) => {
  const { list } = await site.admin.call(parameterRows.list, { query: { configKey } })
  const row = list.find((each) => each.configKey === configKey)
  if (!row) throw new Error(`no parameter ${configKey}`)
  return row
}
const set = async (configKey: string, configValue: string, more: object = {}) => {
  const { id, configName } = await keyed(configKey)
  return site.admin.ask(parameterRows.edit, { body: { id, configName, configKey, configValue, ...more } })
}

describe('the list', () => {
  test('contains every parameter of the program, with its name and explanation', async () => {
    const { list, total } = await site.admin.call(parameterRows.list, { query: { pageSize: 500 } })
    expect(list.map((row) => row.configKey).sort()).toEqual(Object.keys(parameters).sort())
    expect(total).toBe(list.length)
    expect(await keyed('sys.session.hours')).toMatchObject({
      shownName: 'Session timeout (hours)',
      hint: 'Users must sign in again after this long without activity',
      configValue: '12',
      defaultValue: '12',
      configType: 1,
    })
  })

  test('is filtered by the displayed name', async () => {
    const query = { configName: 'session TIMEOUT' }
    const { list } = await site.admin.call(parameterRows.list, { query })
    expect(list.map((row) => row.configKey)).toEqual(['sys.session.hours'])
  })

  test('masks secrets, and so does the export', async () => {
    const secret = site.deps.parameters.get('device.enrolmentKey')
    expect(await keyed('device.enrolmentKey')).toMatchObject({ configValue: secretMask, isSecret: true })
    const { fileName } = await site.admin.call(parameterRows.export)
    const rows = await downloadedRows(site, site.admin, fileName)
    expect(rows.length).toBe(Object.keys(parameters).length + 1)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })
})

describe('a parameter', () => {
  test('takes effect immediately, including title and logo on the sign-in page', async () => {
    expect(await set('sys.title', 'My fleet')).toMatchObject({ code: 0 })
    expect(await site.nobody.call(siteCalls.systemParam)).toMatchObject({ systemTitle: 'My fleet' })
    expect(await set('sys.title', '')).toMatchObject({ code: 0 })
    expect(await site.nobody.call(siteCalls.systemParam)).toMatchObject({ systemTitle: '' })
  })

  test('describes its valid values', async () => {
    expect(await set('sys.session.hours', '0')).toEqual(
      refused('“Session timeout (hours)” must be a whole number from 1 to 720'),
    )
    expect(await set('sys.session.hours', 'twelve')).toEqual(
      refused('“Session timeout (hours)” must be a whole number from 1 to 720'),
    )
    expect(await set('sys.openScreen', 'yes')).toEqual(refused('“Screen mirroring” must be true or false'))
    expect(await set('sys.title', 'x'.repeat(51))).toEqual(
      refused('“System title” can be up to 50 characters'),
    )
    expect(await set('sys.timeZone', 'Mars/Olympus')).toEqual(
      refused('Unknown time zone. Enter an IANA name such as Asia/Shanghai.'),
    )
    expect(await set('screen.stunServers', 'http://example.com')).toEqual(
      refused('Enter addresses that start with stun:, separated by commas'),
    )
    expect(site.deps.parameters.get('sys.session.hours')).toBe(12)
  })

  test('that is built in keeps its key and cannot be deleted', async () => {
    const { id } = await keyed('sys.title')
    const body = { id, configName: 'T', configKey: 'sys.other', configValue: 'x' }
    expect(await site.admin.ask(parameterRows.edit, { body })).toEqual(
      refused('The key of a built-in parameter cannot be changed'),
    )
    expect(await site.admin.ask(parameterRows.remove, { body: { ids: [id] } })).toEqual(
      refused('“System title” is a built-in parameter and cannot be deleted'),
    )
  })

  test('of the site is added, changed and deleted; its key is unique', async () => {
    const body = { configName: 'Banner', configKey: 'my.banner', configValue: '<b>Hello</b>' }
    expect(await site.admin.ask(parameterRows.add, { body })).toMatchObject({ code: 0 })
    expect(await site.admin.ask(parameterRows.add, { body: { ...body, remark: 'again' } })).toEqual(
      refused('This parameter key already exists. Enter another one.'),
    )
    const { list } = await site.admin.call(parameterRows.list)
    expect(list[0]?.configKey).toBe('my.banner')
    const row = await keyed('my.banner')
    expect(row).toMatchObject({ configValue: '<b>Hello</b>', configType: 0, defaultValue: null })
    expect(await set('my.banner', '', { configKey: 'my.flag' })).toMatchObject({ code: 0 })
    expect(await site.admin.ask(parameterRows.remove, { body: { ids: `${row.id}` } })).toMatchObject({
      code: 0,
    })
    for (const key of ['', '1x', 'a b', 'sys.title', 'a"b'])
      expect((await site.admin.ask(parameterRows.add, { body: { ...body, configKey: key } })).code).toBe(-1)
  })

  test('marked as built in cannot be deleted until the mark is removed', async () => {
    const body = { configName: 'B', configKey: 'my.b', configValue: '', configType: 1 }
    await site.admin.ask(parameterRows.add, { body })
    const { id } = await keyed('my.b')
    expect((await site.admin.ask(parameterRows.remove, { body: { ids: [id] } })).code).toBe(-1)
    expect(await set('my.b', '', { configType: 0 })).toMatchObject({ code: 0 })
    expect((await site.admin.ask(parameterRows.remove, { body: { ids: [id] } })).code).toBe(0)
  })
})

describe('reading one value by its key', () => {
  test('only requires a session, and shows public keys only', async () => {
    const { client } = await addUser(site, { userName: 'lin' })
    const value = (key: string) => client.ask(parameterRows.value, { params: { key } })
    expect(await value('sys.timeZone')).toMatchObject({ code: 0, data: 'Asia/Shanghai' })
    for (const key of ['device.enrolmentKey', 'sys.session.hours', 'nothing', 'constructor', '__proto__'])
      expect(await value(key), key).toMatchObject({ code: 404 })
    expect(await site.nobody.ask(parameterRows.value, { params: { key: 'sys.title' } })).toMatchObject({
      code: -401,
    })
  })
})

describe('a secret', () => {
  test('is shown in full to users who may change it, by a call of its own, and to no others', async () => {
    const secret = site.deps.parameters.get('device.enrolmentKey')
    const { id } = await keyed('device.enrolmentKey')
    const one = { query: { configId: id } }
    expect(await site.admin.call(parameterRows.one, one)).toMatchObject({ configValue: secretMask })
    const own = { query: { id } }
    expect(await site.admin.call(parameterRows.secret, own)).toEqual({ value: secret })
    const { client } = await addHolder(
      site,
      { userName: 'lin' },
      { permissions: ['system/config/sysConfig/list'], dataScope: DataScope.all },
    )
    expect(await client.call(parameterRows.one, one)).toMatchObject({ configValue: secretMask })
    const body = { id, configName: 'k', configKey: 'device.enrolmentKey', configValue: 'mine' }
    expect(await client.ask(parameterRows.edit, { body })).toMatchObject({ code: 403 })
    expect((await client.ask(parameterRows.secret, own)).code).toBe(403)
  })

  test('is not in the operation log; other values are', async () => {
    await set('device.enrolmentKey', 'Top-Secret-1')
    await set('sys.title', 'Told')
    await site.flush()
    const text = JSON.stringify(await site.deps.db.select().from(operationLogs))
    expect(text).not.toContain('Top-Secret-1')
    expect(text).toContain('Told')
    expect(text).toContain('device.enrolmentKey')
  })
})
