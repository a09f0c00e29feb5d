import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { session } from '@fleetdeck/contract/session'
import { freePort } from '@fleetdeck/testing/server/free-port'
import { firstSignIn, type HttpClient } from '@fleetdeck/testing/server/http-client'
import {
  type DataFolder,
  type ServerProcess,
  startServer,
  temporaryFolder,
} from '@fleetdeck/testing/server/server-process'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { violations } from '../helpers/accessibility.ts'
import { maxWaitMs, openPage } from '../helpers/browser.ts'
import { sharedBrowser } from '../helpers/page-pool.ts'
import { startPhones } from '../helpers/phones.ts'

const password = 'First-Password-1'

let data: DataFolder
let settings: Record<string, string>
let server: ServerProcess
let admin: HttpClient
beforeAll(async () => {
  data = await temporaryFolder()
  const port = String(await freePort())
  settings = { DATA_DIR: data.path, PORT: port, CAPTCHA: 'off', ADMIN_PASSWORD: password }
  server = await startServer(settings)
  admin = await firstSignIn(server.address, password)
})
afterAll(async () => {
  await server?.kill()
  await data?.remove()
})

const restart = async () => {
  server = await startServer(settings)
}
beforeEach(async () => {
  // A test that failed may have left it stopped.
  const answers = await fetch(server.address).then(
    () => true,
    () => false,
  )
  if (!answers) await restart()
})
/** A window of the admin, in the colours of the browser's scheme. */
const open = async () =>
  openPage(await sharedBrowser(), server.address, {
    token: admin.token ?? '',
    storage: { 'layout-setting': JSON.stringify({ appearance: 'system' }) },
  })
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('Admin-Token'))

test('a server that stops and starts again under a page leaves its user signed in, with what was typed', async () => {
  const { page, t, close } = await open()
  await page.goto('/device/group')
  await page
    .getByRole('button', { name: t('deviceGroup.add') })
    .first()
    .click()
  const form = page.getByRole('dialog')
  await form.getByLabel(t('deviceGroup.name')).fill('Night shift')
  await server.kill()
  await page.getByRole('button', { name: t('layout.newsLost') }).waitFor()
  expect(await violations(page, 'lost connection', '.header')).toEqual([])
  const save = form.getByRole('button', { name: t('table.save') })
  await save.click()
  await form.getByRole('alert').getByText(t('error.network')).waitFor()
  await restart()
  await page.getByRole('button', { name: t('layout.newsLost') }).waitFor({ state: 'detached' })
  expect(await storedToken(page)).toBe(admin.token)
  await save.click()
  await page.getByText('Night shift', { exact: true }).waitFor()
  const { list } = await admin.call(deviceGroups.list, { query: { pageSize: 100 } })
  expect(list.filter(({ groupName }) => groupName === 'Night shift')).toHaveLength(1)
  await close()
})

test('a page that opens while the server is away says so, and opens when it is back', async () => {
  const { page, t, close } = await open()
  // The page arrives before the server stops.
  const stopped = Promise.withResolvers<void>()
  await page.route(`**${session.info.path}`, async (route) => {
    await stopped.promise
    await route.continue()
  })
  const asked = page.waitForRequest(`**${session.info.path}`)
  await page.goto('/device/group?name=lab')
  await asked
  await server.kill()
  stopped.resolve()
  const notice = page.getByRole('alert')
  await notice.getByRole('heading', { name: t('layout.outageTitle') }).waitFor()
  await notice.getByRole('button', { name: t('layout.exit') }).waitFor()
  expect(await violations(page, 'outage')).toEqual([])
  await restart()
  await page.getByRole('heading', { name: t('/device/group') }).waitFor()
  expect(new URL(page.url()).search).toContain('name=lab')
  expect(await storedToken(page)).toBe(admin.token)
  await close()
})

test('a phone that is taken over is live again after the server was away, and not before', async () => {
  const phones = await startPhones({ server: server.address, key: server.enrolmentKey, count: 1 })
  const { page, t, close } = await open()
  try {
    const waiting = async () => (await admin.call(devices.listUnAssignedDevice, { query: {} })).list
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), maxWaitMs)
    const [phone] = await waiting()
    await admin.call(deviceGroups.add, { body: { groupName: 'Screens' } })
    const groups = await admin.call(deviceGroups.list, { query: { name: 'Screens' } })
    const groupId = groups.list[0]?.id ?? 0
    const body = { deviceNo: 'A1', deviceId: phone?.deviceId ?? '', tenantId: 1, groupId }
    await admin.call(devices.addAssDevice, { body })
    await page.goto('/screen?deviceNo=A1')
    await page.getByRole('button', { name: t('screen.start') }).click()
    const live = page.getByText(t('screen.live'), { exact: true })
    await live.waitFor()
    await server.kill()
    await page
      .getByText(t('screen.reconnecting'))
      .or(page.getByText(t('screen.connecting')))
      .first()
      .waitFor()
    expect(await live.count()).toBe(0)
    await page.getByRole('button', { name: t('layout.newsLost') }).waitFor()
    await restart()
    await live.waitFor()
    expect(await storedToken(page)).toBe(admin.token)
  } finally {
    await phones.stop()
    await close()
  }
})
