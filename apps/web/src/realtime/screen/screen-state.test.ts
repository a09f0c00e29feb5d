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

test('a screen is stopped when the socket opens, starts when asked, and is live with its first picture', () => {
  expect(initialScreenState.phase).toBe('connecting')
  expect(open.phase).toBe('stopped')
  expect(afterStart(open).phase).toBe('starting')
  expect(live.phase).toBe('live')
})

test('a refused join says what the server said', () => {
  const refused = afterEvent(afterStart(open), { action: 'joinRoomResp', code: 1, msg: 'taken' })
  expect(refused).toMatchObject({ phase: 'refused', message: 'taken' })
  expect(afterEvent(live, { action: 'joinRoomResp', code: 0, msg: '' })).toBe(live)
})

test('joining a phone that is away waits for it instead of giving up', () => {
  const away = afterEvent(afterStart(open), { action: 'deviceState', online: false })
  const answer = { action: 'joinRoomResp', code: 1, msg: 'offline' } as const
  expect(afterEvent(away, answer)).toMatchObject({ phase: 'offline', message: 'offline' })
})

test('a phone that goes away is offline, whatever order its messages come in', () => {
  const gone = afterEvent(live, { action: 'deviceState', online: false })
  expect(gone.phase).toBe('offline')
  expect(afterEvent(gone, { action: 'screenStopped', msg: 'gone' }).phase).toBe('offline')
  expect(afterEvent(gone, { action: 'deviceState', online: true }).phase).toBe('stopped')
})

test('who controls is forgotten with the connection', () => {
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

test('why pictures are shown instead of video stays until video is there', () => {
  const fallen = afterVideo(live, { video: 'off', videoEnd: 'noPath' })
  expect(afterStart(fallen)).toMatchObject({ phase: 'starting', videoEnd: 'noPath' })
  expect(afterFrame(afterStart(fallen))).toMatchObject({ phase: 'live', videoEnd: 'noPath' })
})
