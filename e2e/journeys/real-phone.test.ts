import { existsSync } from 'node:fs'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { scrcpyServerFile } from '@fleetdeck/testing/files/scrcpy-server-file'
import { androidScript } from '@fleetdeck/testing/phones/android-script'
import { FakePhone } from '@fleetdeck/testing/phones/fake-phone'
import { FakeScrcpy } from '@fleetdeck/testing/phones/fake-scrcpy'
import { hasFfmpeg, liveRecording, recordedPictures } from '@fleetdeck/testing/phones/h264'
import { hasAdb, RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { executablePath } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'
import { type Phones, startAgent } from '../helpers/phones.ts'
import { seeFrames, seeVideo } from '../helpers/video.ts'

/** Maximum pixels of the phone per pixel of the page. */
const slop = 8
const canRun = hasAdb && hasFfmpeg && existsSync(executablePath)
let console_: Console
let adb: RealAdb
let agent: Phones
beforeAll(async () => {
  if (!canRun) return
  console_ = await startConsole()
  const { site } = console_
  await site.deps.parameters.set('screen.stunServers', '')
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  adb = await RealAdb.start()
  const key = site.deps.parameters.get('device.enrolmentKey')
  agent = await startAgent({ server: site.address, key, adbPort: adb.port })
})
afterAll(async () => {
  await agent?.stop()
  await adb?.stop()
  await console_?.stop()
})

test.skipIf(!canRun)(
  'a real phone over adb is shown live and tapped at the position of the mouse',
  async () => {
    const recorder = { 'command -v screenrecord': '/system/bin/screenrecord\n', pkill: '' }
    const phone = new FakePhone(
      'R58M1234',
      androidScript({ ...recorder, 'screenrecord --': liveRecording(60, '270x600') }),
    )
    await adb.plugIn(phone)
    const opened = await console_.open()
    const { page, t, errors, close } = opened
    await page.goto('/device/deviceList?assStatus=0')
    await page.getByText('adb-R58M1234').first().waitFor()
    const { admin } = console_.site
    const assigned = { deviceNo: 'R1', deviceId: 'adb-R58M1234', tenantId: 1, groupId: 1 }
    await admin.call(devices.addAssDevice, { body: assigned })
    const content = JSON.stringify({ default_screen: '1', screen_scale: '100', screen_mode: '1' })
    await admin.call(devices.updateSettingScreen, { body: { deviceNo: 'R1', content } })

    await page.goto('/screen?deviceNo=R1')
    await seeVideo(opened)
    await page.getByText(t('screen.live')).waitFor()
    await seeFrames(opened, 5)
    expect(phone.lines.some((line) => line.startsWith('screenrecord --output-format=h264'))).toBe(true)

    const screen = page.getByRole('application')
    const { width = 0, height = 0 } = (await screen.boundingBox()) ?? {}
    await screen.click({ position: { x: width / 4, y: (height * 3) / 4 } })
    const touch = () => phone.lines.find((line) => /^input (tap|swipe) /.test(line)) ?? ''
    await expect.poll(touch).not.toBe('')
    const [x = 0, y = 0] = touch().match(/\d+/g)?.map(Number) ?? []
    expect(Math.abs(x - 1080 / 4)).toBeLessThanOrEqual(slop)
    expect(Math.abs(y - (2400 * 3) / 4)).toBeLessThanOrEqual(slop)
    expect(errors).toEqual([])
    await close()
  },
)

test.skipIf(!canRun)(
  'a phone is shown as video by the scrcpy file of the console, without a setting, until its viewer chooses screenshots',
  async () => {
    const scrcpy = new FakeScrcpy('4.1')
    scrcpy.pictures = recordedPictures(60)
    Object.assign(scrcpy, { gapMs: 33, isEndless: true })
    const ordinary = androidScript()
    const phone = new FakePhone('SCRCPY1', (line, self) =>
      line.startsWith('CLASSPATH=') ? scrcpy.start(line, self) : ordinary(line, self),
    )
    await adb.plugIn(phone)
    const opened = await console_.open()
    const { page, t, errors, close } = opened
    await page.goto('/device/deviceList?assStatus=0')
    await page.getByText('adb-SCRCPY1').first().waitFor()
    const assigned = { deviceNo: 'S1', deviceId: 'adb-SCRCPY1', tenantId: 1, groupId: 1 }
    await console_.site.admin.call(devices.addAssDevice, { body: assigned })

    await page.goto('/site/scrcpy')
    await page.locator('input[type=file]').setInputFiles({
      name: 'scrcpy-server-v4.1',
      mimeType: 'application/octet-stream',
      buffer: scrcpyServerFile(),
    })
    await page.getByRole('dialog').getByRole('checkbox').check()
    await page.getByRole('button', { name: t('scrcpy.useIt') }).click()
    await page.getByText(t('scrcpy.saved')).waitFor()
    const reported = async () =>
      (await console_.site.admin.call(devices.findOne, { query: { deviceNo: 'S1' } })).inherited.settings
    await expect.poll(async () => (await reported()).screen_mode).toBe('1')

    await page.goto('/screen?deviceNo=S1')
    const film = page.locator('video[data-frames]:not([hidden])')
    await film.waitFor()
    await seeFrames(opened, 5)

    const mode = page.getByLabel(t('userCloud.mode'))
    await mode.getByText(t('userCloud.screenshot')).click()
    await film.waitFor({ state: 'hidden' })
    await page.reload()
    await page.getByText(t('screen.live')).waitFor()
    expect(await film.isVisible()).toBe(false)
    expect(errors).toEqual([])
    await close()
  },
)

test.skipIf(!canRun)('a phone that has not authorised the computer is shown with instructions', async () => {
  const phone = new FakePhone('LOCKED1', androidScript())
  phone.asksForKeys = true
  const { serial } = await adb.plugIn(phone)
  const { page, t, errors, close } = await console_.open()
  await page.goto('/device/monitor')
  const notice = page.getByRole('alert').filter({ hasText: serial })
  await notice.waitFor()
  await notice.getByText(t('unusable.unauthorized')).waitFor()
  await notice.getByText(t('unusable.advice.unauthorized')).waitFor()
  await notice.getByRole('button', { name: t('unusable.hide') }).click()
  await expect.poll(() => page.getByText(t('unusable.advice.unauthorized')).count()).toBe(0)

  // The user presses "Allow" on the phone.
  phone.allows = true
  await adb.unplug(phone)
  await adb.plugIn(phone)
  await page.goto('/device/deviceList?assStatus=0')
  await page.getByText('adb-LOCKED1').first().waitFor()
  await expect.poll(() => page.getByText(serial, { exact: true }).count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})
