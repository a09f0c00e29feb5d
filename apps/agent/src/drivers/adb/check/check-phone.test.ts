import type { CheckFinding } from '@fleetdeck/contract/phone-check'
import { androidScript } from '@fleetdeck/testing/phones/android-script'
import type { Script } from '@fleetdeck/testing/phones/fake-phone'
import { hasAdb } from '@fleetdeck/testing/phones/real-adb'
import { describe, expect, test } from 'vitest'
import { driversBehindAdb } from '../../../testing/plugged-driver.ts'

/** As owners of Xiaomi phones published it (Genymobile/scrcpy#5032, DeviceFarmer/STFService.apk#144). */
const refusal = {
  stderr: `java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission
\tat android.os.Parcel.createException(Parcel.java:2075)
`,
  exitCode: 255,
}

describe.skipIf(!hasAdb)('a phone behind Debian’s adb', () => {
  const { open } = driversBehindAdb()

  async function plugIn(script: Script) {
    const opened = await open(script)
    const found: CheckFinding[] = []
    opened.device.listen((event) => event.type === 'found' && found.push(event.finding))
    return { ...opened, found }
  }
  const levels = (findings: CheckFinding[]) =>
    Object.fromEntries(findings.map(({ code, level }) => [code, level]))

  test('is checked by commands that change nothing but a setting of its own', async () => {
    const { device, phone } = await plugIn(androidScript())
    const findings = await device.check()
    expect(levels(findings)).toEqual({
      ...{ input: 'works', writeSettings: 'works', usbInstall: 'works', playProtect: 'works' },
      ...{ inputMethod: 'works', displays: 'works', encoders: 'works', storage: 'works' },
      ...{ battery: 'works', clock: 'works', lock: 'works', stayAwake: 'works' },
      ...{ batteryOptimisation: 'works' },
    })
    const writes = phone.lines.filter((line) => /\b(put|delete|enable|set)\b/.test(line))
    expect(writes).toEqual([
      'settings put global fleetdeck_check 1 && settings delete global fleetdeck_check',
    ])
  })

  test('that hangs in a command answers the others, and nothing is assumed', async () => {
    const { device } = await plugIn(androidScript({ input: () => undefined }))
    const startedAt = performance.now()
    const found = levels(await device.check())
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(found.input).toBeUndefined()
    expect(found.storage).toBe('works')
  }, 20_000)

  test('that refuses a tap reports it at once with the way of its make, and when it works again', async () => {
    let refuses = true
    const { device, found } = await plugIn(androidScript({ input: () => (refuses ? refusal : '') }))
    await expect(device.input({ type: 'home', x: 0, y: 0 })).rejects.toThrow('does not allow adb to tap')
    await expect(device.input({ type: 'home', x: 0, y: 0 })).rejects.toThrow('does not allow adb to tap')
    const broken = { code: 'input', level: 'mustBeMended', way: 'xiaomi-security-settings', values: {} }
    expect(found).toEqual([broken])
    refuses = false
    await device.input({ type: 'home', x: 0, y: 0 })
    expect(found.slice(1)).toEqual([{ code: 'input', level: 'works', values: {} }])
  })

  test('without an input method for Chinese reports the text that it refused', async () => {
    const methods = { 'ime list': 'com.sohu.inputmethod.sogou/.SogouIME\n' }
    const { device, found } = await plugIn(
      androidScript({ ...methods, 'settings get secure': 'com.sohu.inputmethod.sogou/.SogouIME\n' }),
    )
    expect(levels(await device.check()).inputMethod).toBe('limited')
    await expect(device.typeText('你好')).rejects.toThrow('ADBKeyboard')
    expect(found).toMatchObject([{ code: 'inputMethod', level: 'mustBeMended' }])
    expect(levels(await device.check()).inputMethod).toBe('mustBeMended')
  })

  test('that does not let settings be changed is told apart from one that is busy', async () => {
    const denied = {
      stderr:
        'java.lang.SecurityException: Permission denial: writing to settings requires:android.permission.WRITE_SECURE_SETTINGS\n',
      exitCode: 255,
    }
    const { device } = await plugIn(androidScript({ 'settings put global': denied }))
    expect(await device.check()).toContainEqual({
      ...{ code: 'writeSettings', level: 'mustBeMended', way: 'xiaomi-write-settings', values: {} },
    })
  })
})
