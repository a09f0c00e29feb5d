import { androidScript } from '@fleetdeck/testing/phones/android-script'
import { hasAdb } from '@fleetdeck/testing/phones/real-adb'
import { carScreens, overriddenScreen, warningScreens } from '@fleetdeck/testing/phones/screens'
import { loadImage } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { Fingers } from '../../scripts/fingers/fingers.ts'
import { driversBehindAdb } from '../../testing/plugged-driver.ts'
import { agentTexts } from '../../texts.ts'
import { ScreenLooks } from '../../vision/screen-looks.ts'

describe.skipIf(!hasAdb)('a phone', () => {
  const { open } = driversBehindAdb()

  async function plugIn(answers: Parameters<typeof androidScript>[0]) {
    const opened = await open(androidScript(answers))
    const { device, phone } = opened
    const begun = (word: string) => phone.lines.filter((line) => line.startsWith(word))
    const tapInTheMiddle = async () => {
      await device.input({ type: 'touchDown', x: 0.5, y: 0.5 })
      await device.input({ type: 'touchUp', x: 0.5, y: 0.5 })
    }
    return { device, phone, begun, tapInTheMiddle }
  }
  const whole = { scalePercent: 100, quality: 80 }

  describe('with an override of its size that pictures do not follow', () => {
    test('is tapped where its picture shows it', async () => {
      const { device, begun, tapInTheMiddle } = await plugIn(overriddenScreen)
      const size = { screenWidth: 720, screenHeight: 1280 }
      expect(await device.capture(whole)).toMatchObject({ width: 720, height: 1280, ...size })
      await tapInTheMiddle()
      await device.capture(whole)
      await tapInTheMiddle()
      expect(begun('input')).toEqual(['input tap 360 640', 'input tap 360 640'])
    })

    test('is tapped by a script where it found something in the picture', async () => {
      const { device, begun } = await plugIn(overriddenScreen)
      const end = new AbortController()
      const looks = new ScreenLooks({ driver: device, texts: agentTexts.en, signal: end.signal })
      // The right half of the picture begins there: at 540 of its 1080 pixels.
      const found = await looks.findColors('#204060', [], { tolerance: 10 })
      expect(found).toEqual({ x: 360, y: 0 })
      expect(await looks.freeze()).toMatchObject({ width: 720, height: 1280 })
      const cut = await looks.cut({ x: 0, y: 0, width: 100, height: 50 })
      const { width, height } = await loadImage(Buffer.from(cut, 'base64'))
      expect([width, height]).toEqual([100, 50])
      end.abort()
      await new Fingers(device, agentTexts.en).tap(found ?? { x: 0, y: 0 })
      expect(begun('input')).toEqual(['input tap 360 0'])
      const { png: _, ...frame } = (await device.readFrame()) as { png?: Uint8Array }
      expect(frame).toEqual({ width: 720, height: 1280 })
    })

    test('is tapped there as well if only `wm size` tells', async () => {
      const { begun, tapInTheMiddle } = await plugIn({ ...overriddenScreen, 'dumpsys window displays': '' })
      await tapInTheMiddle()
      expect(begun('input')).toEqual(['input tap 360 640'])
    })

    test('of another shape shows its screen without the bars around it', async () => {
      const { device } = await plugIn({
        ...overriddenScreen,
        'dumpsys window displays': '    init=1080x1920 480dpi base=540x540 240dpi cur=540x540 app=540x500\n',
      })
      expect(await device.capture(whole)).toMatchObject({ width: 540, height: 540, screenHeight: 540 })
    })
  })

  describe('with several displays', () => {
    test('shows and is touched on the one with number 0, also if it is listed second', async () => {
      const { device, begun, tapInTheMiddle } = await plugIn(carScreens)
      expect(await device.capture(whole)).toMatchObject({ screenWidth: 1920, screenHeight: 1080 })
      await tapInTheMiddle()
      expect(begun('input')).toEqual(['input tap 960 540'])
      expect(begun('screencap')).toEqual(['screencap -p -d 4619827259835644672 2>/dev/null'])
    })

    test('lets one choose, and is then shown and touched on that one', async () => {
      const { device, begun, phone, tapInTheMiddle } = await plugIn({
        ...carScreens,
        'cmd package resolve-activity': 'com.shop/.Main\n',
      })
      expect(await device.tools.readPlace()).toMatchObject({
        display: 0,
        displays: [
          { id: 0, name: 'Built-in Screen', width: 1920, height: 1080 },
          { id: 2, name: 'Cluster', width: 1280, height: 480 },
        ],
      })
      await device.tools.showDisplay(2)
      expect(await device.tools.readPlace()).toMatchObject({ display: 2 })
      expect(await device.capture(whole)).toMatchObject({ screenWidth: 1280, screenHeight: 480 })
      await tapInTheMiddle()
      await device.input({ type: 'back', x: 0, y: 0 })
      await device.input({ type: 'lock', x: 0, y: 0 })
      await device.typeText('ok')
      const on2 = 'input() { command input -d 2 "$@"; }; '
      expect(begun('input')).toEqual([
        `${on2}input tap 640 240`,
        `${on2}input keyevent 4`,
        'input keyevent 223',
        `${on2}input text 'ok'`,
      ])
      await device.launch('com.shop')
      expect(phone.lines.at(-1)).toMatch(/^am start --display 2 -n /)
      await expect(device.readElements()).rejects.toThrow('main display only')
    })

    test('is shown on the main one when the chosen one is gone, and says so when one is chosen that it does not have', async () => {
      let isPlugged = true
      const both = carScreens['dumpsys window displays']
      const { device } = await plugIn({
        ...carScreens,
        'dumpsys window displays': () =>
          isPlugged ? both : both.slice(both.indexOf('  Display: mDisplayId=0')),
      })
      await expect(device.tools.showDisplay(7)).rejects.toMatchObject({ failure: 'noDisplay' })
      await device.tools.showDisplay(2)
      isPlugged = false
      await device.readSize({ fresh: true })
      expect(await device.capture(whole)).toMatchObject({ screenWidth: 1920, screenHeight: 1080 })
      expect(await device.tools.readPlace()).not.toHaveProperty('displays')
    })

    test('has no choice before Android 10, where `input` has no displays', async () => {
      const { device } = await plugIn({
        ...carScreens,
        getprop: '[ro.build.version.sdk]: [28]\n[ro.serialno]: [OLD1]\n',
      })
      expect(await device.tools.readPlace()).not.toHaveProperty('displays')
      await expect(device.tools.showDisplay(2)).rejects.toMatchObject({ failure: 'noDisplay' })
    })

    test('that prints a warning instead of a picture is read panel by panel, then from the one that shows it', async () => {
      const { device, begun } = await plugIn(warningScreens)
      expect(await device.capture(whole)).toMatchObject({ screenWidth: 1080, screenHeight: 2400 })
      await device.capture(whole)
      expect(begun('screencap').slice(-2)).toEqual([
        'screencap -p -d 4630946219955703956 2>/dev/null',
        'screencap -p -d 4630946219955703956 2>/dev/null',
      ])
    })

    test('that folds is read from its other panel', async () => {
      let isOpen = true
      const { device, begun } = await plugIn({
        'dumpsys window displays': () =>
          `  Display: mDisplayId=0\n    init=1x1 cur=${isOpen ? '2076x2152' : '1080x2364'} app=1x1\n`,
        'i=0; while': () =>
          `  Display: mDisplayId=0\n    init=1x1 cur=${isOpen ? '2076x2152' : '1080x2364'} app=1x1\n==\n`,
        'dumpsys display | grep': () =>
          `mViewports=[DisplayViewport{isActive=${isOpen}, displayId=0, uniqueId='local:11'}, DisplayViewport{isActive=${!isOpen}, displayId=3, uniqueId='local:22'}]\n`,
      })
      await device.capture(whole)
      expect(begun('screencap')).toEqual(['screencap -p -d 11 2>/dev/null'])
      isOpen = false
      await expect
        .poll(
          async () => {
            await device.capture(whole)
            return begun('screencap').at(-1)
          },
          { timeout: 10_000 },
        )
        .toBe('screencap -p -d 22 2>/dev/null')
    })
  })
})
