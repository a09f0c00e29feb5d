import { alarmSettings, alarms, newAlarmSetting } from '@fleetdeck/contract/alarms'
import { DataScope } from '@fleetdeck/contract/enums'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxWaitMs, takeScreenshot } from '../helpers/browser.ts'
import type { Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsoleWithPhones(['G1', 'G2', 'G3'])
  const { admin, deps } = console_.site
  const { db, parameters } = deps
  await db.execute(sql`insert into devices (device_no, device_id, brand, mode, group_id, tenant_id)
    values ('G9', 'gone', 'Deck', 'One', 1, 1)`)
  // Every phone has less free memory.
  await parameters.set('alarm.settleSeconds', '0')
  const robot = { robotAddress: 'https://example.org/hook', robotKey: '' }
  await admin.call(alarmSettings.add, { body: { ...newAlarmSetting, ...robot, memory: 65_536 } })
})
afterAll(() => console_?.stop())

const row = (page: Page, deviceNo: string) => page.getByRole('row').filter({ hasText: deviceNo })
const number = (page: Page, deviceNo: string) => row(page, deviceNo).getByText(deviceNo, { exact: true })
const card = (page: Page, deviceNo: string) => page.getByRole('tooltip', { name: deviceNo, exact: true })
const drawn = (page: Page, deviceNo: string) =>
  card(page, deviceNo).locator('canvas').getAttribute('data-frames').then(Number)

/** Sockets for frames that the page has open now. */
function wallSockets(page: Page): () => number {
  let open = 0
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/ws/wall')) return
    open += 1
    socket.on('close', () => (open -= 1))
  })
  return () => open
}

test('the phone under the pointer is shown with its screen, and nothing is loaded before or after', async () => {
  const { admin } = console_.site
  const openAlarms = async () => (await admin.call(alarms.list, { query: { state: 'open' } })).total
  await expect.poll(openAlarms, { timeout: maxWaitMs }).toBe(3)
  const { page, t, errors } = await console_.open()
  const sockets = wallSockets(page)
  await page.goto('/device/deviceList')
  await number(page, 'G2').waitFor()
  expect(sockets()).toBe(0)
  await number(page, 'G2').hover()
  await expect.poll(() => drawn(page, 'G2')).toBeGreaterThan(0)
  const shown = card(page, 'G2')
  for (const text of ['Lab', t('screen.live'), t('device.nobodyControls'), t('alarm.kind.memory')])
    await shown.getByText(text, { exact: true }).waitFor()
  await takeScreenshot(page, 'device-hover')

  // The row and its buttons stay free.
  const [cardBox, rowBox] = [await shown.boundingBox(), await row(page, 'G2').boundingBox()]
  if (!cardBox || !rowBox) throw new Error('The page does not show the row and its card.')
  expect(cardBox.y >= rowBox.y + rowBox.height || cardBox.y + cardBox.height <= rowBox.y).toBe(true)

  // Another page takes control.
  const other = await console_.open()
  await other.page.goto('/screen?deviceNo=G2')
  await other.page.getByText(other.t('screen.live')).waitFor()
  // The owner, and who controls it.
  await expect.poll(() => shown.getByText('admin', { exact: true }).count()).toBe(2)

  await page.mouse.move(5, 5)
  await shown.waitFor({ state: 'detached' })
  await expect.poll(sockets).toBe(0)
  expect(errors).toEqual([])
})

test('the card opens and closes by key, follows the focus, and Escape closes only the card', async () => {
  const { page, t } = await console_.open()
  await page.goto('/device/deviceList?orderByColumn=deviceNo&isAsc=asc&screen=G3')
  await page.getByText(t('screen.live')).first().waitFor()
  await row(page, 'G1').focus()
  await page.keyboard.press('i')
  await card(page, 'G1').waitFor()
  await page.keyboard.press('ArrowDown')
  await card(page, 'G2').waitFor()
  expect(await card(page, 'G1').count()).toBe(0)
  await page.keyboard.press('Escape')
  await card(page, 'G2').waitFor({ state: 'detached' })
  expect(page.url()).toContain('screen=G3')
  await page.keyboard.press('i')
  await card(page, 'G2').waitFor()
  await page.keyboard.press('i')
  await card(page, 'G2').waitFor({ state: 'detached' })
  await page.getByPlaceholder(t('device.anyTextHint')).first().press('i')
  expect(await page.getByRole('tooltip').count()).toBe(0)
})

test('a phone that is offline says that it has no frame; on the monitor, too', async () => {
  const { page, t } = await console_.open()
  await page.goto('/device/monitor')
  await page.getByRole('button', { name: 'G9', exact: true }).hover()
  await card(page, 'G9').getByText(t('wall.offlineNoFrame')).waitFor()
  await page.getByRole('button', { name: 'G3', exact: true }).hover()
  await expect.poll(() => drawn(page, 'G3')).toBeGreaterThan(0)
  await takeScreenshot(page, 'device-hover-monitor')
  await page.goto('/device/monitor?view=table')
  await page.getByRole('button', { name: 'G3', exact: true }).hover()
  await expect.poll(() => drawn(page, 'G3')).toBeGreaterThan(0)
})

test('without the permissions the card has no screen and no alarms, and opens no socket', async () => {
  const person = await addHolder(
    console_.site,
    { userName: 'looker' },
    { permissions: ['device/deviceList/list'], dataScope: DataScope.all },
  )
  const { page, t } = await console_.visit({ token: person.client.token })
  const sockets = wallSockets(page)
  await page.goto('/device/deviceList')
  await number(page, 'G2').hover()
  await card(page, 'G2').getByText('Lab', { exact: true }).waitFor()
  expect(await card(page, 'G2').locator('canvas').count()).toBe(0)
  expect(await card(page, 'G2').getByText(t('device.alarms'), { exact: true }).count()).toBe(0)
  expect(sockets()).toBe(0)
  expect((await person.client.ask(alarms.list, {})).code).toBe(403)
})

test('a finger opens no card', async () => {
  const { page } = await console_.open()
  const device = await page.context().newCDPSession(page)
  await page.goto('/device/deviceList')
  await number(page, 'G2').waitFor()
  await page.evaluate(() => {
    const cards: string[] = []
    Object.assign(window, { cards })
    const seen = (records: MutationRecord[]) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof Element && node.role === 'tooltip') cards.push(node.ariaLabel ?? '')
    }
    new MutationObserver(seen).observe(document.body, { childList: true })
  })
  const { x = 0, y = 0 } = (await number(page, 'G2').boundingBox()) ?? {}
  await device.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 4, y: y + 4 }] })
  await device.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await number(page, 'G3').hover()
  await card(page, 'G3').waitFor()
  expect(await page.evaluate(() => (window as unknown as { cards: string[] }).cards)).toEqual(['G3'])
})
