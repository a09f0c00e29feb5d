import { DataScope } from '@fleetdeck/contract/enums'
import { isSecretParameter, secretMask } from '@fleetdeck/contract/parameter-rows'
import { parameters } from '@fleetdeck/contract/parameters'
import { site as siteCalls } from '@fleetdeck/contract/site'
import { siteConfig } from '@fleetdeck/contract/site-config'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { operationLogs } from '../../platform/db/schema/operation-logs.ts'

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

test('secrets are shown to users who may change them, and never logged', async () => {
  const person = { userName: 'wei' }
  const role = { permissions: ['site/config/list'], dataScope: DataScope.all }
  const { client } = await addHolder(site, person, role)
  const secret = site.deps.parameters.get('device.enrolmentKey')
  expect((await settings()).find(({ key }) => key === 'device.enrolmentKey')?.value).toBe(secret)
  const seen = (await settings(client)).filter(({ key }) => isSecretParameter(key))
  for (const { value } of seen) expect(['', secretMask]).toContain(value)
  expect((await client.ask(siteConfig.update, { body: { values: { 'sys.title': 'x' } } })).code).toBe(403)
  await update({ 'device.enrolmentKey': 'a-new-secret-key-1' })
  await site.flush()
  const logged = JSON.stringify(await site.deps.db.select().from(operationLogs))
  expect(logged).toContain('sysWebSet')
  expect(logged).not.toContain('a-new-secret-key-1')
})
