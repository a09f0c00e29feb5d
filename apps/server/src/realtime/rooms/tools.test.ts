import { afterEach, beforeEach, expect, test } from 'vitest'
import { type HubFixture, startHub } from '../testing/hub-fixture.ts'
import type { Peer } from '../testing/peer.ts'

let fixture: HubFixture
let phone: Peer
beforeEach(async () => {
  fixture = await startHub()
  phone = await fixture.phone('A1')
})
afterEach(async () => {
  await fixture.stop()
  expect(fixture.errors).toEqual([])
})

async function joined(user: string, watches = false): Promise<Peer> {
  const viewer = await fixture.viewer(user, 'A1')
  viewer.send({ action: 'joinRoom', watches })
  await viewer.next('joinRoomResp', { code: 0 })
  return viewer
}

const listApps = { action: 'askTool', id: 'q1', request: { tool: 'listApps' } }
const follow = (isOn: boolean) => ({ action: 'askTool', id: 'log', request: { tool: 'followLog', isOn } })
const display = (isOn: boolean) => ({ action: 'askTool', id: 'dark', request: { tool: 'setDisplay', isOn } })
const line = { time: 1, level: 'I', tag: 'ActivityManager', text: 'START' }

test('the reply of the phone reaches only the page that asked', async () => {
  const bob = await joined('bob', true)
  const ann = await joined('ann')
  ann.send(listApps)
  const { viewer } = await phone.next('askTool', { id: 'q1' })
  const apps = [{ id: 'com.shop', name: 'Shop', version: '1.2', isRemovable: true }]
  phone.send({ action: 'toolReply', viewer, id: 'q1', apps })
  expect(await ann.next('toolReply')).toEqual({ action: 'toolReply', id: 'q1', apps })
  expect(bob.messages.seen.map(({ action }) => action)).not.toContain('toolReply')
})

test('why a phone cannot do it is said in the language of the page', async () => {
  const ann = await joined('ann')
  ann.send({ action: 'askTool', id: 'q2', request: { tool: 'setLanguage', language: 'fr-FR' } })
  const { viewer } = await phone.next('askTool')
  phone.send({ action: 'toolReply', viewer, id: 'q2', failure: 'needsAndroid13' })
  expect(await ann.next('toolReply', { id: 'q2' })).toMatchObject({
    msg: 'This needs Android 13 or newer on the phone',
  })
  phone.send({ action: 'toolReply', viewer, id: 'q3', failure: 'failed', msg: 'no space left' })
  expect(await ann.next('toolReply', { id: 'q3' })).toMatchObject({ msg: 'no space left' })
  phone.send({ action: 'toolReply', viewer, id: 'q4', failure: 'a newer reason' })
  expect(await ann.next('toolReply', { id: 'q4' })).toMatchObject({ msg: 'The phone could not do that' })
})

test('tools are refused while somebody else controls the phone, to watchers, and before mirroring', async () => {
  await joined('ann')
  const bob = await joined('bob')
  bob.send(listApps)
  expect(await bob.next('toolReply')).toMatchObject({ msg: expect.stringMatching(/else is controlling/) })
  const watcher = await joined('ann', true)
  watcher.send(listApps)
  expect(await watcher.next('toolReply')).toMatchObject({ msg: expect.stringMatching(/view this device/) })
  const outside = await fixture.viewer('bob', 'A1')
  outside.send(listApps)
  expect(await outside.next('toolReply')).toMatchObject({ msg: 'Start mirroring first' })
  const offline = await fixture.viewer('ann', 'A2')
  offline.send(listApps)
  expect(await offline.next('toolReply')).toMatchObject({ msg: expect.stringMatching(/offline/i) })
  await phone.settled()
  expect(phone.messages.seen.map(({ action }) => action)).not.toContain('askTool')
})

test('positions outside of the earth and languages that are none are refused', async () => {
  const ann = await joined('ann')
  for (const request of [
    { tool: 'setPosition', position: { latitude: 91, longitude: 0 } },
    { tool: 'setPosition', position: { latitude: 0, longitude: 181 } },
    { tool: 'setLanguage', language: 'en; reboot' },
    { tool: 'listFiles', folder: 'sdcard' },
    { tool: 'format' },
  ]) {
    ann.send({ action: 'askTool', id: 'x', request })
    await ann.next('refused')
  }
  await phone.settled()
  expect(phone.messages.seen.map(({ action }) => action)).not.toContain('askTool')
})

test('the system log goes to its reader, and ends on the phone when the page closes', async () => {
  const ann = await joined('ann')
  ann.send(follow(true))
  const { viewer } = await phone.next('askTool', { request: { tool: 'followLog', isOn: true } })
  phone.send({ action: 'systemLog', viewer: 'somebody', lines: [line] })
  phone.send({ action: 'systemLog', viewer, lines: [line], missed: 3 })
  expect(await ann.next('systemLog')).toMatchObject({ lines: [line], missed: 3 })
  await ann.vanish()
  await phone.next('askTool', { viewer, request: { tool: 'followLog', isOn: false } })
})

test('the system log ends when somebody else takes control, and can be ended by its reader', async () => {
  const ann = await joined('ann')
  ann.send(follow(true))
  const { viewer } = await phone.next('askTool', { request: { tool: 'followLog', isOn: true } })
  ann.send({ action: 'releaseScreenPermission' })
  await phone.next('askTool', { viewer, request: { tool: 'followLog', isOn: false } })
  const bob = await joined('bob')
  bob.send(follow(true))
  await phone.next('askTool', { request: { tool: 'followLog', isOn: true } })
  bob.send(follow(false))
  await phone.next('askTool', { id: 'log', request: { tool: 'followLog', isOn: false } })
})

test('a darkened panel is lit when the page gives up control, also while others watch', async () => {
  await joined('bob', true)
  const ann = await joined('ann')
  ann.send(display(false))
  const { viewer } = await phone.next('askTool', { request: { tool: 'setDisplay', isOn: false } })
  ann.send({ action: 'releaseScreenPermission' })
  await phone.next('askTool', { viewer, request: { tool: 'setDisplay', isOn: true } })
})

test('a darkened panel is lit when its page is closed, and once only', async () => {
  const ann = await joined('ann')
  ann.send(display(false))
  await phone.next('askTool', { request: { tool: 'setDisplay', isOn: false } })
  ann.ws.close()
  await phone.next('askTool', { request: { tool: 'setDisplay', isOn: true } })
  const again = await joined('ann')
  again.send(listApps)
  await phone.next('askTool', { id: 'q1' })
  const lit = phone.messages.seen.filter(({ id }) => id === 'end')
  expect(lit).toHaveLength(1)
})

test('a watcher cannot darken the panel', async () => {
  const watcher = await joined('ann', true)
  watcher.send(display(false))
  expect(await watcher.next('toolReply')).toMatchObject({ msg: expect.stringMatching(/view this device/) })
})

const keyboard = (isOn: boolean) => ({
  action: 'askTool',
  id: 'keys',
  request: { tool: 'setKeyboard', isOn },
})
const hold = (...keys: string[]) => ({ action: 'holdKeys', keys })

test('keys of a keyboard reach the phone while it is plugged in', async () => {
  const ann = await joined('ann')
  ann.send(hold('KeyB'))
  ann.send(keyboard(true))
  await phone.next('askTool', { request: { tool: 'setKeyboard', isOn: true } })
  ann.send(hold('ShiftLeft', 'KeyA'))
  expect(await phone.next('holdKeys')).toEqual(hold('ShiftLeft', 'KeyA'))
  ann.send(keyboard(false))
  await phone.next('askTool', { request: { tool: 'setKeyboard', isOn: false } })
  ann.send(hold('KeyC'))
  await ann.settled()
  await phone.settled()
  expect(phone.messages.seen.filter(({ action }) => action === 'holdKeys')).toHaveLength(1)
  expect(ann.messages.seen.map(({ action }) => action)).not.toContain('refused')
})

test('a keyboard with more keys than it has is refused', async () => {
  const ann = await joined('ann')
  ann.send(hold(...Array.from({ length: 15 }, (_, index) => `F${index}`)))
  await ann.next('refused')
})

test.each([
  ['disconnects', (ann: Peer) => ann.vanish()],
  ['gives up control', (ann: Peer) => ann.send({ action: 'releaseScreenPermission' })],
])('a keyboard is plugged out when its page %s; late keys do not take control', async (_, end) => {
  await joined('bob', true)
  const ann = await joined('ann')
  ann.send(keyboard(true))
  ann.send(hold('KeyA'))
  await phone.next('holdKeys')
  await end(ann)
  await phone.next('askTool', { request: { tool: 'setKeyboard', isOn: false } })
  const again = await joined('ann')
  again.send({ action: 'releaseScreenPermission' })
  await again.next('roomState', { controller: null })
  again.send(hold())
  await again.settled()
  await phone.settled()
  expect(again.messages.seen.findLast(({ action }) => action === 'roomState')).toMatchObject({
    controller: null,
  })
})

test('why a phone has no keyboard is said in the language of the page', async () => {
  const ann = await joined('ann')
  ann.send(keyboard(true))
  const { viewer } = await phone.next('askTool')
  phone.send({ action: 'toolReply', viewer, id: 'keys', failure: 'noKeyboard' })
  expect(await ann.next('toolReply')).toMatchObject({ msg: 'This phone lets no program add a keyboard' })
})

test('a watcher cannot plug a keyboard in', async () => {
  const watcher = await joined('ann', true)
  watcher.send(keyboard(true))
  expect(await watcher.next('toolReply')).toMatchObject({ msg: expect.stringMatching(/view this device/) })
})
