import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { session } from '@fleetdeck/contract/session'
import { FaultProxy } from '@fleetdeck/testing/server/fault-proxy'
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
import { maxWaitMs, type OpenPage, openPage } from '../helpers/browser.ts'
import { sharedBrowser } from '../helpers/page-pool.ts'
import { startPhones } from '../helpers/phones.ts'

const password = 'First-Password-1'
const waiting = { timeout: maxWaitMs }

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
const open = async (address = server.address) =>
  openPage(await sharedBrowser(), address, {
    token: admin.token ?? '',
    storage: { 'layout-setting': JSON.stringify({ appearance: 'system' }) },
  })
const connection = (page: Page, state: string) => page.locator(`button[data-connection="${state}"]`)
/** Tries again without waiting for the page's own next try, which may come first and take the button away. */
const tryAgain = (page: Page, t: OpenPage['t']) =>
  Promise.race([
    page.getByRole('button', { name: t('layout.outageTry') }).click(),
    connection(page, 'live').waitFor(),
  ])
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('Admin-Token'))

/** Numbers such as A1 and A2 for phones that wait. */
async function assign(letter: string, count: number): Promise<void> {
  const waiting = async () => (await admin.call(devices.listUnAssignedDevice, { query: {} })).list
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(count), maxWaitMs)
  const groupName = `Phones ${letter}`
  await admin.call(deviceGroups.add, { body: { groupName } })
  const groups = await admin.call(deviceGroups.list, { query: { name: groupName } })
  const groupId = groups.list[0]?.id ?? 0
  for (const [place, { deviceId }] of (await waiting()).entries()) {
    const body = { deviceNo: `${letter}${place + 1}`, deviceId, tenantId: 1, groupId }
    await admin.call(devices.addAssDevice, { body })
  }
}

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
  await connection(page, 'reconnecting').waitFor()
  expect(await violations(page, 'lost connection', '.header')).toEqual([])
  const save = form.getByRole('button', { name: t('table.save') })
  await save.click()
  await form.getByRole('alert').getByText(t('error.notSent')).waitFor()
  await restart()
  await connection(page, 'live').waitFor()
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
    await assign('S', 1)
    await page.goto('/screen?deviceNo=S1')
    const live = page.getByText(t('screen.live'), { exact: true })
    await live.waitFor()
    await server.kill()
    await page
      .getByText(t('screen.reconnecting'))
      .or(page.getByText(t('screen.connecting')))
      .first()
      .waitFor()
    expect(await live.count()).toBe(0)
    await connection(page, 'reconnecting').waitFor()
    await restart()
    await live.waitFor()
    expect(await storedToken(page)).toBe(admin.token)
  } finally {
    await phones.stop()
    await close()
  }
})

/** The text of the visible page about phones. */
const statesIn = (page: Page) =>
  page
    .locator('main [data-state]:visible, main [data-condition]:visible')
    .evaluateAll((marks) => marks.map(({ dataset }) => dataset.state ?? dataset.condition))
/** A page of the open console, without loading it again. */
const enter = (page: Page, path: string) => page.locator(`nav a[href="${path}"]`).first().click()

test('while the server is away nothing counts as online, and phones that left are offline immediately', async () => {
  const phones = await startPhones({ server: server.address, key: server.enrolmentKey, count: 2 })
  const { page, t, close } = await open()
  try {
    await assign('A', 2)
    await page.goto('/device/deviceList?deviceNo=A')
    await expect.poll(() => statesIn(page), waiting).toEqual(['online', 'online'])
    await enter(page, '/index')
    await page.locator('.figure-unknown').first().waitFor({ state: 'detached' })
    await server.kill()
    await connection(page, 'reconnecting').waitFor()
    await page.locator('.figure-unknown').first().waitFor()
    await page.goBack()
    await expect.poll(() => statesIn(page), waiting).toEqual(['unknown', 'unknown'])
    await page.getByText(t('device.stateUnknown')).first().waitFor()
    // Its code is loaded for the first time.
    await enter(page, '/device/monitor')
    await page.getByText(t('layout.chunkAway')).waitFor()
    await phones.stop()
    await restart()
    await connection(page, 'live').waitFor()
    await page.getByRole('heading', { name: t('/device/monitor') }).waitFor()
    await page.goBack()
    await expect.poll(() => statesIn(page), waiting).toEqual(['offline', 'offline'])
  } finally {
    await phones.stop()
    await close()
  }
})

test('a cut network is shown, and everything missed is loaded when it is back', async () => {
  const network = await FaultProxy.start(server.address)
  const phones = await startPhones({ server: server.address, key: server.enrolmentKey, count: 1 })
  const { page, t, close } = await open(network.url.slice(0, -1))
  try {
    await assign('N', 1)
    await page.goto('/device/deviceList?deviceNo=N')
    await expect.poll(() => statesIn(page), waiting).toEqual(['online'])
    await connection(page, 'live').waitFor()
    // The browser keeps their connections, and learns only by using them that they are dead.
    await page.evaluate(async () => {
      const reads = Array.from({ length: 6 }, (_, n) => fetch(`/system/config/systemParam?n=${n}`))
      for (const read of await Promise.all(reads)) await read.text()
    })
    await network.set('half-open')
    await connection(page, 'reconnecting').waitFor()
    await expect.poll(() => statesIn(page), waiting).toEqual(['unknown'])
    const [phone] = (await admin.call(devices.list, { query: { deviceNo: 'N1' } })).list
    if (!phone?.groupId) throw new Error('no phone')
    const { id, groupId } = phone
    await admin.call(devices.edit, { body: { id, deviceNo: 'N2', groupId } })
    await network.set('pass')
    await tryAgain(page, t)
    await connection(page, 'live').waitFor()
    await page.getByText('N2', { exact: true }).waitFor()
    await expect.poll(() => statesIn(page), waiting).toEqual(['online'])
  } finally {
    await phones.stop()
    await close()
    await network.close()
  }
})

test('where something between refuses sockets the console says that it is stale, still saves, and is live once they pass', async () => {
  const phones = await startPhones({ server: server.address, key: server.enrolmentKey, count: 1 })
  const { page, t, close } = await open()
  let areRefused = true
  await page.routeWebSocket(/./, async (socket) => {
    if (areRefused) await socket.close()
    else socket.connectToServer()
  })
  try {
    await assign('W', 1)
    await page.goto('/device/deviceList?deviceNo=W')
    await connection(page, 'stale').waitFor()
    await expect.poll(() => statesIn(page), waiting).toEqual(['unknown'])
    await page.getByText(t('device.stateUnknown')).first().waitFor()

    await page
      .getByRole('row')
      .filter({ hasText: 'W1' })
      .getByRole('button', { name: t('table.edit') })
      .click()
    const form = page.getByRole('dialog')
    await form.getByLabel(t('device.number'), { exact: true }).fill('W2')
    await form.getByRole('button', { name: t('table.save') }).click()
    await page.getByText('W2', { exact: true }).waitFor()
    expect(await connection(page, 'stale').count()).toBe(1)

    areRefused = false
    await tryAgain(page, t)
    await connection(page, 'live').waitFor()
    await expect.poll(() => statesIn(page), waiting).toEqual(['online'])
  } finally {
    await phones.stop()
    await close()
  }
})

test('a browser that is offline says so, and is live again when it is back', async () => {
  const { page, close } = await open()
  await page.goto('/device/deviceList')
  await connection(page, 'live').waitFor()
  await page.context().setOffline(true)
  await connection(page, 'reconnecting').waitFor()
  await page.context().setOffline(false)
  await connection(page, 'live').waitFor()
  await close()
})

test('a page that the menu was pointed at opens although the server is unreachable', async () => {
  const { page, t, close } = await open()
  await page.goto('/system/user')
  await connection(page, 'live').waitFor()
  const entry = page.locator('nav a[href="/system/post"]').first()
  const code = page.waitForResponse(/PostsPage/)
  await entry.hover()
  await (await code).finished()
  await server.kill()
  await connection(page, 'reconnecting').waitFor()
  await entry.click()
  await page.getByRole('heading', { name: t('/system/post') }).waitFor()
  await close()
})
