import type { PhoneFrame } from '@fleetdeck/contract/phone-socket'
import { expect, test, vi } from 'vitest'
import { createProfile } from '../drivers/simulated/profile.ts'
import { SimulatedDevice } from '../drivers/simulated/simulated-device.ts'
import { agentTexts } from '../texts.ts'
import { type InputOrder, ScreenInput } from './input.ts'
import { DeviceLog } from './log.ts'

const patience = { timeout: 30_000 }

function setUp() {
  const sent: PhoneFrame[] = []
  const uplink = { send: (frame: PhoneFrame) => sent.push(frame) > 0, sendPicture: () => false }
  const driver = new SimulatedDevice(createProfile(0, 'phone'), 'en')
  const log = new DeviceLog(uplink)
  const input = new ScreenInput({ driver, uplink, log, texts: agentTexts.en })
  const openNotes = () => Object.assign(driver.state, { place: { at: 'app', app: 'notes' } })
  return { driver, input, sent, openNotes }
}

test('text in any language is typed into the open notes, and keys change it', async () => {
  const { driver, input, openNotes } = setUp()
  openNotes()
  input.apply({ action: 'typeText', text: '你好 👋!' })
  input.apply({ action: 'pressKey', key: 'backspace' })
  input.apply({ action: 'pressKey', key: 'enter' })
  input.apply({ action: 'typeText', text: 'ok' })
  await vi.waitFor(() => expect(driver.state.apps.notes.text).toBe('你好 👋\nok'), patience)
})

test('keys of the console change the volume and pull the notifications down', async () => {
  const { driver, input } = setUp()
  const { media } = driver.state.controls.volume
  input.apply({ action: 'pressKey', key: 'volume_up' })
  await vi.waitFor(() => expect(driver.state.controls.volume.media).toBe(media + 10), patience)
  input.apply({ action: 'pressKey', key: 'notifications' })
  await vi.waitFor(() => expect(driver.state.isPanelOpen).toBe(true), patience)
  input.apply({ action: 'canvas_action', action_type: 'back', x: 0, y: 0 })
  await vi.waitFor(() => expect(driver.state.isPanelOpen).toBeUndefined(), patience)
})

test('without a text field, the log says so', async () => {
  const { input, sent } = setUp()
  input.apply({ action: 'typeText', text: 'lost' })
  const line = expect.objectContaining({ action: 'log', msg: expect.stringMatching(/No text field/) })
  await vi.waitFor(() => expect(sent).toContainEqual(line), patience)
})

test('the clipboard is set, and sent only to the viewer who asked for it', async () => {
  const { input, sent } = setUp()
  input.apply({ action: 'setClipboard', text: 'copied' })
  input.apply({ action: 'askClipboard', viewer: 'ann' })
  await vi.waitFor(
    () => expect(sent).toContainEqual({ action: 'clipboard', viewer: 'ann', text: 'copied' }),
    patience,
  )
})

const pinch = (action_type: 'touchDown' | 'touchMove' | 'touchUp', spread: number): InputOrder => ({
  action: 'canvas_action',
  action_type,
  x: 0.5 - spread / 2,
  y: 0.5,
  second: { x: 0.5 + spread / 2, y: 0.5 },
})

test('two fingers enlarge a picture while they move, also when the second one comes later', async () => {
  const { driver, input } = setUp()
  const gallery = () => driver.state.apps.gallery
  const show = () => {
    const apps = { ...driver.state.apps, gallery: { open: 0, zoom: 1 } }
    Object.assign(driver.state, { place: { at: 'app', app: 'gallery' }, apps })
  }
  show()
  input.apply(pinch('touchDown', 0.2))
  input.apply(pinch('touchMove', 0.4))
  await vi.waitFor(() => expect(gallery().zoom).toBeCloseTo(2), patience)
  input.apply(pinch('touchUp', 0.6))
  await vi.waitFor(() => expect(gallery().zoom).toBeCloseTo(3), patience)
  await vi.waitFor(() => expect(driver.state.pinch).toBeUndefined(), patience)
  show()
  input.apply({ action: 'canvas_action', action_type: 'touchDown', x: 0.4, y: 0.5 })
  input.apply(pinch('touchMove', 0.2))
  input.apply(pinch('touchMove', 0.3))
  // The second finger is lifted before the first: no tap.
  input.apply({ action: 'canvas_action', action_type: 'touchMove', x: 0.35, y: 0.5 })
  input.apply({ action: 'canvas_action', action_type: 'touchUp', x: 0.35, y: 0.5 })
  await vi.waitFor(() => expect(gallery()).toMatchObject({ open: 0, zoom: expect.closeTo(1.5) }), patience)
})

test('a lost connection lifts the fingers that are down', async () => {
  const { driver, input } = setUp()
  input.apply(pinch('touchDown', 0.2))
  await vi.waitFor(() => expect(driver.state.pinch).toBeDefined(), patience)
  input.release()
  await vi.waitFor(() => expect(driver.state.pinch).toBeUndefined(), patience)
  input.apply({ action: 'canvas_action', action_type: 'touchDown', x: 0.5, y: 0.5 })
  await vi.waitFor(() => expect(driver.state.gesture).toBeDefined(), patience)
  input.release()
  await vi.waitFor(() => expect(driver.state.gesture).toBeUndefined(), patience)
})

test('keys of a plugged keyboard type by the phone’s own layout, and each once while it is held', async () => {
  const { driver, input, sent, openNotes } = setUp()
  openNotes()
  input.apply({ action: 'holdKeys', keys: ['KeyA'] })
  const line = expect.objectContaining({ action: 'log', msg: expect.stringMatching(/No physical keyboard/) })
  await vi.waitFor(() => expect(sent).toContainEqual(line), patience)
  await driver.setKeyboard(true)
  for (const keys of [
    ['ShiftLeft'],
    ['ShiftLeft', 'KeyA'],
    ['ShiftLeft'],
    [],
    ['Digit2'],
    ['Digit2', 'KeyB'],
    [],
  ])
    input.apply({ action: 'holdKeys', keys })
  for (const key of ['Enter', 'Quote', 'Slash', 'Backspace']) {
    input.apply({ action: 'holdKeys', keys: [key] })
    input.apply({ action: 'holdKeys', keys: [] })
  }
  await vi.waitFor(() => expect(driver.state.apps.notes.text).toBe("A2b\n'"), patience)
})
