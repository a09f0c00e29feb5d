import { readFile } from 'node:fs/promises'
import { commands } from '@fleetdeck/contract/commands'
import { controlPermission } from '@fleetdeck/contract/device-socket'
import { devices } from '@fleetdeck/contract/devices'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { adminPassword } from '@fleetdeck/testing/site/test-site'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenPage } from '../helpers/browser.ts'
import type { Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsoleWithPhones(['T1', 'T2', 'T3'])
})
afterAll(() => deck?.stop())

/** The beginning of a zip archive is enough for a simulated phone. */
const packageFile = (name: string) => ({
  name,
  mimeType: 'application/vnd.android.package-archive',
  buffer: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]),
})

async function openTools({ page, t }: OpenPage, deviceNo: string): Promise<Locator> {
  await page.goto(`/screen?deviceNo=${deviceNo}`)
  await page.locator('canvas[data-phase=live]').waitFor()
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: t('tools.title'), exact: true })
    .click()
  const tools = page.getByRole('dialog')
  await tools.getByText(t('tools.titleOf', { device: deviceNo })).waitFor()
  return tools
}

const appRow = (tools: Locator, name: string) => tools.getByRole('listitem').filter({ hasText: name })

test('apps of the open phone are searched, opened, stopped, installed and uninstalled', async () => {
  const opened = await deck.open()
  const { page, t, errors, close } = opened
  const tools = await openTools(opened, 'T1')
  await appRow(tools, 'weather').getByText('1.0.0').waitFor()
  await tools.getByRole('textbox', { name: t('tools.searchApps') }).fill('counter')
  await appRow(tools, 'weather').waitFor({ state: 'detached' })
  const row = appRow(tools, 'counter')
  await row.getByRole('button').first().click()
  await page.getByText(/^(已打开)/).waitFor()
  await row.getByRole('button').nth(1).click()
  await page.getByText(/^(已停止)/).waitFor()

  await tools.getByRole('textbox', { name: t('tools.searchApps') }).fill('')
  await tools.getByLabel(t('tools.install')).setInputFiles(packageFile('Chess.apk'))
  await appRow(tools, 'Chess').waitFor()
  await appRow(tools, 'Chess')
    .getByRole('button', { name: t('tools.uninstallOf', { app: 'Chess' }) })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('tools.uninstall'), exact: true })
    .click()
  await appRow(tools, 'Chess').waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await close()
})

test('files go to the phone and come back, and one that is too large is refused before', async () => {
  const opened = await deck.open()
  const { page, t, errors, close } = opened
  const tools = await openTools(opened, 'T2')
  await tools.getByRole('tab', { name: t('tools.files') }).click()
  await tools.getByLabel(t('tools.push')).setInputFiles({
    ...{ name: 'hello.txt', mimeType: 'text/plain', buffer: Buffer.from('hello phone') },
  })
  await tools.getByRole('button', { name: 'Download', exact: true }).click()
  await appRow(tools, 'hello.txt').waitFor()
  const saved = page.waitForEvent('download')
  await tools.getByRole('button', { name: t('tools.pullOf', { name: 'hello.txt' }) }).click()
  expect(await readFile(await (await saved).path(), 'utf8')).toBe('hello phone')
  await deck.site.deps.parameters.set('sys.uploadFile.fileSize', '1')
  await page.reload()
  await tools.waitFor({ state: 'hidden' })
  await openTools(opened, 'T2')
  await tools.getByRole('tab', { name: t('tools.files') }).click()
  await tools.getByText(t('tools.pushHint', { size: 1 })).waitFor()
  const mimeType = 'application/octet-stream'
  const big = { name: 'big.bin', mimeType, buffer: Buffer.alloc(1024 * 1024 + 1) }
  await tools.getByLabel(t('tools.push')).setInputFiles(big)
  await page.getByText(t('upload.tooLarge', { size: 1 })).waitFor()
  await tools.getByRole('button', { name: '/', exact: true }).click()
  await tools.getByRole('alert').getByText(t('phone.tool.noFolder')).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('the system log is live, filtered, paused and saved', async () => {
  const opened = await deck.open()
  const { page, t, errors, close } = opened
  const tools = await openTools(opened, 'T1')
  await tools.getByRole('tab', { name: t('tools.log') }).click()
  const lines = tools.getByRole('log', { name: t('tools.log') })
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: t('screen.home') })
    .click()
  const phone = page.getByRole('application')
  await phone.click({ position: { x: 60, y: 300 } })
  await lines
    .getByText(/ACTION_UP/)
    .first()
    .waitFor()
  await tools.getByRole('textbox', { name: t('screen.logSearch') }).fill('ACTION_DOWN')
  await lines
    .getByText(/ACTION_UP/)
    .first()
    .waitFor({ state: 'detached' })
  await tools.getByRole('button', { name: t('tools.logPause') }).click()
  const saved = page.waitForEvent('download')
  await tools.getByRole('button', { name: t('screen.logDownload') }).click()
  expect(await readFile(await (await saved).path(), 'utf8')).toMatch(/DEBUG InputDispatcher .*ACTION_DOWN/)
  expect(errors).toEqual([])
  await close()
})

test('position and language of the phone are set, and what it cannot is said', async () => {
  const opened = await deck.open()
  const { page, t, errors, close } = opened
  const tools = await openTools(opened, 'T3')
  await tools.getByRole('tab', { name: t('tools.place') }).click()
  await tools.getByText(t('tools.positionOwn')).waitFor()
  await tools.getByRole('spinbutton', { name: t('tools.latitude') }).fill('22.3')
  await tools.getByRole('spinbutton', { name: t('tools.longitude') }).fill('114.17')
  await tools.getByRole('button', { name: t('tools.setPosition') }).click()
  await tools.getByText(t('tools.positionIs', { latitude: 22.3, longitude: 114.17 })).waitFor()
  const language = tools.getByRole('combobox', { name: t('tools.language') })
  await language.fill('en-GB')
  await page.keyboard.press('Escape')
  await tools.getByRole('button', { name: t('tools.setLanguage') }).click()
  await tools.getByText(t('tools.languageIs', { language: 'en-GB' })).waitFor()
  await language.fill('fr-FR')
  await page.keyboard.press('Escape')
  await tools.getByRole('button', { name: t('tools.setLanguage') }).click()
  await tools.getByRole('alert').getByText(t('phone.tool.noLanguage')).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('while somebody else controls the phone, its tools say so', async () => {
  const first = await deck.open()
  await openTools(first, 'T1')
  const permissions = [devices.list.permission, controlPermission, commands.add.permission]
  await addHolder(deck.site, { userName: 'lin' }, { permissions, dataScope: 1 })
  const { token } = await deck.site.signIn('lin', adminPassword)
  const second = await deck.visit({ ...(token && { token }) })
  const tools = await openTools(second, 'T1')
  await tools.getByRole('alert').getByText(second.t('phone.controlledByOther')).waitFor()
  await second.close()
  await first.close()
})

async function overlaps(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) throw new Error('not visible')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

const phoneOn = (page: Page) => page.getByRole('application')

test.each([
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
])('at $width×$height tools and menus do not cover the phone', async (size) => {
  const opened = await deck.open(size)
  const { page, t, close } = opened
  const tools = await openTools(opened, 'T1')
  await expect.poll(() => overlaps(tools, phoneOn(page))).toBe(false)
  await tools.locator('.ant-drawer-close').click()
  const menu = page.getByRole('menu')
  await page.getByRole('button', { name: t('screen.operations') }).click()
  await menu.waitFor()
  await expect.poll(() => overlaps(menu, phoneOn(page))).toBe(false)

  await page.goto('/device/deviceList?screen=T1')
  await page.locator('canvas[data-phase=live]').waitFor()
  const panel = page.locator('section[aria-label=T1]')
  await panel.getByRole('button', { name: t('tools.title'), exact: true }).click()
  await expect.poll(() => overlaps(tools, phoneOn(page))).toBe(false)
  await tools.locator('.ant-drawer-close').click()
  const open = page.locator('.ant-dropdown:not(.ant-dropdown-hidden)')
  await panel.getByRole('button', { name: t('screen.operations') }).click()
  await open.waitFor()
  await expect.poll(() => overlaps(open, phoneOn(page))).toBe(false)
  await close()
})
