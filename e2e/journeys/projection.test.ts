import { existsSync } from 'node:fs'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { DeviceId } from '@fleetdeck/contract/ids'
import { addUser } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, type OpenPage } from '../helpers/browser.ts'
import { assignPhones, type Console, startConsole } from '../helpers/console.ts'
import { dropFile } from '../helpers/drop-file.ts'
import { type Phones, startPhones } from '../helpers/phones.ts'
import { startTurnServer, turnProgram } from '../helpers/turn-server.ts'
import { countFrames, seeFrames, seeVideo } from '../helpers/video.ts'

let console_: Console
let phones: Phones
beforeAll(async () => {
  console_ = await startConsole()
  const { site } = console_
  await site.deps.parameters.set('screen.stunServers', '')
  const key = site.deps.parameters.get('device.enrolmentKey')
  phones = await startPhones({ server: site.address, key, count: 2 })
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  await assignPhones(site, ['V1', 'V2'])
})
afterAll(async () => {
  await phones?.stop()
  await console_?.stop()
})

async function set(deviceNo: string, settings: Record<string, string>) {
  const content = JSON.stringify({
    default_screen: '1',
    screen_scale: '100',
    screen_mode: '1',
    local_cam: '1',
    ...settings,
  })
  await console_.site.admin.call(devices.updateSettingScreen, { body: { deviceNo, content } })
}

/** onlyRelayed: the browser has no path except a relay. */
async function take(deviceNo: string, { onlyRelayed = false } = {}): Promise<OpenPage> {
  const opened = await console_.open()
  if (onlyRelayed)
    await opened.page.addInitScript(() => {
      const Direct = window.RTCPeerConnection
      window.RTCPeerConnection = class extends Direct {
        constructor(settings?: RTCConfiguration) {
          super({ ...settings, iceTransportPolicy: 'relay' })
        }
      }
    })
  await opened.page.goto(`/screen?deviceNo=${deviceNo}`)
  return opened
}

const canvas = (page: Page) => page.locator('canvas[data-frames]')

test('video is shown, its latency is measured, and it can be switched to frames and back', async () => {
  await set('V1', {})
  const opened = await take('V1')
  const { page, t, errors } = opened
  await seeVideo(opened)
  await page.getByText(t('screen.live')).waitFor()
  const before = await countFrames(page)
  expect(before).toBeGreaterThan(0)

  // Latency of each step, from the time code that the phone draws.
  await page
    .locator('header')
    .getByRole('button', { name: new RegExp(`fps|${t('screen.still')}`) })
    .click()
  const measure = (name: string) => page.locator(`[data-measure=${name}]`)
  await expect.poll(() => measure('total').textContent()).toMatch(/ms/)
  await expect.poll(() => measure('encode').textContent()).toMatch(/ms/)
  await expect.poll(() => measure('codec').textContent()).toBe(`VP8 · ${t('screen.encoder.software')}`)
  expect(await countFrames(page)).toBeGreaterThan(before)
  await page.getByRole('application').click({ position: { x: 60, y: 200 } })
  await expect.poll(() => measure('input').textContent()).toMatch(/ms/)
  await page.keyboard.press('Escape')

  const mode = (name: 'userCloud.video' | 'userCloud.screenshot') =>
    page.locator('.ant-segmented-item').filter({ hasText: t(name) })
  await mode('userCloud.screenshot').click()
  await canvas(page).waitFor()
  await expect.poll(() => page.locator('video').isHidden()).toBe(true)
  await mode('userCloud.video').click()
  await seeVideo(opened)
  expect(errors).toEqual([])
  await opened.close()
})

test('without a network path for video, frames are shown automatically, with the reason', async () => {
  await set('V1', {})
  const { page, t, close } = await take('V1', { onlyRelayed: true })
  await page.getByText(t('screen.noPath')).waitFor()
  await canvas(page).waitFor()
  await page.getByText(t('screen.live')).waitFor()
  await close()
})

test.skipIf(!existsSync(turnProgram))(
  'video uses the relay with credentials of its secret, and fails with those of another',
  async () => {
    const { parameters } = console_.site.deps
    const turn = await startTurnServer('north')
    try {
      await parameters.set('screen.turnServers', turn.address)
      await parameters.set('screen.turnSecret', 'north')
      const relayed = await take('V1', { onlyRelayed: true })
      await seeVideo(relayed)
      await relayed.close()

      await parameters.set('screen.turnSecret', 'south')
      const refused = await take('V1', { onlyRelayed: true })
      await refused.page.getByText(refused.t('screen.noPath')).waitFor()
      await canvas(refused.page).waitFor()
      await refused.close()
    } finally {
      await parameters.set('screen.turnServers', '')
      await turn.stop()
    }
  },
)

test('a browser that decodes none of the phone’s codecs shows frames, and names the codecs', async () => {
  await set('V1', {})
  const opened = await console_.open()
  const { page, t, errors } = opened
  await page.addInitScript(() => {
    const Known = window.RTCPeerConnection
    window.RTCPeerConnection = class extends Known {
      override setRemoteDescription({ type, sdp = '' }: RTCSessionDescriptionInit): Promise<void> {
        // The browser knows none of these names.
        return super.setRemoteDescription({ type, sdp: sdp.replace(/^(a=rtpmap:\d+ )/gm, '$1un') })
      }
    }
  })
  await page.goto('/screen?deviceNo=V1')
  await canvas(page).waitFor()
  await page.getByText(t('screen.live')).waitFor()
  await page
    .getByRole('status')
    .getByText(t('screen.noCodec', { msg: 'VP8, VP9, AV1' }))
    .waitFor()
  expect(errors).toEqual([])
  await opened.close()
})

test('a poor line is sent AV1, and a good one the usual codec again', async () => {
  await set('V1', {})
  const opened = await console_.open({ storage: { 'layout-setting': '{"screenQuality":"saving"}' } })
  const { page, t, errors } = opened
  await page.goto('/screen?deviceNo=V1')
  await seeVideo(opened)
  await page
    .locator('header')
    .getByRole('button', { name: new RegExp(`fps|${t('screen.still')}`) })
    .click()
  const codec = page.locator('[data-measure=codec]')
  await expect.poll(() => codec.textContent()).toBe(`AV1 · ${t('screen.encoder.software')}`)
  await page.getByRole('combobox', { name: t('layout.screenQuality') }).click()
  await page.getByTitle(t('screen.qualityHint.automatic')).click()
  await expect.poll(() => codec.textContent()).toBe(`VP8 · ${t('screen.encoder.software')}`)
  expect(errors).toEqual([])
  await opened.close()
})

test('several users view one phone; control is requested, granted and taken; Chinese is typed', async () => {
  await set('V2', {})
  const ann = await take('V2')
  const { t } = ann
  await seeVideo(ann)
  await ann.page.getByText(t('screen.live')).waitFor()
  const bob = await take('V2')
  await seeVideo(bob)
  await bob.page.getByText(t('screen.watching')).waitFor()
  await seeFrames(ann)
  const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') }
  await bob.page.locator('input[type=file]').setInputFiles(file)
  await bob.page.getByText(t('command.controlledByOther', { name: 'admin' })).waitFor()

  await bob.page.getByRole('button', { name: t('screen.askControl') }).click()
  await ann.page.getByRole('button', { name: t('screen.grant') }).click()
  await bob.page.getByText(t('screen.live')).waitFor()
  await ann.page.getByText(t('screen.watching')).waitFor()
  await ann.page.getByRole('button', { name: t('screen.takeControl') }).click()
  await ann.page.getByText(t('screen.live')).waitFor()
  await bob.page.getByText(t('screen.watching')).waitFor()
  await bob.close()

  const typed: string[] = []
  ann.page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => typed.push(String(payload)))
  })
  await ann.page.reload()
  await seeVideo(ann)
  const box = await ann.page.getByRole('application').boundingBox()
  if (!box) throw new Error('the phone’s screen is not shown')
  // The first icon of the dock is the notes.
  await ann.page.mouse.click(box.x + box.width * 0.15, box.y + box.height * 0.9)
  await ann.page.keyboard.insertText('你好，世界')
  const typeTextFrame = (text: string) => JSON.stringify({ action: 'typeText', text })
  await expect.poll(() => typed).toContainEqual(typeTextFrame('你好，世界'))

  // A longer text by the tool: Ctrl and Enter send it, Escape closes it.
  await ann.page.getByRole('button', { name: t('screen.text') }).click()
  const field = ann.page.getByRole('textbox', { name: t('screen.text'), exact: true })
  await field.fill('第一行\n第二行')
  await field.press('Control+Enter')
  await expect.poll(() => typed).toContainEqual(typeTextFrame('第一行\n第二行'))
  await expect.poll(() => field.inputValue()).toBe('')
  await field.press('Escape')
  await field.waitFor({ state: 'hidden' })
  await ann.close()
})

test('frames are as sharp as they are shown, or exactly as the device is set', async () => {
  await set('V1', { screen_mode: '2', screen_scale: '40', screen_img_quality: '20' })
  const width = (page: Page) => canvas(page).evaluate((node) => (node as HTMLCanvasElement).width)
  const automatic = await take('V1')
  await expect.poll(() => width(automatic.page)).toBeGreaterThan(300)
  await automatic.page.getByText(automatic.t('screen.still')).waitFor()
  await automatic.close()

  const storage = { 'layout-setting': JSON.stringify({ autoQuality: false }) }
  const exact = await console_.open({ storage })
  await exact.page.goto('/screen?deviceNo=V1')
  await canvas(exact.page).waitFor()
  await exact.page.getByText(exact.t('screen.still')).waitFor()
  expect(await width(exact.page)).toBe(144)
  await exact.close()
})

test('video is as sharp as it is shown', async () => {
  await set('V1', { screen_scale: '40' })
  const opened = await take('V1')
  await seeVideo(opened)
  const width = () => opened.page.locator('video').evaluate((node) => (node as HTMLVideoElement).videoWidth)
  await expect.poll(width).toBeGreaterThan(300)
  await opened.close()
})

test('the quality is chosen beside the latency, applies to the screen that is shown, and survives a reload', async () => {
  await set('V1', { screen_mode: '2', screen_scale: '40', screen_img_quality: '20' })
  const { page, t, errors, close } = await take('V1')
  const width = () => canvas(page).evaluate((node) => (node as HTMLCanvasElement).width)
  await expect.poll(width).toBeGreaterThan(300)
  const figures = page.locator('header').getByRole('button', { name: new RegExp(`fps|${t('screen.still')}`) })
  await figures.click()
  const measure = (name: string) => page.locator(`[data-measure=${name}]`)
  await expect.poll(() => measure('quality').textContent()).toContain('1')
  await expect.poll(() => measure('roundTrip').textContent()).toMatch(/ms/)
  await expect.poll(() => measure('loss').textContent()).toBe(t('screen.unknown'))
  await expect.poll(() => measure('codec').textContent()).toBe(`JPEG · ${t('screen.encoder.software')}`)
  await expect.poll(() => measure('network').textContent()).toMatch(/ms/)
  const choice = page.getByRole('combobox', { name: t('layout.screenQuality') })
  const choose = async (quality: 'saving' | 'device') => {
    await choice.click()
    await page.getByTitle(t(`screen.qualityHint.${quality}`)).click()
  }
  await choose('saving')
  await expect.poll(width).toBeLessThan(300)
  await choose('device')
  await measure('quality').getByText(t('screen.qualityHint.device')).waitFor()
  await expect.poll(width).toBe(144)
  await page.reload()
  await page.getByText(t('screen.live')).waitFor()
  await expect.poll(width).toBe(144)
  expect(errors).toEqual([])
  await close()
})

test('a screenshot is taken in full size, copied and saved; volume and notifications have keys', async () => {
  await set('V1', { screen_mode: '2', screen_scale: '30' })
  const { page, t, errors, close } = await console_.open()
  const sent: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => sent.push(String(payload)))
  })
  await page.goto('/screen?deviceNo=V1')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByText(t('screen.live')).waitFor()
  await page.getByRole('button', { name: t('screen.screenshot') }).click()
  const image = page.getByRole('img', { name: t('screen.screenshotOf', { device: 'V1' }) })
  await image.waitFor()
  const size = await image.evaluate((node) => [
    (node as HTMLImageElement).naturalWidth,
    (node as HTMLImageElement).naturalHeight,
  ])
  expect(size[0]).toBe(360)
  await page
    .locator('.ant-popover')
    .getByRole('button', { name: t('table.copy') })
    .click()
  await page.getByText(t('screen.screenshotCopied')).waitFor()
  const types = () =>
    page.evaluate(async () => (await navigator.clipboard.read()).flatMap((item) => item.types))
  expect(await types()).toEqual(['image/png'])
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: t('screen.screenshotSave') }).click()
  expect((await saved).suggestedFilename()).toMatch(/^V1-.*\.jpg$/)
  await page.keyboard.press('Escape')

  for (const name of ['screen.volumeUp', 'screen.volumeDown', 'screen.notifications'] as const)
    await page.getByRole('button', { name: t(name) }).click()
  await expect
    .poll(() => sent.filter((text) => text.includes('pressKey')))
    .toEqual(
      ['volume_up', 'volume_down', 'notifications'].map((key) => JSON.stringify({ action: 'pressKey', key })),
    )
  expect(errors).toEqual([])
  await close()
})

test('files are sent to the phone, each with its progress and result', async () => {
  await set('V1', { screen_mode: '2' })
  const { page, t, errors, close } = await take('V1')
  await page.getByText(t('screen.live')).waitFor()
  const files = page.getByRole('list', { name: t('screen.files') })
  const row = (name: string) => files.getByRole('listitem').filter({ hasText: name })

  // A dropped package is installed: its first bytes are those of every package.
  const game = { name: 'game.apk', bytes: [0x50, 0x4b, 3, 4, 0, 0] }
  const screen = page.getByRole('application')
  await dropFile(screen, 'dragover', game)
  await page.getByText(t('screen.dropHere')).waitFor()
  await dropFile(screen, 'drop', game)
  await row('game.apk').getByText(t('delivery.succeeded')).waitFor()
  expect(await page.getByText(t('screen.dropHere')).count()).toBe(0)

  const chooser = page.locator('input[type=file]')
  await chooser.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await row('notes.txt').getByText(t('delivery.succeeded')).waitFor()

  await chooser.setInputFiles({ name: 'tool.exe', mimeType: 'x/y', buffer: Buffer.from('MZ') })
  await row('tool.exe').locator('[data-state=failed]').waitFor()
  await row('tool.exe')
    .getByRole('button', { name: t('screen.dismissFile', { name: 'tool.exe' }) })
    .click()
  await row('tool.exe').waitFor({ state: 'detached' })
  expect(errors).toEqual([])
  await close()
})

test('a hidden tab streams nothing, and continues when visible', async () => {
  await set('V1', {})
  const opened = await take('V1')
  const { page, close } = opened
  await seeVideo(opened)
  const hide = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  const rooms = () => console_.site.deps.hub.stats().rooms
  await expect.poll(rooms).toBe(1)
  await hide(true)
  await expect.poll(rooms).toBe(0)
  await hide(false)
  await seeVideo(opened)
  await close()
})

test('without the permission the page is 401, the socket is closed and there is no frame', async () => {
  const guest = await addUser(console_.site, { userName: 'guest' })
  const { page, close } = await console_.visit({ token: guest.client.token })
  await page.goto('/screen?deviceNo=V1')
  await page.waitForURL('**/401')
  const outcome = await page.evaluate((token) => {
    const address = `${location.origin.replace('http', 'ws')}/rapi/ws/device?deviceNo=V1&type=client`
    const socket = new WebSocket(address, ['fleetdeck.v1', `token.${token}`])
    let frames = 0
    socket.onopen = () => socket.send('{"action":"joinRoom"}')
    socket.onmessage = () => (frames += 1)
    return new Promise((resolve) => {
      socket.onclose = ({ code }) => resolve({ code, frames })
    })
  }, guest.client.token)
  expect([4403, 4404]).toContain((outcome as { code: number }).code)
  expect(outcome).toMatchObject({ frames: 0 })
  await close()
})

test('the operator’s camera is shown on the phone when they share it; if refused, the video continues without it', async () => {
  await set('V1', { local_cam: '0' })
  const asked = (page: Page) =>
    page.addInitScript(() => {
      const { mediaDevices } = navigator
      const open = mediaDevices.getUserMedia.bind(mediaDevices)
      mediaDevices.getUserMedia = (wanted) => {
        document.documentElement.dataset.asked = 'camera'
        return open(wanted)
      }
    })
  const refused = await console_.open()
  await asked(refused.page)
  await refused.page.goto('/screen?deviceNo=V1')
  await seeVideo(refused)
  const share = refused.page.getByRole('button', { name: refused.t('screen.cameraShare') })
  await share.waitFor()
  expect(await refused.page.locator('html[data-asked]').count()).toBe(0)
  await share.click()
  await refused.page.getByText(refused.t('screen.cameraBlocked')).waitFor()
  await expect.poll(() => refused.errors.join()).toContain('the camera could not be opened')
  await refused.close()

  const shown = new Promise<void>((resolve) => {
    const stop = console_.site.deps.hub.on('log', ({ line }) => {
      if (!line.msg.includes('摄像头')) return
      stop()
      resolve()
    })
  })
  const browser = await launch({ camera: true })
  const opened = await console_.open({}, browser)
  const { page, t } = opened
  await page.goto('/screen?deviceNo=V1')
  await seeVideo(opened)
  const button = (name: 'screen.cameraShare' | 'screen.cameraStop') =>
    page.getByRole('button', { name: t(name) })
  await button('screen.cameraShare').click()
  await shown
  await button('screen.cameraStop').click()
  await button('screen.cameraShare').waitFor()

  // What was allowed before goes on without a question.
  await page.context().grantPermissions(['camera'])
  await page.reload()
  await button('screen.cameraStop').waitFor()
  await browser.close()
  await set('V1', {})
})

test.skipIf(!existsSync('/usr/bin/ffmpeg'))(
  'H.264 of the phone is passed through unchanged and shown',
  async () => {
    const { site } = console_
    const ffmpeg = '/usr/bin/ffmpeg -loglevel error -re -f lavfi -i testsrc=size=360x640:rate=30 -c:v libx264'
    const coding = '-profile:v baseline -pix_fmt yuv420p -preset ultrafast -tune zerolatency -g 30 -f h264 -'
    const camera = await startPhones({
      server: site.address,
      key: site.deps.parameters.get('device.enrolmentKey'),
      count: 1,
      more: ['--video-from', `${ffmpeg} ${coding}`],
    })
    try {
      await assignPhones(site, ['V3'])
      await set('V3', {})
      const opened = await take('V3')
      await seeFrames(opened, 30)
      await opened.close()
    } finally {
      await camera.stop()
    }
  },
)

test('a phone that disconnects during video is shown as offline, and its video resumes automatically', async () => {
  const opened = await take('V1')
  const { page, t } = opened
  await seeVideo(opened)
  const { hub, db } = console_.site.deps
  const { rows } = await db.execute(sql`select id from devices where device_no = 'V1'`)
  // The phone is back within a moment.
  const hint = page.getByText(t('screen.offlineHint')).waitFor()
  await hub.closePhone(DeviceId.parse(rows[0]?.id), 1001, 'the network breaks')
  await hint
  await seeVideo(opened)
  await phones.stop()
  await page.getByText(t('screen.offlineHint')).waitFor()
})
