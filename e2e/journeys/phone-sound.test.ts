import { devices } from '@fleetdeck/contract/devices'
import { screenLinks } from '@fleetdeck/contract/screen-links'
import type { WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenPage } from '../helpers/browser.ts'
import type { Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'
import { misfits } from '../helpers/misfits.ts'
import { heard, watchSound } from '../helpers/sound.ts'
import { seeVideo } from '../helpers/video.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsoleWithPhones(['S1', 'S2'])
  await deck.site.deps.parameters.set('screen.stunServers', '')
  const content = JSON.stringify({ default_screen: '1', screen_mode: '1' })
  for (const deviceNo of ['S1', 'S2'])
    await deck.site.admin.call(devices.updateSettingScreen, { body: { deviceNo, content } })
})
afterAll(() => deck?.stop())

const listen = ({ page, t }: OpenPage) => page.getByRole('button', { name: t('screen.listen'), exact: true })
const stop = ({ page, t }: OpenPage) =>
  page.getByRole('button', { name: t('screen.listenStop'), exact: true })
/** The simulated phone plays a tone at each touch. */
const tapUntilHeard = async ({ page }: OpenPage) => {
  const before = await heard(page)
  const isHeard = async () => {
    await page.getByRole('application').click()
    return (await heard(page)).energy - before.energy
  }
  await expect.poll(isHeard, { interval: 300 }).toBeGreaterThan(0.003)
}

async function show(deviceNo: string, before?: (opened: OpenPage) => Promise<unknown>): Promise<OpenPage> {
  const opened = await deck.open()
  await watchSound(opened.page)
  await before?.(opened)
  await opened.page.goto(`/screen?deviceNo=${deviceNo}`)
  await seeVideo(opened)
  return opened
}

test('a phone is muted at first, heard when its button is pressed, and muted again by the key', async () => {
  const opened = await show('S1')
  const { page, errors, close } = opened
  await listen(opened).waitFor()
  await page.getByRole('application').click()
  expect(await heard(page)).toEqual({ packets: 0, energy: 0 })

  await listen(opened).click()
  await stop(opened).waitFor()
  await tapUntilHeard(opened)

  await page.keyboard.press('Alt+m')
  await listen(opened).waitFor()
  await page.keyboard.press('Alt+m')
  await stop(opened).waitFor()
  await tapUntilHeard(opened)
  expect(errors).toEqual([])
  await close()
})

test('each viewer listens or not, and goes on listening after a lost connection of the page or the phone', async () => {
  const sockets: WebSocketRoute[] = []
  const ann = await show('S1', ({ page }) =>
    page.routeWebSocket(/ws\/device/, (socket) => {
      sockets.push(socket)
      socket.connectToServer()
    }),
  )
  await listen(ann).click()
  await tapUntilHeard(ann)
  const bob = await show('S1')
  await listen(bob).waitFor()
  expect(await heard(bob.page)).toEqual({ packets: 0, energy: 0 })
  await listen(bob).click()
  await stop(bob).waitFor()
  await expect.poll(async () => (await heard(bob.page)).packets).toBeGreaterThan(0)
  await bob.close()
  await tapUntilHeard(ann)

  const count = sockets.length
  for (const socket of sockets) await socket.close()
  await expect.poll(() => sockets.length).toBeGreaterThan(count)
  await seeVideo(ann)
  await stop(ann).waitFor()
  await tapUntilHeard(ann)

  const { hub } = deck.site.deps
  for (const id of hub.phoneIds()) await hub.closePhone(id, 1001, 'the line of the phone was lost')
  await ann.page.locator('canvas[data-phase=offline]').waitFor()
  await ann.page.locator('canvas[data-phase=live]').waitFor()
  await stop(ann).waitFor()
  await tapUntilHeard(ann)
  await ann.close()
})

test('screenshots have no sound: its button switches to video and is heard, also in the panel of the phone', async () => {
  const opened = await show('S2')
  const { page, t, close } = opened
  await listen(opened).click()
  await stop(opened).waitFor()
  const mode = page.getByLabel(t('userCloud.mode')).locator('.ant-segmented-item')
  await mode.filter({ hasText: t('userCloud.screenshot') }).click()
  await expect.poll(() => page.locator('video').isHidden()).toBe(true)
  // A button that moves away from the pointer shows no hint.
  const hasHint = async () => {
    await page.mouse.move(0, 0)
    await listen(opened).hover()
    const hint = page.getByText(t('screen.soundNeedsVideo'))
    await hint.waitFor({ timeout: 5000 })
    return true
  }
  await expect.poll(() => hasHint().catch(() => false)).toBe(true)
  await page.goto('/device/deviceList?screen=S2')
  await page.locator('canvas[data-phase=live]').waitFor()
  await listen(opened).click()
  await stop(opened).waitFor()
  await tapUntilHeard(opened)
  await close()
})

test('a guest who may only watch hears the phone, after pressing its button', async () => {
  const { list } = await deck.site.admin.call(devices.list, { query: {} })
  const deviceId = list.find(({ deviceNo }) => deviceNo === 'S2')?.id
  if (!deviceId) throw new Error('no device')
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const link = await deck.site.admin.call(screenLinks.add, { body: { deviceId, expiresAt } })
  const guest = await deck.visit({ language: 'en', width: 375, height: 800 })
  const { page } = guest
  await watchSound(page)
  await page.goto(`/guest/${link.publicId}#${link.token}`)
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ann')
  await page.getByRole('button', { name: 'Open screen' }).click()
  await page.locator('canvas[data-phase=live]').waitFor()
  expect(await misfits(page)).toEqual([])
  await listen(guest).click()
  await stop(guest).waitFor()
  await expect.poll(async () => (await heard(page)).packets).toBeGreaterThan(0)
  expect(await misfits(page)).toEqual([])
  await guest.close()
})
