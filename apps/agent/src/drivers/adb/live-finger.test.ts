import { androidScript } from '@fleetdeck/testing/phones/android-script'
import { PhoneShell } from '@fleetdeck/testing/phones/phone-shell'
import { hasAdb, RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDriver } from '../../testing/plugged-driver.ts'

describe.skipIf(!hasAdb)('a finger without scrcpy', () => {
  let adb: RealAdb
  let shell: PhoneShell
  let opened: Awaited<ReturnType<typeof openDriver>>
  beforeAll(async () => {
    adb = await RealAdb.start()
  })
  beforeEach(async () => {
    shell = await PhoneShell.create()
  })
  afterEach(async () => {
    await opened.device.close()
    await adb.unplug(opened.phone).catch(() => undefined)
    await shell.remove()
  })
  afterAll(() => adb?.stop())

  /** The phone's `input` is a program that records how it was called. */
  async function plugIn(sdk = 33) {
    const ordinary = androidScript()
    opened = await openDriver(adb, async (line, phone) => {
      if (line.includes('input')) return shell.answer(line)
      const answer = await ordinary(line, phone)
      return line === 'getprop' ? String(answer).replace('[33]', `[${sdk}]`) : answer
    })
    const { device } = opened
    const to = (type: 'touchDown' | 'touchMove' | 'touchUp', x: number, y: number) =>
      device.input({ type, x, y })
    const inputs = async () => (await shell.calls()).filter((call) => call.startsWith('input'))
    return { device, to, inputs }
  }

  test('that stays presses while it is held, follows, and lifts', async () => {
    const { to, inputs } = await plugIn()
    await to('touchDown', 0.5, 0.5)
    await expect.poll(inputs).toEqual(['input motionevent DOWN 540 1200'])
    await to('touchMove', 0.5, 0.25)
    await expect.poll(inputs).toContain('input motionevent MOVE 540 600')
    await to('touchUp', 0.5, 0.125)
    expect((await inputs()).slice(-2)).toEqual([
      'input motionevent MOVE 540 300',
      'input motionevent UP 540 300',
    ])
  })

  test('that moves faster than the phone is never more than a step behind', async () => {
    await shell.slow('input', 0.1)
    const { to, inputs } = await plugIn()
    await to('touchDown', 0, 0)
    await expect.poll(inputs).toHaveLength(1)
    for (let at = 1; at <= 200; at += 1) await to('touchMove', at / 400, 0)
    await to('touchUp', 0.5, 0)
    const called = await inputs()
    expect(called.length).toBeLessThan(10)
    expect(called.slice(-2)).toEqual(['input motionevent MOVE 540 0', 'input motionevent UP 540 0'])
  })

  test('has no second one beside it, and no keyboard', async () => {
    const { device, inputs } = await plugIn()
    const second = { x: 0.25, y: 0.5 }
    await expect(device.input({ type: 'touchDown', x: 0.5, y: 0.5, second })).rejects.toThrow(
      'Two-finger gestures require scrcpy',
    )
    await device.input({ type: 'touchMove', x: 0.75, y: 0.5, second })
    await device.input({ type: 'touchUp', x: 0.75, y: 0.5, second })
    expect(await inputs()).toEqual([])
    await expect(device.setKeyboard(true)).rejects.toMatchObject({ failure: 'needsScrcpy' })
    await device.setKeyboard(false)
  })

  test('is lifted by the phone itself when the connection is cut', async () => {
    const { to, inputs } = await plugIn()
    await to('touchDown', 0.5, 0.5)
    await expect.poll(inputs).toHaveLength(1)
    adb.findDaemon(opened.phone).drop()
    await expect.poll(inputs).toEqual(['input motionevent DOWN 540 1200', 'input motionevent UP 540 1200'])
  })

  test('that another touch or the end of control leaves down is lifted first', async () => {
    const { to, inputs, device } = await plugIn()
    await to('touchDown', 0.5, 0.5)
    await expect.poll(inputs).toHaveLength(1)
    await to('touchDown', 0, 0)
    await to('touchUp', 0, 0)
    expect((await inputs()).slice(1)).toEqual(['input motionevent UP 540 1200', 'input tap 0 0'])
    await to('touchDown', 0, 0)
    await expect.poll(inputs).toHaveLength(4)
    await device.close()
    await expect.poll(inputs).toContain('input motionevent UP 0 0')
  })

  test('that the phone refuses is an error with its words', async () => {
    await shell.refuse(
      'input',
      'java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS',
    )
    const { to, inputs } = await plugIn()
    await to('touchDown', 0.5, 0.5)
    await expect.poll(inputs).toHaveLength(1)
    await expect(to('touchUp', 0.5, 0.5)).rejects.toThrow('INJECT_EVENTS')
  })

  test('that flicks is one swipe with its time, so that lists keep rolling', async () => {
    const { to, inputs } = await plugIn()
    await to('touchDown', 0.5, 0.75)
    await to('touchMove', 0.5, 0.5)
    await to('touchUp', 0.5, 0.25)
    expect(await inputs()).toEqual([expect.stringMatching(/^input swipe 540 1800 540 600 \d+$/)])
  })

  test('on a phone before Android 11 is one swipe when it lifts', async () => {
    const { to, inputs } = await plugIn(29)
    await to('touchDown', 0.5, 0.75)
    const began = performance.now()
    await expect.poll(() => performance.now() - began, { timeout: 5000 }).toBeGreaterThan(500)
    await to('touchMove', 0.5, 0.5)
    await to('touchUp', 0.5, 0.25)
    expect(await inputs()).toEqual([expect.stringMatching(/^input swipe 540 1800 540 600 \d{3,}$/)])
  })
})
