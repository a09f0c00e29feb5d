import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { devices } from '@fleetdeck/contract/devices'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { screenLinks } from '@fleetdeck/contract/screen-links'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '../helpers/accessibility.ts'
import type { Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'
import { misfits } from '../helpers/misfits.ts'

let deck: Console
const shops: Server[] = []
beforeAll(async () => {
  deck = await startConsoleWithPhones(['B1', 'B2'])
})
afterAll(async () => {
  for (const shop of shops) shop.close()
  await deck?.stop()
})

/** For the check of both appearances. */
const followsSystem = { 'layout-setting': JSON.stringify({ appearance: 'system' }) }
const live = (page: Pick<Page, 'locator'>) => page.locator('canvas[data-phase=live]')
const dialog = (page: Page) => page.getByRole('dialog')

async function idOf(deviceNo: string): Promise<DeviceId> {
  const { list } = await deck.site.admin.call(devices.list, { query: {} })
  return list.find((device) => device.deviceNo === deviceNo)?.id as DeviceId
}

async function addLink(deviceNo: string, body: object = {}) {
  const link = await deck.site.admin.call(screenLinks.add, {
    body: {
      deviceId: await idOf(deviceNo),
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      ...body,
    },
  })
  return { ...link, path: `/guest/${link.publicId}#${link.token}` }
}

/** A page of another site that embeds an address of the console. */
async function startShop(embedded: (origin: string) => Promise<string>): Promise<string> {
  let page = ''
  const shop = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(page)
  })
  shops.push(shop)
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(shop.address() as AddressInfo).port}`
  page = `<iframe title="phone" width="360" height="700" src="${await embedded(origin)}"></iframe>`
  return origin
}

test('an operator creates a link, a guest controls the phone with it, and loses it when it is revoked', async () => {
  const { page, t, errors } = await deck.open({ storage: followsSystem })
  await page.goto('/screen?deviceNo=B1')
  await live(page).waitFor()
  await page.getByRole('button', { name: t('screen.operations') }).click()
  await page.getByRole('menuitem', { name: t('screenLink.add') }).click()
  await dialog(page)
    .locator('.ant-radio-button-wrapper', { hasText: t('screenLink.control') })
    .click()
  await dialog(page).getByLabel(t('screenLink.note')).fill('Demo')
  await dialog(page).getByLabel(t('screenLink.origins')).fill('https://shop.example/page')
  const create = dialog(page).getByRole('button', { name: t('screenLink.add') })
  await create.click()
  await dialog(page).getByText(t('screenLink.originWrong')).waitFor()
  await dialog(page).getByLabel(t('screenLink.origins')).fill('shop.example')
  await create.click()
  await page.getByText(t('screenLink.shownOnce')).waitFor()
  await dialog(page)
    .getByRole('img', { name: t('screenLink.qrCode') })
    .waitFor()
  await dialog(page).getByText('<iframe src=').waitFor()
  expect(await violations(page, 'made link', '[role=dialog]')).toEqual([])
  const url = (await dialog(page).locator('code').first().textContent()) ?? ''
  expect(url).toMatch(/\/guest\/[\w-]{16}#[\w-]{43}$/)
  await dialog(page)
    .getByRole('button', { name: t('screenLink.copied') })
    .click()

  const guest = await deck.visit({ language: 'en', width: 375, height: 800, storage: followsSystem })
  await guest.page.goto(url)
  await guest.page.getByRole('heading', { name: 'Control phone “B1”' }).waitFor()
  expect(await misfits(guest.page)).toEqual([])
  await guest.page.getByRole('button', { name: 'Open screen' }).click()
  await guest.page.getByText('Enter your name').waitFor()
  await guest.page.getByRole('textbox', { name: 'Your name' }).fill('Ann')
  expect(await violations(guest.page, 'guest')).toEqual([])
  await guest.page.getByRole('button', { name: 'Open screen' }).click()
  await live(guest.page).waitFor()
  await guest.page.getByText('Someone else is controlling').waitFor()
  await guest.page.getByRole('button', { name: 'Request control' }).click()
  await page.getByText(t('screen.asksControl', { name: 'Ann（访客）' })).waitFor()
  await page.getByRole('button', { name: t('screen.grant') }).click()
  await guest.page.getByText('You are controlling').waitFor()
  expect(await misfits(guest.page)).toEqual([])
  await guest.page.getByRole('button', { name: 'Home' }).click()

  const keys = async () => {
    const [link] = (await deck.site.admin.call(screenLinks.list, { query: {} })).list
    const { list } = await deck.site.admin.call(screenLinks.visits, { query: { id: link?.id ?? 0 } })
    return list[0]?.keys
  }
  await expect.poll(keys).toBe(1)

  await page.goto('/device/screenLink')
  const row = page.getByRole('row', { name: /Demo/ })
  await row.getByText(t('screenLink.visitsNow', { count: 1, now: 1 })).waitFor()
  await row.getByRole('button', { name: t('screenLink.revoke') }).click()
  await dialog(page)
    .getByRole('button', { name: t('screenLink.revoke') })
    .click()
  await guest.page.getByText('This link was revoked. Ask for a new one.').waitFor()
  await row.getByText(t('screenLink.state.revoked')).waitFor()
  await row.getByRole('button', { name: t('screenLink.showVisits') }).click()
  await dialog(page).getByText('Ann').waitFor()
  await dialog(page).getByText(t('screenLink.ending.revoked')).waitFor()
  await dialog(page)
    .getByText(t('screenLink.inputCounts', { touches: 0, keys: 1, texts: 0 }))
    .waitFor()
  expect([...errors, ...guest.errors]).toEqual([])
})

test('a link is created before the limit of its validity has arrived', async () => {
  const { page, t, errors } = await deck.open()
  await page.route('**/device/screenLink/limits*', () => {})
  await page.goto('/screen?deviceNo=B1')
  await page.getByRole('button', { name: t('screen.operations') }).click()
  await page.getByRole('menuitem', { name: t('screenLink.add') }).click()
  await dialog(page)
    .getByRole('button', { name: t('screenLink.add') })
    .click()
  await page.getByText(t('screenLink.shownOnce')).waitFor()
  expect(errors).toEqual([])
})

test('a guest of a link to watch sees the screen without tools, and leaves', async () => {
  const link = await addLink('B2')
  const guest = await deck.visit({ language: 'zhtw' })
  const { page, t } = guest
  await page.goto(link.path)
  await page.getByRole('textbox').fill('安安')
  await page.keyboard.press('Enter')
  await live(page).waitFor()
  await page.getByText(t('screenLink.watching')).waitFor()
  expect(await page.getByRole('button', { name: t('screenLink.send') }).count()).toBe(0)
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByText('You are viewing').waitFor()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByText('You have left').waitFor()
  await expect
    .poll(
      async () =>
        (await deck.site.admin.call(screenLinks.visits, { query: { id: link.id } })).list[0]?.ending,
    )
    .toBe('left')
  await page.goto(`${link.path}x`)
  await page.reload()
  await page.getByText('This link is not valid').waitFor()
})

test('only a site that the link names embeds the screen', async () => {
  const { page } = await deck.visit({ language: 'en' })
  const inConsole = async (path: string) => `${deck.site.address}${path}`
  const allowed = await startShop(async (origin) =>
    inConsole((await addLink('B2', { origins: [origin], mayControl: true })).path),
  )
  await page.goto(allowed)
  const phone = page.frameLocator('iframe')
  await phone.getByRole('textbox').fill('Ann')
  await phone.getByRole('button', { name: 'Open screen' }).click()
  await live(phone).waitFor()

  const refused = await startShop(async () =>
    inConsole((await addLink('B2', { origins: ['https://shop.example'] })).path),
  )
  const asked: string[] = []
  page.on('console', (message) => asked.push(message.text()))
  await page.goto(refused)
  await expect.poll(() => asked.join()).toMatch(/frame-ancestors/)
  expect(await page.frameLocator('iframe').getByRole('textbox').count()).toBe(0)

  const { headers } = await fetch(await inConsole('/guest/unknown'), { headers: { accept: 'text/html' } })
  expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/)
  const console_ = await fetch(await inConsole('/login'), { headers: { accept: 'text/html' } })
  expect(console_.headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'/)
})
