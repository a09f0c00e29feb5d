import { androidScript } from '@fleetdeck/testing/phones/android-script'
import type { Script } from '@fleetdeck/testing/phones/fake-phone'
import { hasAdb } from '@fleetdeck/testing/phones/real-adb'
import { describe, expect, test } from 'vitest'
import { driversBehindAdb } from '../../testing/plugged-driver.ts'

const xml = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0"><node index="0" text="a &gt; b" resource-id="com.shop:id/buy" class="android.widget.CheckBox" package="com.shop" content-desc="Buy" hint="h" checkable="true" checked="true" clickable="true" enabled="true" focusable="true" focused="false" scrollable="false" long-clickable="true" password="false" selected="true" bounds="[10,20][110,70]" /></hierarchy>`
const toOutput = 'uiautomator dump /dev/tty'

describe.skipIf(!hasAdb)('the elements of a real phone', () => {
  const { open } = driversBehindAdb()

  /** The outputs of uiautomator, one after the other; the last one is repeated. */
  async function plugIn(...outputs: string[]) {
    let dumps = 0
    const ordinary = androidScript()
    const script: Script = (line, phone) => {
      if (!line.includes('uiautomator dump')) return ordinary(line, phone)
      const output = outputs[Math.min(dumps, outputs.length - 1)]
      dumps += 1
      return output
    }
    const opened = await open(script)
    const { device, phone } = opened
    return { device, phone, dumps: () => phone.lines.filter((line) => line.includes('uiautomator dump')) }
  }

  test('have all their attributes, from one command', async () => {
    const { device, dumps } = await plugIn(`${xml}UI hierchary dumped to: /dev/tty\n`)
    expect(await device.readTree()).toEqual([
      {
        ...{ depth: 0, index: 0, id: 'com.shop:id/buy', package: 'com.shop', hint: 'h' },
        ...{ type: 'android.widget.CheckBox', text: 'a > b', desc: 'Buy' },
        ...{ clickable: true, longClickable: true, checkable: true, checked: true, enabled: true },
        ...{ focusable: true, focused: false, scrollable: false, selected: true, password: false },
        ...{ x: 10, y: 20, width: 100, height: 50 },
      },
    ])
    expect(dumps()).toEqual([`${toOutput} 2>&1`])
  })

  test('are written to a file where the output does not work, which is remembered', async () => {
    const { device, dumps } = await plugIn('UI hierchary dumped to: /dev/tty\n', xml)
    expect(await device.readElements()).toHaveLength(1)
    await device.readTree()
    expect(dumps().map((line) => line.startsWith(toOutput))).toEqual([true, false, false])
  })

  test.each([
    ['ERROR: could not get idle state.', 'the screen keeps changing'],
    ['ERROR: null root node returned by UiTestAutomationBridge.', 'no window is active'],
  ])('%s is retried once, and then reported', async (failure, words) => {
    const { device, dumps } = await plugIn(failure, xml, failure)
    expect(await device.readTree()).toHaveLength(1)
    await expect(device.readTree()).rejects.toThrow(words)
    expect(dumps()).toHaveLength(4)
  })

  test('that cannot be read are refused in the phone’s own words', async () => {
    const { device } = await plugIn('/system/bin/sh: uiautomator: not found')
    await expect(device.readTree()).rejects.toThrow('uiautomator: /system/bin/sh: uiautomator: not found')
  })

  test('are read once for looks at the same time, and for those that allow an older result', async () => {
    const { device, dumps } = await plugIn(xml)
    await Promise.all([device.readTree(), device.readElements(), device.readTree()])
    expect(dumps()).toHaveLength(1)
    await device.readTree({ maxAge: 60_000 })
    expect(dumps()).toHaveLength(1)
    await device.readTree()
    expect(dumps()).toHaveLength(2)
  })
})
