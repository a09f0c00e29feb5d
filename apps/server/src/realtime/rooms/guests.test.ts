import { DeviceId, RecordingId } from '@fleetdeck/contract/ids'
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

const mark = { id: RecordingId.parse(7), by: 'ann', startedAt: 1000 }
const recorder = { name: 'ann', setting: { screen_mode: '1' }, guest: { recording: mark } }
const touch = { action: 'canvas_action', action_type: 'touchDown', x: 0.5, y: 0.25 } as const

test('a recorder receives frames, inputs and log lines, and everybody in the room sees that it records', async () => {
  const heard: unknown[] = []
  const viewer = await fixture.viewer('bob', 'A1')
  viewer.send({ action: 'joinRoom' })
  await viewer.next('joinRoomResp', { code: 0 })
  const lines = Promise.withResolvers<void>()
  const seat = await fixture.hub.joinAsGuest(DeviceId.parse(1), recorder, {
    frame: () => heard.push('picture'),
    input: (frame, name) => heard.push([name, frame]),
    lines: ([line]) => {
      heard.push(line?.msg)
      lines.resolve()
    },
  })
  const { viewers, controller, recording } = await viewer.next('roomState', { recording: mark })
  expect({ viewers, controller, recording }).toEqual({ viewers: ['bob'], controller: 'bob', recording: mark })
  phone.sendPicture(1)
  viewer.send(touch)
  await phone.next('canvas_action')
  phone.send({ action: 'log', msg: 'hello', time: 1 })
  await lines.promise
  expect(heard).toEqual(['picture', ['bob', touch], 'hello'])
  await seat?.leave({ id: mark.id, ending: 'storage' })
  await viewer.next('roomState', { recording: null })
  await viewer.next('recordingEnded', { id: 7, ending: 'storage' })
})

test('a recorder receives frames while others see video, and does not control the phone', async () => {
  await fixture.hub.joinAsGuest(DeviceId.parse(1), recorder, {})
  expect(await phone.next('startScreen')).toMatchObject({ pictures: true, viewers: [] })
  const viewer = await fixture.viewer('bob', 'A1')
  viewer.send({ action: 'joinRoom', screenSetting: { screen_mode: '1' } })
  const { viewers, pictures } = await phone.next('startScreen')
  expect([(viewers as string[]).length, pictures]).toEqual([1, true])
  await viewer.next('roomState', { youControl: true })
})

test('a guest returns when its phone reconnects', async () => {
  const seen: boolean[] = []
  await fixture.hub.joinAsGuest(DeviceId.parse(1), recorder, { online: (isOnline) => seen.push(isOnline) })
  await phone.next('startScreen')
  await phone.vanish()
  await expect.poll(() => seen).toEqual([false])
  phone = await fixture.phone('A1')
  await phone.next('startScreen')
  await expect.poll(() => seen).toEqual([false, true])
})

test('a player acts as the controller, and is notified when another viewer takes control', async () => {
  const refusals: string[] = []
  const player = { name: 'ann', setting: {}, guest: 'player' } as const
  const seat = await fixture.hub.joinAsGuest(DeviceId.parse(1), player, {
    refused: (text) => refusals.push(text),
  })
  await seat?.input(touch)
  await phone.next('canvas_action')
  const viewer = await fixture.viewer('bob', 'A1')
  viewer.send({ action: 'joinRoom' })
  await viewer.next('roomState', { youControl: false, controller: 'ann' })
  await seat?.leave()
  viewer.send(touch)
  await phone.next('canvas_action')
  const other = await fixture.hub.joinAsGuest(DeviceId.parse(1), player, {
    refused: (text) => refusals.push(text),
  })
  await other?.input(touch)
  await expect.poll(() => refusals).toEqual(['phone.controlledByOther'])
})

test('a guest cannot join the room of an offline phone', async () => {
  expect(await fixture.hub.joinAsGuest(DeviceId.parse(2), recorder, {})).toBeUndefined()
})
