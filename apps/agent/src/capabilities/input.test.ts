import type { PhoneFrame } from '@fleetdeck/contract/phone-socket'
import { expect, test, vi } from 'vitest'
import { createProfile } from '../drivers/simulated/profile.ts'
import { SimulatedDevice } from '../drivers/simulated/simulated-device.ts'
import { agentTexts } from '../texts.ts'
import { ScreenInput } from './input.ts'
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
