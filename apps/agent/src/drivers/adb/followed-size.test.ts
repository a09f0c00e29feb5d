import { androidScript } from '@fleetdeck/testing/phones/android-script'
import { hasAdb } from '@fleetdeck/testing/phones/real-adb'
import { describe, expect, test } from 'vitest'
import { Fingers } from '../../scripts/fingers/fingers.ts'
import { driversBehindAdb } from '../../testing/plugged-driver.ts'
import { agentTexts } from '../../texts.ts'

describe.skipIf(!hasAdb)('the size of a real phone’s screen', () => {
  const { open } = driversBehindAdb()

  async function plugIn(more: Parameters<typeof androidScript>[0] = {}) {
    const screen = { width: 1080, height: 2400 }
    const size = () => `    init=1080x2400 440dpi cur=${screen.width}x${screen.height} app=1x1\n`
    const answers = { 'dumpsys window displays': size, 'i=0; while': () => `${size()}==\n`, ...more }
    const opened = await open(androidScript(answers))
    const { device, phone } = opened
    const inputs = () => phone.lines.filter((line) => line.startsWith('input'))
    return { device, phone, screen, inputs, fingers: new Fingers(device, agentTexts.en) }
  }

  test('is read once for many touches, without a capture', async () => {
    const { phone, fingers, inputs } = await plugIn()
    for (let at = 0; at < 10; at += 1) await fingers.tap({ x: at, y: 5 })
    expect(inputs()).toEqual(Array.from({ length: 10 }, (_, at) => `input tap ${at} 5`))
    expect(phone.lines.filter((line) => line.startsWith('dumpsys window displays'))).toHaveLength(1)
    expect(phone.lines.filter((line) => line.startsWith('screencap'))).toEqual([])
  })

  test('is followed while the phone is used: after a rotation no touch waits for it', async () => {
    const { device, phone, screen, fingers, inputs } = await plugIn()
    await fingers.tap({ x: 500, y: 2000 })
    Object.assign(screen, { width: 2400, height: 1080 })
    await expect.poll(() => device.readSize(), { timeout: 10_000 }).toEqual(screen)
    phone.lines.length = 0
    await fingers.tap({ x: 2000, y: 500 })
    await device.input({ type: 'touchDown', x: 1, y: 1 })
    await device.input({ type: 'touchUp', x: 1, y: 1 })
    expect(inputs()).toEqual(['input tap 2000 500', 'input tap 2399 1079'])
    expect(phone.lines.filter((line) => line.startsWith('dumpsys window displays'))).toEqual([])
  })

  test('does not make a moving finger wait for a phone that reports it slowly', async () => {
    let reports = 0
    const never = new Promise<string>(() => {})
    const { device, inputs } = await plugIn({
      'dumpsys window displays': () => {
        reports += 1
        return reports === 1 ? '    cur=1080x2400 app=1x1\n' : never
      },
      'i=0; while': () => never,
    })
    // Each returns at once, although the second report never ends.
    const ask = () => device.readSize().then(() => reports)
    await expect.poll(ask, { timeout: 10_000 }).toBe(2)
    await device.input({ type: 'touchDown', x: 0, y: 0 })
    await device.input({ type: 'touchUp', x: 0, y: 0 })
    expect(inputs()).toEqual(['input tap 0 0'])
    expect(reports).toBe(2)
  })

  test('is read again before a position is refused', async () => {
    const { screen, fingers, inputs } = await plugIn()
    await expect(fingers.tap({ x: 1080, y: 0 })).rejects.toThrow('x must be 0 to 1079, y 0 to 2399')
    Object.assign(screen, { width: 2400, height: 1080 })
    await fingers.tap({ x: 2000, y: 500 })
    await expect(fingers.tap({ x: 500, y: 2000 })).rejects.toThrow('x must be 0 to 2399, y 0 to 1079')
    expect(inputs()).toEqual(['input tap 2000 500'])
  })
})
