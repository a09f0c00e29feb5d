import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { androidScript } from '@fleetdeck/testing/phones/android-script'
import { FakePhone, type Script } from '@fleetdeck/testing/phones/fake-phone'
import { FakeScrcpy } from '@fleetdeck/testing/phones/fake-scrcpy'
import { hasFfmpeg, liveRecording, recordedPictures } from '@fleetdeck/testing/phones/h264'
import { hasAdb, RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { carScreens } from '@fleetdeck/testing/phones/screens'
import { opusTone } from '@fleetdeck/testing/phones/tones'
import { temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { executablePath, type OpenPage } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'
import { type Phones, startAgent } from '../helpers/phones.ts'
import { heard, watchSound } from '../helpers/sound.ts'
import { seeFrames, seeVideo } from '../helpers/video.ts'

const canRun = hasAdb && hasFfmpeg && existsSync(executablePath)
const size = { width: 270, height: 600 }
let console_: Console
let adb: RealAdb
let agent: Phones
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  if (!canRun) return
  console_ = await startConsole()
  folder = await temporaryFolder()
  const scrcpyFile = join(folder.path, 'scrcpy-server')
  await writeFile(scrcpyFile, 'its bytes')
  const { site } = console_
  await site.deps.parameters.set('screen.stunServers', '')
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  adb = await RealAdb.start()
  const key = site.deps.parameters.get('device.enrolmentKey')
  const more = ['--scrcpy', scrcpyFile]
  agent = await startAgent({ server: site.address, key, adbPort: adb.port, more })
})
afterAll(async () => {
  await agent?.stop()
  await adb?.stop()
  await console_?.stop()
  await folder?.remove()
})

const showFigures = ({ page, t }: OpenPage) =>
  page
    .locator('header')
    .getByRole('button', { name: new RegExp(`fps|${t('screen.still')}`) })
    .click()

/** A phone of that number whose screen is shown in a page. */
async function shown(
  deviceNo: string,
  scrcpy: FakeScrcpy,
  answers: Parameters<typeof androidScript>[0] = {},
) {
  const ordinary = androidScript({
    ...answers,
    'command -v screenrecord': '/system/bin/screenrecord\n',
    'screenrecord --': liveRecording(60, '270x600'),
    pkill: '',
  })
  const script: Script = (line, phone) =>
    line.startsWith('CLASSPATH=') ? scrcpy.start(line, phone) : ordinary(line, phone)
  const phone = new FakePhone(deviceNo, script)
  await adb.plugIn(phone)
  // The fake video always has the same size: an automatic quality would restart it in search of another.
  const opened = await console_.open({ storage: { 'layout-setting': '{"screenQuality":"device"}' } })
  const { page } = opened
  await watchSound(page)
  await page.goto('/device/deviceList?assStatus=0')
  await page.getByText(`adb-${deviceNo}`).first().waitFor()
  const { admin } = console_.site
  const assigned = { deviceNo, deviceId: `adb-${deviceNo}`, tenantId: 1, groupId: 1 }
  await admin.call(devices.addAssDevice, { body: assigned })
  const content = JSON.stringify({ default_screen: '1', screen_scale: '100', screen_mode: '1' })
  await admin.call(devices.updateSettingScreen, { body: { deviceNo, content } })
  await page.goto(`/screen?deviceNo=${deviceNo}`)
  await seeVideo(opened)
  await seeFrames(opened, 5)
  return { ...opened, phone }
}

test.skipIf(!canRun)(
  'a phone with scrcpy 4.1 turns its wheel, copies to here and darkens its panel',
  async () => {
    const scrcpy = new FakeScrcpy('4.1')
    scrcpy.size = size
    scrcpy.pictures = recordedPictures(60, '270x600')
    scrcpy.isEndless = true
    scrcpy.gapMs = 33
    scrcpy.selected = 'from the phone'
    const opened = await shown('SC41', scrcpy)
    const { page, t, errors, close } = opened

    const screen = page.getByRole('application')
    await screen.hover()
    await page.mouse.wheel(0, 100)
    const { x, y, right, up } = await scrcpy.wheels.take()
    expect({ x, y, right }).toEqual({ x: size.width / 2, y: size.height / 2, right: 0 })
    expect(up).toBeLessThan(0)

    await screen.click()
    await page.keyboard.press('Control+c')
    await page.getByText(t('screen.clipboardCopied', { text: 'from the phone' })).waitFor()

    await page.getByRole('button', { name: t('screen.displayOff') }).click()
    await expect.poll(() => scrcpy.isDark).toBe(true)
    await showFigures(opened)
    await expect.poll(() => page.locator('[data-measure=source]').textContent()).toBe('scrcpy 4.1')
    expect(errors).toEqual([])
    await close()
    await expect.poll(() => scrcpy.isDark).toBe(false)
  },
)

test.skipIf(!canRun)('the sound of a phone is heard, or its button says why not and what to do', async () => {
  const scrcpy = new FakeScrcpy('4.1')
  scrcpy.size = size
  scrcpy.pictures = recordedPictures(60, '270x600')
  scrcpy.isEndless = true
  scrcpy.gapMs = 33
  scrcpy.sounds = { opus: await opusTone() }
  scrcpy.soundCodec = 0
  scrcpy.soundComplaint = `[server] ERROR: Failed to start audio capture
[server] ERROR: On Android 11, audio capture must be started in the foreground, make sure that the device is unlocked when starting scrcpy.
`
  const opened = await shown('SS41', scrcpy)
  const { page, t, errors, close } = opened
  const listen = page.getByRole('button', { name: t('screen.listen'), exact: true })
  const stop = page.getByRole('button', { name: t('screen.listenStop'), exact: true })
  await listen.click()
  const reason = page.getByText(t('screen.sound.locked'))
  await reason.first().waitFor()
  await listen.waitFor()
  expect(await heard(page)).toEqual({ packets: 0, energy: 0 })

  scrcpy.soundCodec = undefined
  await listen.click()
  await stop.waitFor()
  await expect.poll(async () => (await heard(page)).energy).toBeGreaterThan(0.003)
  expect(scrcpy.captures).toBe(1)
  await stop.click()
  await listen.waitFor()
  await expect.poll(() => scrcpy.captures).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test.skipIf(!canRun)('two fingers and a keyboard reach a phone with scrcpy as such', async () => {
  const scrcpy = new FakeScrcpy('4.1')
  scrcpy.size = size
  scrcpy.pictures = recordedPictures(60, '270x600')
  scrcpy.isEndless = true
  scrcpy.gapMs = 33
  const opened = await shown('SCKEYS', scrcpy)
  const { page, t, errors, close } = opened
  const screen = page.getByRole('application')
  const { x = 0, y = 0, width = 0, height = 0 } = (await screen.boundingBox()) ?? {}
  await page.mouse.move(x + width * 0.75, y + height / 2)
  await page.keyboard.down('Control')
  await page.mouse.down()
  const near = (action: number, pointer: bigint, at: number) =>
    scrcpy.touches.take(
      (touch) => touch.action === action && touch.pointer === pointer && Math.abs(touch.x - at) <= 3,
    )
  await near(0, -2n, size.width * 0.75)
  await near(0, -3n, size.width * 0.25)
  await page.mouse.move(x + width * 0.9, y + height / 2)
  await near(2, -2n, size.width * 0.9)
  await near(2, -3n, size.width * 0.1)
  await page.mouse.up()
  await page.keyboard.up('Control')
  await near(1, -3n, size.width * 0.1)
  await near(1, -2n, size.width * 0.9)

  await page.getByRole('button', { name: t('screen.keyboardIn') }).click()
  await expect.poll(() => scrcpy.keyboards.size).toBe(1)
  const keys = page.getByText(t('screen.keysHere'))
  await expect.poll(() => keys.evaluate((one) => one === document.activeElement)).toBe(true)
  const report = () => scrcpy.reports.take()
  await page.keyboard.down('ShiftLeft')
  expect(await report()).toBe('0200000000000000')
  await page.keyboard.down('KeyN')
  expect(await report()).toBe('0200110000000000')
  await page.keyboard.up('KeyN')
  expect(await report()).toBe('0200000000000000')
  await page.keyboard.up('ShiftLeft')
  expect(await report()).toBe('0000000000000000')
  await page.keyboard.down('Tab')
  await page.keyboard.down('F5')
  expect([await report(), await report()]).toEqual(['00002b0000000000', '00002b3e00000000'])
  // Leaves the phone's keyboard: no key stays down.
  await page.keyboard.press('Escape')
  expect(await report()).toBe('0000000000000000')
  await page.keyboard.press('KeyQ')
  await screen.click()
  await page.keyboard.down('KeyA')
  expect(await report()).toBe('0000040000000000')
  expect(scrcpy.pasted).toBe('')
  expect(errors).toEqual([])
  await close()
  expect(await report()).toBe('0000000000000000')
  await expect.poll(() => scrcpy.keyboards.size).toBe(0)
})

test.skipIf(!canRun)('a phone that refuses a keyboard says so, and is typed on as before', async () => {
  const scrcpy = new FakeScrcpy('4.1')
  scrcpy.size = size
  scrcpy.pictures = recordedPictures(60, '270x600')
  scrcpy.isEndless = true
  scrcpy.gapMs = 33
  scrcpy.refusesKeyboards = true
  const opened = await shown('SCNOKEYS', scrcpy)
  const { page, t, errors, close } = opened
  await page.getByRole('button', { name: t('screen.keyboardIn') }).click()
  await page.getByText(t('phone.tool.noKeyboard')).waitFor()
  await page.getByRole('application').click()
  await page.keyboard.type('hi')
  await expect.poll(() => scrcpy.pasted).toBe('hi')
  expect(errors).toEqual([])
  await close()
})

test.skipIf(!canRun)('a car shows its second display when it is chosen, and is touched there', async () => {
  const scrcpy = new FakeScrcpy()
  scrcpy.size = { width: 1280, height: 720 }
  scrcpy.pictures = recordedPictures(60, '1280x720')
  scrcpy.isEndless = true
  scrcpy.gapMs = 33
  const opened = await shown('CAR1', scrcpy, carScreens)
  const { page, t, errors, phone, close } = opened
  await page.getByRole('button', { name: t('tools.title') }).click()
  await page.getByRole('tab', { name: t('tools.place') }).click()
  const choice = page.getByRole('radiogroup', { name: t('tools.display') })
  await expect.poll(() => choice.getByRole('radio').count()).toBe(2)
  const main = choice.getByRole('radio', { name: 'Built-in Screen' })
  expect(await main.isChecked()).toBe(true)
  scrcpy.size = { width: 640, height: 240 }
  scrcpy.pictures = recordedPictures(60, '640x240')
  await choice.getByRole('radio', { name: 'Cluster' }).click()
  await expect.poll(() => choice.getByRole('radio', { name: 'Cluster' }).isChecked()).toBe(true)
  const video = () => phone.lines.filter((line) => line.includes('display_id=2') && line.includes('max_size'))
  await expect.poll(() => video().length).toBeGreaterThan(0)
  const shape = () =>
    page.locator('video').evaluate((one: HTMLVideoElement) => one.videoWidth / one.videoHeight)
  await expect.poll(shape, { timeout: 15_000 }).toBeCloseTo(640 / 240, 1)
  await page.getByRole('application').click()
  expect(await scrcpy.touches.take()).toMatchObject({ x: 320, y: 120, width: 640, height: 240 })
  expect(errors).toEqual([])
  await close()
})

test.skipIf(!canRun)(
  'a phone whose scrcpy is of an unknown version says why its recorder is used',
  async () => {
    const opened = await shown('SC50', new FakeScrcpy('5.0'))
    const { page, t, errors, close } = opened
    await showFigures(opened)
    await expect.poll(() => page.locator('[data-measure=source]').textContent()).toBe('screenrecord')
    await page.getByText(t('screen.sourceLost.version', { way: 'scrcpy', detail: '5.0' })).waitFor()

    await page.getByRole('button', { name: t('screen.keyboardIn') }).click()
    await page.getByText(t('phone.tool.needsScrcpy')).waitFor()
    await page.keyboard.down('Control')
    await page.getByRole('application').click()
    await page.keyboard.up('Control')
    await page.getByText(t('phone.oneFinger')).waitFor()
    expect(opened.phone.lines.filter((line) => /^input (tap|swipe|motion)/.test(line))).toEqual([])
    expect(errors).toEqual([])
    await close()
  },
)
