import { DataScope } from '@fleetdeck/contract/enums'
import {
  guardedPermission,
  isSecretParameter,
  parameterRows,
  secretMask,
} from '@fleetdeck/contract/parameter-rows'
import { parameters } from '@fleetdeck/contract/parameters'
import { site as siteCalls } from '@fleetdeck/contract/site'
import { parameterKeys, siteConfig, siteParameters } from '@fleetdeck/contract/site-config'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { menus } from '../../platform/db/schema/menus.ts'
import { operationLogs } from '../../platform/db/schema/operation-logs.ts'
import { sessions } from '../../platform/db/schema/sessions.ts'
import { seedMenus } from '../../platform/db/seed/seed-menus.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const update = (values: Record<string, string>) => site.admin.ask(siteConfig.update, { body: { values } })
const settings = async (client = site.admin) =>
  (await client.call(siteConfig.list)).groups.flatMap((group) => group.settings)

test('the page has every parameter once, with a name and a one-line description', async () => {
  const all = await settings()
  expect(all.map(({ key }) => key).sort()).toEqual(Object.keys(parameters).sort())
  for (const { name, hint } of all) expect(name && hint).not.toBe('')
})

test('values saved together take effect immediately, before sign-in too', async () => {
  const values = {
    'sys.title': 'My fleet',
    'sys.filing': 'ICP 123',
    'sys.copyright': '© 2026',
    'sys.loginBackground': '/common/file/x.png',
    'sys.openScreen': 'false',
  }
  expect(await update(values)).toMatchObject({ code: 0 })
  expect(await site.nobody.call(siteCalls.systemParam)).toMatchObject({
    systemTitle: 'My fleet',
    filing: 'ICP 123',
    copyright: '© 2026',
    loginBackground: '/common/file/x.png',
  })
  expect(await site.admin.call(siteCalls.env)).toEqual({ openScreen: false })
  await update({ 'sys.title': '', 'sys.openScreen': 'true' })
  expect(await site.admin.call(siteCalls.env)).toEqual({ openScreen: true })
})

test('one invalid value refuses all of them', async () => {
  const refused = await update({ 'sys.title': 'Changed', 'sys.session.hours': '0' })
  expect(refused).toMatchObject({ code: -1 })
  expect(refused.msg).toContain('720')
  const wrongValues: Record<string, string>[] = [
    { 'sys.timeZone': 'Mars/Olympus' },
    { 'sys.loginBackground': 'javascript:alert(1)' },
    { 'sys.loginBackground': '//elsewhere/x.png' },
    { 'sys.loginBackground': '/x.png") ; color: red' },
    { 'sys.openScreen': 'perhaps' },
    { 'no.such': '1' },
    {},
  ]
  for (const wrong of wrongValues) expect((await update(wrong)).code, JSON.stringify(wrong)).toBe(-1)
  expect(site.deps.parameters.get('sys.title')).toBe('')
})

test('secrets are masked, shown to users who may change them after a proof, and never logged', async () => {
  const person = { userName: 'wei' }
  const role = { permissions: ['site/config/list'], dataScope: DataScope.all }
  const { client } = await addHolder(site, person, role)
  const secret = site.deps.parameters.get('device.enrolmentKey')
  const key = 'device.enrolmentKey' as const
  const readSecret = (who = site.admin) => who.ask(siteConfig.secret, { query: { key } })
  expect((await settings()).find((setting) => setting.key === key)?.value).toBe(secretMask)
  expect(await readSecret()).toMatchObject({ code: 0, data: { value: secret } })
  expect((await readSecret(client)).code).toBe(403)
  await site.admin.call(siteConfig.update, { body: { values: { [key]: secretMask } } })
  expect(site.deps.parameters.get(key)).toBe(secret)
  await site.deps.db.update(sessions).set({ provenAt: new Date(0) })
  site.deps.sessions.forget()
  expect((await readSecret()).code).toBe(428)
  await site.deps.db.update(sessions).set({ provenAt: sql`now()` })
  site.deps.sessions.forget()
  const seen = (await settings(client)).filter(({ key }) => isSecretParameter(key))
  for (const { value } of seen) expect(['', secretMask]).toContain(value)
  expect((await client.ask(siteConfig.update, { body: { values: { 'sys.title': 'x' } } })).code).toBe(403)
  await update({ 'device.enrolmentKey': 'a-new-secret-key-1' })
  await site.flush()
  const logged = JSON.stringify(await site.deps.db.select().from(operationLogs))
  expect(logged).toContain('sysWebSet')
  expect(logged).not.toContain('a-new-secret-key-1')
})

describe('a parameter that decides who gets in, or where data and calls go', () => {
  const guarded: Record<string, string>[] = [
    { 'sys.oidc.issuer': 'https://evil.example' },
    { 'sys.outgoing.privateNetworks': '0.0.0.0/0' },
    { 'sys.publicAddress': 'https://evil.example' },
    { 'sys.account.lockAfter': '100' },
    { 'sys.session.days': '90' },
    { 'sys.backup.place': 's3' },
    { 'device.enrolmentKey': 'a-new-secret-key-1' },
    { 'screen.turnSecret': 'known' },
  ]
  const edit = [
    'site/config/list',
    'site/config/edit',
    parameterRows.list.permission,
    parameterRows.edit.permission,
  ]
  const holder = async (userName: string, permissions: string[]) =>
    (await addHolder(site, { userName }, { permissions, dataScope: DataScope.all })).client

  test('needs a right of its own, on both pages', async () => {
    const wei = await holder('wei', edit)
    const save = (values: Record<string, string>) => wei.ask(siteConfig.update, { body: { values } })
    expect(await save({ 'sys.title': 'Fleet' })).toMatchObject({ code: 0 })
    const { list } = await site.admin.call(parameterRows.list, { query: { pageSize: 200 } })
    for (const values of guarded) {
      const [[key = '', configValue = ''] = []] = Object.entries(values)
      expect((await save({ 'sys.title': 'Changed', ...values })).msg, key).toMatch(
        /need the “Edit security settings” permission/,
      )
      const row = list.find(({ configKey }) => configKey === key)
      const body = { id: row?.id, configName: 'x', configKey: key, configValue }
      expect((await wei.ask(parameterRows.edit, { body })).code, key).toBe(403)
    }
    expect(site.deps.parameters.get('sys.title')).toBe('Fleet')
    const lin = await holder('lin', [...edit, guardedPermission])
    const body = { values: { 'sys.session.days': '90' } }
    expect(await lin.ask(siteConfig.update, { body })).toMatchObject({ code: 0 })
  })

  test('is one row of the list of parameters, which masks secrets and is searched by key and name', async () => {
    const wei = await holder('wei', edit)
    const { list, total } = await wei.call(siteParameters.list, { query: { key: 'enrolmentkey' } })
    expect([list, total]).toMatchObject([[{ key: 'device.enrolmentKey', value: secretMask }], 1])
    const all = await site.admin.call(siteParameters.list, { query: { pageNum: 2, pageSize: 10 } })
    expect(all.list).toHaveLength(10)
    expect(all.total).toBe(parameterKeys.length)
  })

  test('is masked without the right if it is secret, and keeps its value when only its name is changed', async () => {
    const wei = await holder('wei', edit)
    const secret = site.deps.parameters.get('device.enrolmentKey')
    const seen = (await settings(wei)).find(({ key }) => key === 'device.enrolmentKey')
    expect(seen).toMatchObject({ value: secretMask, isGuarded: true })
    const query = { configKey: 'device.enrolmentKey' }
    const [row] = (await site.admin.call(parameterRows.list, { query })).list
    const one = await wei.call(parameterRows.one, { query: { id: row?.id ?? 0 } })
    expect(one.configValue).toBe(secretMask)
    const body = { id: one.id, configName: 'Key', configKey: one.configKey, configValue: one.configValue }
    expect(await wei.ask(parameterRows.edit, { body })).toMatchObject({ code: 0 })
    expect(site.deps.parameters.get('device.enrolmentKey')).toBe(secret)
  })

  test('stays changeable for roles that could change it before the right was added', async () => {
    const wei = await holder('wei', edit)
    await site.deps.db.delete(menus).where(eq(menus.permission, guardedPermission))
    await seedMenus(site.deps.db)
    site.deps.sessions.forget()
    const body = { values: { 'sys.session.days': '30' } }
    expect(await wei.ask(siteConfig.update, { body })).toMatchObject({ code: 0 })
  })
})
