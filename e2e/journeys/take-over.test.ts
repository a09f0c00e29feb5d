import { devices } from '@fleetdeck/contract/devices'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { adminPassword } from '@fleetdeck/testing/site/test-site'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenPage } from '../helpers/browser.ts'
import type { Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'
import { seeFrames, seeVideo } from '../helpers/video.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsoleWithPhones(['T1', 'T2', 'T3'])
  await deck.site.deps.parameters.set('screen.stunServers', '')
  const waiting = Array.from({ length: 8 }, (_, index) => `N${index + 1}`)
  for (const deviceNo of ['T9', ...waiting])
    await deck.site.admin.call(devices.add, { body: { deviceNo, tenantId: 1, groupId: 1 } })
})
afterAll(() => deck?.stop())

const panel = (page: Page, deviceNo: string) => page.locator(`section[aria-label="${deviceNo}"]`)
const live = ({ page, t }: OpenPage, deviceNo: string) =>
  panel(page, deviceNo).getByText(t('screen.live'), { exact: true })

async function box(part: Locator) {
  const found = await part.boundingBox()
  if (!found) throw new Error('not visible')
  return found
}

/** The joins that the page has sent to phones since. */
function countJoins(page: Page): () => number {
  let joins = 0
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('"joinRoom"')) joins += 1
    })
  })
  return () => joins
}

test('an opened phone shows its screen, unless the user wants to start it', async () => {
  const opened = await deck.open()
  const { page, t, errors, close } = opened
  await page.goto('/device/deviceList?screen=T1')
  await live(opened, 'T1').waitFor()

  await page.goto('/index')
  await page.getByRole('button', { name: new RegExp(`^${t('layout.userMenu')}`) }).click()
  await page.getByRole('menuitem', { name: t('layout.settings') }).click()
  const settings = page.getByRole('dialog', { name: t('layout.settings') })
  await settings.getByRole('switch', { name: t('layout.startScreens') }).click()
  await settings.getByRole('button', { name: t('common.save') }).click()
  await settings.waitFor({ state: 'hidden' })
  await page.goto('/device/deviceList?screen=T1')
  const start = panel(page, 'T1').getByRole('button', { name: t('screen.start') })
  await start.waitFor()
  await page.goto('/screen?deviceNo=T1')
  await page.getByRole('button', { name: t('screen.start') }).click()
  await page.getByText(t('screen.live'), { exact: true }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a phone that is offline is not asked for its screen', async () => {
  const { page, t, close } = await deck.open()
  const joins = countJoins(page)
  await page.goto('/screen?deviceNo=T9')
  await page.locator('canvas[data-phase=offline]').waitFor()
  await page.getByText(t('screen.offlineHint')).waitFor()
  expect(joins()).toBe(0)
  await close()
})

test('who may only watch sees the screen of an opened phone, and never controls it', async () => {
  const permissions = [devices.list.permission]
  await addHolder(deck.site, { userName: 'mei' }, { permissions, dataScope: 1 })
  const { token } = await deck.site.signIn('mei', adminPassword)
  const { page, t, close } = await deck.visit({ ...(token && { token }) })
  await page.goto('/screen?deviceNo=T2')
  await page.locator('canvas[data-phase=live]').waitFor()
  await page.getByText(t('phone.watchOnly')).waitFor()
  await close()
})

test('a number and Enter in the palette show the phone, live', async () => {
  const opened = await deck.open()
  const { page, errors, close } = opened
  await page.goto('/index')
  await page.locator('.header').waitFor()
  // The palette is not loaded yet; no key is lost.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('tt')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/device/detail/T2?screen=T2')
  await live(opened, 'T2').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a phone that was opened without a list gives its place to the next one of all, by number', async () => {
  const opened = await deck.open({ width: 1440, height: 900 })
  const { page, t, errors, close } = opened
  await page.goto('/device/detail/T2?screen=T2')
  await live(opened, 'T2').waitFor()
  const beside = page.getByRole('complementary')
  await beside.getByRole('button', { name: t('screen.next') }).click()
  await live(opened, 'T3').waitFor()
  // The page itself is still that of the phone that was opened.
  await beside.getByRole('region', { name: 'T2' }).waitFor({ state: 'detached' })
  for (let presses = 0; presses < 2; presses++) await page.keyboard.press('Alt+PageUp')
  await live(opened, 'T1').waitFor()
  // The numbers of the phones that were added first come before.
  await page.keyboard.press('Alt+PageUp')
  await panel(page, 'N8').getByText(t('screen.offlineHint')).waitFor()
  await page.reload()
  await expect.poll(() => beside.getByRole('button', { name: t('screen.next') }).isEnabled()).toBe(true)
  await page.keyboard.press('Alt+PageDown')
  await live(opened, 'T1').waitFor()

  // A list that does not contain the phone has no place for it.
  await page.goto('/device/deviceList?deviceNo=T3&screen=T1')
  await page.getByRole('row').filter({ hasText: 'T3' }).waitFor()
  await beside.getByRole('button', { name: t('screen.next') }).click()
  await live(opened, 'T2').waitFor()

  await page.goto('/screen?deviceNo=T2')
  await page.locator('canvas[data-phase=live]').waitFor()
  await page.getByRole('button', { name: t('screen.next') }).click()
  await page.waitForURL('**/screen?deviceNo=T3')
  await page.locator('canvas[data-phase=live]').waitFor()
  await page.reload()
  await page.locator('canvas[data-phase=live]').waitFor()
  await expect.poll(() => page.getByRole('button', { name: t('screen.previous') }).isEnabled()).toBe(true)
  await page.keyboard.press('Alt+PageUp')
  await page.waitForURL('**/screen?deviceNo=T2')
  expect(errors).toEqual([])
  await close()
})

test('a double click on a row or a card opens its phone, as does Enter on the row', async () => {
  const opened = await deck.open()
  const { page, errors, close } = opened
  const row = (deviceNo: string) => page.getByRole('row').filter({ hasText: deviceNo })
  await page.goto('/device/deviceList')
  await row('T1').getByText('Lab').dblclick()
  await live(opened, 'T1').waitFor()
  await page.goto('/device/deviceList')
  await row('T9').press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/screen=T/)
  const next = new URL(page.url()).searchParams.get('screen') ?? ''
  expect(next).not.toBe('T9')
  await live(opened, next).waitFor()

  await page.goto('/device/monitor')
  await page.getByRole('article', { name: 'T2' }).locator('span').last().dblclick()
  await live(opened, 'T2').waitFor()
  await page.goto('/device/monitor?view=table')
  await page.locator('[data-device=T3]').getByText('Lab').dblclick()
  await live(opened, 'T3').waitFor()
  await page.goto('/device/monitor')
  await page
    .getByRole('article', { name: 'T1' })
    .getByRole('button', { name: 'T1', exact: true })
    .press('Enter')
  await live(opened, 'T1').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('phones are docked beside a list that stays usable, and are there after a reload and Back', async () => {
  const opened = await deck.open({ width: 1440, height: 900 })
  const { page, t, errors, close } = opened
  const row = (deviceNo: string) => page.getByRole('row').filter({ hasText: deviceNo })
  await page.goto('/device/deviceList')
  await row('T1')
    .getByRole('button', { name: t('screen.open') })
    .click()
  await live(opened, 'T1').waitFor()
  // No mask lies over the list.
  await row('T2')
    .getByRole('button', { name: t('screen.open') })
    .click()
  await live(opened, 'T2').waitFor()
  await live(opened, 'T1').waitFor()
  expect(new URL(page.url()).searchParams.getAll('screen')).toEqual(['T1', 'T2'])
  const keyword = page.getByRole('textbox', { name: t('device.anyText') })
  await expect.poll(async () => (await box(keyword)).width).toBeGreaterThan(200)
  // A third does not fit: the dock scrolls to it.
  await row('T3')
    .getByRole('button', { name: t('screen.open') })
    .click()
  await live(opened, 'T3').waitFor()
  const rightOf = async (part: Locator) => Math.round((await box(part)).x + (await box(part)).width)
  await expect.poll(() => rightOf(panel(page, 'T3'))).toBeLessThanOrEqual(1440)
  await page.getByRole('button', { name: t('screen.undock', { device: 'T3' }) }).click()
  await panel(page, 'T3').waitFor({ state: 'detached' })

  const edge = page.getByRole('separator', { name: t('screen.dockWidth') })
  const before = Number(await edge.getAttribute('aria-valuenow'))
  await edge.press('ArrowRight')
  await expect.poll(() => edge.getAttribute('aria-valuenow')).toBe(String(before - 20))
  await page.reload()
  await live(opened, 'T1').waitFor()
  await live(opened, 'T2').waitFor()
  expect(await edge.getAttribute('aria-valuenow')).toBe(String(before - 20))

  await page.getByRole('button', { name: t('screen.undock', { device: 'T1' }) }).click()
  await panel(page, 'T1').waitFor({ state: 'detached' })
  await live(opened, 'T2').waitFor()
  await page.goBack()
  await live(opened, 'T1').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('in a narrow window the phone lies over the page', async () => {
  const opened = await deck.open({ width: 375, height: 800 })
  const { page, t, close } = opened
  await page.goto('/device/deviceList?screen=T1')
  const drawer = page.getByRole('dialog', { name: t('screen.title') })
  await drawer.waitFor()
  await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(0)
  await live(opened, 'T1').waitFor()
  await page.keyboard.press('Escape')
  await panel(page, 'T1').waitFor({ state: 'detached' })
  await close()
})

test.each([812, 667])(
  'at 375×%i measured values leave the phone its size, and do not cover it',
  async (height) => {
    const { page, errors, close } = await deck.open({ width: 375, height })
    const phone = page.getByRole('application')
    for (const path of ['/device/deviceList?screen=T1', '/screen?deviceNo=T1']) {
      await page.goto(path)
      await page.locator('canvas[data-phase=live]').waitFor()
      await page.getByRole('button', { name: /fps|静止/i }).click()
      const details = page.locator('dl:has([data-measure])').locator('../..')
      await details.waitFor()
      await expect
        .poll(async () => {
          const [shown, opened] = [await box(phone), await box(details)]
          return [shown.height > 0.4 * height, shown.y + shown.height < opened.y]
        })
        .toEqual([true, true])
    }
    expect(errors).toEqual([])
    await close()
  },
)

test('a phone gives its place to the next one of the list, over its pages, by button and by key', async () => {
  const opened = await deck.open({ width: 1440, height: 900 })
  const { page, t, errors, close } = opened
  const sorted = 'orderByColumn=deviceNo&isAsc=asc&pageSize=10'
  await page.goto(`/device/deviceList?${sorted}&screen=T1`)
  await live(opened, 'T1').waitFor()
  const button = (key: 'screen.next' | 'screen.previous') =>
    page.getByRole('complementary').getByRole('button', { name: t(key) })
  await button('screen.next').click()
  await live(opened, 'T2').waitFor()
  await panel(page, 'T1').waitFor({ state: 'detached' })
  // The key also works while the phone has the keyboard.
  await panel(page, 'T2').getByRole('application').click()
  await page.keyboard.press('Alt+PageDown')
  await live(opened, 'T3').waitFor()
  expect(new URL(page.url()).searchParams.get('pageNum')).toBe('2')
  await page.keyboard.press('Alt+PageDown')
  await panel(page, 'T9').getByText(t('screen.offlineHint')).waitFor()
  expect(await button('screen.next').isDisabled()).toBe(true)
  // It also works while the list has the keyboard.
  await page.getByRole('row').filter({ hasText: 'T9' }).focus()
  await page.keyboard.press('Alt+PageUp')
  await live(opened, 'T3').waitFor()
  await page.keyboard.press('Alt+PageUp')
  await live(opened, 'T2').waitFor()

  const popup = page.waitForEvent('popup')
  await panel(page, 'T2')
    .getByRole('link', { name: t('screen.openPage') })
    .click()
  const own = await popup
  await own.locator('canvas[data-phase=live]').waitFor()
  await own.keyboard.press('Alt+PageUp')
  await own.waitForURL('**/screen?deviceNo=T1')
  await own.locator('canvas[data-phase=live]').waitFor()
  await own.getByRole('button', { name: t('screen.next') }).click()
  await own.waitForURL('**/screen?deviceNo=T2')
  await own.close()
  expect(errors).toEqual([])
  await close()
})

test('the mode that was chosen for a phone is there after a reload and in its own window', async () => {
  const content = JSON.stringify({ local_cam: '1' })
  await deck.site.admin.call(devices.updateSettingScreen, { body: { deviceNo: 'T3', content } })
  const opened = await deck.open({ width: 1440, height: 900 })
  const { page, t, errors, close } = opened
  await page.goto('/device/deviceList?screen=T3')
  await live(opened, 'T3').waitFor()
  const selected = (shown: Page) =>
    shown.getByLabel(t('userCloud.mode')).locator('.ant-segmented-item-selected').innerText()
  expect(await selected(page)).toBe(t('userCloud.screenshot'))
  await page.getByLabel(t('userCloud.mode')).getByText(t('userCloud.video')).click()
  await seeVideo(opened)
  await page.reload()
  await seeFrames(opened)
  expect(await selected(page)).toBe(t('userCloud.video'))
  const popup = page.waitForEvent('popup')
  await panel(page, 'T3')
    .getByRole('link', { name: t('screen.openPage') })
    .click()
  const own = await popup
  await own.locator('video[data-frames]:not([hidden])').waitFor()
  await own.close()

  expect(errors).toEqual([])
  await close()
})

test.each([
  [1440, 900],
  [1024, 768],
])(
  'at %i×%i nothing that is opened covers the phone, nor do the tools cover header or log',
  async (width, height) => {
    const { page, t, errors, close } = await deck.open({ width, height, language: 'en' })
    const box = async (locator: Locator) => {
      const found = await locator.boundingBox()
      if (!found) throw new Error('not visible')
      return found
    }
    const overlaps = async (one: Locator, other: Locator) => {
      const [a, b] = [await box(one), await box(other)]
      return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
    }
    await page.goto('/screen?deviceNo=T1')
    await page.locator('canvas[data-phase=live]').waitFor()
    const phone = page.getByRole('application')
    const popover = page.locator('.ant-popover:not(.ant-popover-hidden)')
    const details = page.locator('main dl')
    const tools = page.getByRole('toolbar')
    const inTools = (name: TextKey) => tools.getByRole('button', { name: t(name), exact: true })
    const inHead = (name: string | RegExp) => page.locator('header').getByRole('button', { name })
    const openable = [
      [inTools('screen.text'), popover],
      [inTools('screen.clipboard'), popover],
      [inTools('screen.screenshot'), popover.filter({ has: page.getByRole('img') })],
      [inTools('recording.start'), popover],
      [inTools('screen.shortcuts'), popover],
      [inTools('tools.title'), page.locator('.ant-drawer-section')],
      [inHead(t('screen.info')), details],
      [inHead(/fps|still/i), details],
      [inHead(t('screen.operations')), page.getByRole('menu')],
    ] as const
    const isWide = async () => {
      const found = await box(phone)
      return found.width > found.height
    }
    for (const wide of [false, true]) {
      for (const [opener, opened] of openable) {
        await opener.click()
        await opened.waitFor()
        await expect.poll(() => overlaps(opened, phone)).toBe(false)
        const { x, y, ...size } = await box(opened)
        expect([x >= 0, y >= 0, x + size.width <= width, y < height]).toEqual([true, true, true, true])
        await opener.click()
        await opened.waitFor({ state: 'hidden' })
      }
      await inTools('screen.rotate').click()
      await expect.poll(isWide).toBe(!wide)
    }
    await tools.getByRole('button', { name: t('screen.log') }).click()
    const log = page.getByRole('region', { name: t('screen.log') })
    await log.waitFor()
    for (const other of [log, page.locator('header'), phone])
      await expect.poll(() => overlaps(tools, other)).toBe(false)

    await page.goto('/device/deviceList?screen=T1')
    await page.locator('canvas[data-phase=live]').waitFor()
    for (const name of [t('screen.info'), /fps|still/i]) {
      await panel(page, 'T1').getByRole('button', { name }).click()
      const shown = panel(page, 'T1').locator('dl').locator('..')
      await shown.waitFor()
      await expect.poll(() => overlaps(shown, phone)).toBe(false)
    }
    expect(errors).toEqual([])
    await close()
  },
)
