import type { PhoneFrame } from '@fleetdeck/contract/phone-socket'
import type { ToolRequest } from '@fleetdeck/contract/phone-tools'
import { expect, test, vi } from 'vitest'
import type { DeviceDriver } from '../drivers/device-driver.ts'
import { createProfile } from '../drivers/simulated/profile.ts'
import { SimulatedDevice } from '../drivers/simulated/simulated-device.ts'
import { ToolDesk } from './tools.ts'

const patience = { timeout: 30_000 }

type Sent<Action extends PhoneFrame['action']> = Extract<PhoneFrame, { action: Action }>

function setUp(change: (driver: SimulatedDevice) => DeviceDriver = (driver) => driver) {
  const sent: PhoneFrame[] = []
  const uplink = { send: (frame: PhoneFrame) => sent.push(frame) > 0, sendPicture: () => false }
  const driver = new SimulatedDevice(createProfile(0, 'phone'), 'en')
  const desk = new ToolDesk({ driver: change(driver), uplink, notice: () => {} })
  let asked = 0
  const ask = async (request: ToolRequest) => {
    const id = `q${++asked}`
    desk.ask({ action: 'askTool', viewer: 'ann', id, request })
    const reply = () => sent.find((frame) => frame.action === 'toolReply' && frame.id === id)
    await vi.waitFor(() => expect(reply()).toBeDefined(), patience)
    return reply() as Sent<'toolReply'>
  }
  const logged = () =>
    sent.flatMap((frame) => (frame.action === 'systemLog' ? frame.lines.map(({ text }) => text) : []))
  return { driver, desk, ask, sent, logged }
}

test('apps are listed with name and version, launched and stopped', async () => {
  const { driver, ask } = setUp()
  const { apps } = await ask({ tool: 'listApps' })
  expect(apps).toContainEqual({ id: 'notes', name: 'Notes', version: '1.0.0', isRemovable: false })
  await ask({ tool: 'launchApp', app: 'notes' })
  expect(driver.state.place).toEqual({ at: 'app', app: 'notes' })
  await ask({ tool: 'stopApp', app: 'notes' })
  expect(driver.state.place).toEqual({ at: 'home' })
  expect(await ask({ tool: 'stopApp', app: 'nothing' })).toMatchObject({ failure: 'noApp' })
})

test('folders of the phone are listed, and a missing one is named as such', async () => {
  const { driver, ask } = setUp()
  await driver.files.write('/sdcard/Download/a.txt', 'hello')
  const { files } = await ask({ tool: 'listFiles', folder: '/sdcard/Download' })
  expect(files).toMatchObject([{ name: 'a.txt', isFolder: false, size: 5 }])
  expect(await ask({ tool: 'listFiles', folder: '/nowhere' })).toMatchObject({ failure: 'noFolder' })
})

test('position and language are kept, and the screen speaks the language', async () => {
  const { driver, ask } = setUp()
  const position = { latitude: 22.3, longitude: 114.17 }
  expect((await ask({ tool: 'readPlace' })).place).toEqual({ language: 'en-GB' })
  expect((await ask({ tool: 'setPosition', position })).place).toMatchObject({ position })
  expect((await ask({ tool: 'setLanguage', language: 'zh-TW' })).place).toEqual({
    language: 'zh-TW',
    position,
  })
  const texts = await driver.readElements()
  expect(texts.map(({ text }) => text)).toContain('計數器')
  expect(await ask({ tool: 'setLanguage', language: 'fr-FR' })).toMatchObject({ failure: 'noLanguage' })
})

test('the system log says what happens on the phone, until it is ended', async () => {
  const { driver, desk, ask, logged } = setUp()
  await ask({ tool: 'followLog', isOn: true })
  await driver.launch('notes')
  await driver.input({ type: 'touchDown', x: 0.5, y: 0.5 })
  await driver.input({ type: 'touchUp', x: 0.5, y: 0.5 })
  await vi.waitFor(() => expect(logged()).toContainEqual(expect.stringMatching(/^ACTION_UP/)), patience)
  expect(logged()).toContainEqual(expect.stringMatching(/START .* cmp=notes/))
  desk.release()
  const before = logged().length
  await driver.launch('counter')
  await ask({ tool: 'followLog', isOn: true })
  await vi.waitFor(() => expect(logged().length).toBeGreaterThan(before), patience)
  await ask({ tool: 'followLog', isOn: false })
})

test('a flood of lines is bounded, and the rest is counted', async () => {
  const flood = (driver: SimulatedDevice) =>
    Object.assign(Object.create(driver), {
      tools: {
        followLog: async (take: (line: object) => void) => {
          for (let n = 0; n < 1000; n++) take({ time: n, level: 'I', tag: 'a', text: String(n) })
        },
      },
    })
  const { ask, sent } = setUp(flood)
  await ask({ tool: 'followLog', isOn: true })
  const ended = { action: 'systemLog', ended: '' }
  await vi.waitFor(() => expect(sent).toContainEqual(expect.objectContaining(ended)), patience)
  const [first] = sent.filter((frame) => frame.action === 'systemLog')
  expect(first).toMatchObject({ missed: 700, lines: { length: 300 } })
})

test('a phone without these tools says so', async () => {
  const { ask } = setUp((driver) =>
    Object.assign(Object.create(driver), { tools: undefined, files: undefined }),
  )
  for (const request of [
    { tool: 'listApps' },
    { tool: 'listFiles', folder: '/' },
    { tool: 'readPlace' },
    { tool: 'followLog', isOn: true },
  ] as const)
    expect(await ask(request)).toMatchObject({ failure: 'unsupported' })
})

test('a keyboard is plugged in and out, and out when the connection is lost', async () => {
  const { driver, desk, ask } = setUp()
  await ask({ tool: 'setKeyboard', isOn: true })
  expect(driver.state.hasKeyboard).toBe(true)
  await ask({ tool: 'setKeyboard', isOn: false })
  expect(driver.state.hasKeyboard).toBeUndefined()
  await ask({ tool: 'setKeyboard', isOn: true })
  desk.release()
  await vi.waitFor(() => expect(driver.state.hasKeyboard).toBeUndefined(), patience)
})

test('a phone without keyboards says so', async () => {
  const { ask } = setUp((driver) => {
    return Object.assign(Object.create(driver) as DeviceDriver, { setKeyboard: undefined })
  })
  expect(await ask({ tool: 'setKeyboard', isOn: true })).toMatchObject({ failure: 'unsupported' })
})
