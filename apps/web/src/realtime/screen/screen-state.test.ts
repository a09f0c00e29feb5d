import { expect, test } from 'vitest'
import {
  afterEvent,
  afterFrame,
  afterSocket,
  afterStart,
  afterStop,
  afterVideo,
  initialScreenState,
} from './screen-state.ts'

const open = afterSocket(initialScreenState, 'open')
const live = afterFrame(afterStart(open))

test('a screen is stopped when the socket opens, starts on request, and is live with its first frame', () => {
  expect(initialScreenState.phase).toBe('connecting')
  expect(open.phase).toBe('stopped')
  expect(afterStart(open).phase).toBe('starting')
  expect(live.phase).toBe('live')
})

test("a refused join shows the server's message", () => {
  const refused = afterEvent(afterStart(open), { action: 'joinRoomResp', code: 1, msg: 'taken' })
  expect(refused).toMatchObject({ phase: 'refused', message: 'taken' })
  expect(afterEvent(live, { action: 'joinRoomResp', code: 0, msg: '' })).toBe(live)
})

test('joining an offline phone waits for it', () => {
  const away = afterEvent(afterStart(open), { action: 'deviceState', online: false })
  const answer = { action: 'joinRoomResp', code: 1, msg: 'offline' } as const
  expect(afterEvent(away, answer)).toMatchObject({ phase: 'offline', message: 'offline' })
})

test('a disconnected phone is offline, whatever the order of messages', () => {
  const offline = afterEvent(live, { action: 'deviceState', online: false })
  expect(offline.phase).toBe('offline')
  expect(afterEvent(offline, { action: 'screenStopped', msg: 'gone' }).phase).toBe('offline')
  expect(afterEvent(offline, { action: 'deviceState', online: true }).phase).toBe('stopped')
})

test('the controller is reset when the connection is lost', () => {
  const mine = afterEvent(live, {
    action: 'roomState',
    controller: 'ann',
    youControl: true,
    viewers: ['ann'],
    asking: [],
    youAsk: false,
    recording: null,
  })
  expect(mine.youControl).toBe(true)
  expect(afterSocket(mine, 'closed')).toMatchObject({ phase: 'connecting', youControl: false, viewers: [] })
  expect(afterStop(mine)).toMatchObject({ phase: 'stopped', controller: null })
})

test('a permanently closed socket has a reason', () => {
  const closed = afterSocket(live, 'closed', { code: 4404, reason: 'no such phone' })
  expect(closed).toMatchObject({ phase: 'closed', message: 'no such phone' })
})

test('the reason for frames instead of video is shown until there is video', () => {
  const fallen = afterVideo(live, { video: 'off', videoEnd: 'noPath' })
  expect(afterStart(fallen)).toMatchObject({ phase: 'starting', videoEnd: 'noPath' })
  expect(afterFrame(afterStart(fallen))).toMatchObject({ phase: 'live', videoEnd: 'noPath' })
})
