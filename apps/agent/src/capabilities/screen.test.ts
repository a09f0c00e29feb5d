import { decodeScreenFrame, type ScreenFrame } from '@fleetdeck/contract/screen-frame'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CaptureRequest, DriverEvent } from '../drivers/device-driver.ts'
import { agentTexts } from '../texts.ts'
import { ScreenStream } from './screen.ts'

/** A screen whose frame is a number. */
function fakeScreen(tellsScreenChanges: boolean) {
  const jpeg = Uint8Array.of(0xff, 0xd8, 0)
  const screen = {
    revision: 1,
    watched: 0,
    requests: [] as CaptureRequest[],
    failure: undefined as Error | undefined,
    emit: (_event: DriverEvent): void => undefined,
    change: () => {
      screen.revision++
      if (tellsScreenChanges) screen.emit({ type: 'screenChanged' })
    },
  }
  const driver = {
    identity: { hardwareId: 'd', brand: '', model: '', imei: '', osVersion: '', apkVersion: '' },
    tellsScreenChanges,
    readStatus: () => Promise.resolve({}),
    input: () => Promise.resolve(),
    readSize: () => Promise.resolve({ width: 1, height: 1 }),
    touch: () => Promise.resolve(),
    close: () => Promise.resolve(),
    watchScreen: () => {
      screen.watched++
      return () => {
        screen.watched--
      }
    },
    listen: (listener: (event: DriverEvent) => void) => {
      screen.emit = listener
      return () => undefined
    },
    capture: (request: CaptureRequest) => {
      screen.requests.push(request)
      if (screen.failure) return Promise.reject(screen.failure)
      if (request.knownRevision === screen.revision) return Promise.resolve(undefined)
      const { revision } = screen
      return Promise.resolve({ jpeg, width: 1, height: 2, screenWidth: 3, screenHeight: 4, revision })
    },
  }
  return { screen, driver }
}

function setUp(tellsScreenChanges = true) {
  const { screen, driver } = fakeScreen(tellsScreenChanges)
  const pictures: ScreenFrame[] = []
  const send = vi.fn(() => true)
  const uplink = { send, sendPicture: (bytes: Uint8Array) => pictures.push(decodeScreenFrame(bytes)) > 0 }
  const stream = new ScreenStream({ driver, uplink, notice: () => {}, texts: agentTexts.en })
  return { screen, pictures, send, stream }
}

const setting = { screen_scale: '50', screen_img_quality: '20', screen_img_delay: '100' }

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a frame is sent immediately with the requested scale and quality', async () => {
  const { screen, pictures, stream } = setUp()
  stream.start({ screen_scale: '25', screen_img_quality: '80', screen_img_delay: '50' })
  await vi.advanceTimersByTimeAsync(0)
  expect(screen.requests).toEqual([{ scalePercent: 25, quality: 80 }])
  expect(pictures[0]).toMatchObject({ sequence: 1, width: 1, height: 2, screenWidth: 3, screenHeight: 4 })
})

test('invalid settings become the defaults', async () => {
  const { screen, stream } = setUp()
  stream.start({ screen_scale: '900', screen_img_quality: 'best', screen_img_delay: '-5' })
  await vi.advanceTimersByTimeAsync(0)
  expect(screen.requests).toEqual([{ scalePercent: 50, quality: 20 }])
})

test('an unchanged screen is sent once more, sharp, if its viewer wants that; a changed one is fast again', async () => {
  for (const tells of [true, false]) {
    const { screen, pictures, stream } = setUp(tells)
    stream.start({ ...setting, screen_sharp: '100' })
    const shown = () => screen.requests.filter(({ knownRevision }) => knownRevision === undefined)
    await vi.advanceTimersByTimeAsync(240)
    expect(pictures).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(260)
    expect(pictures).toHaveLength(2)
    expect(shown()).toEqual([
      { scalePercent: 50, quality: 20 },
      { scalePercent: 100, quality: 95 },
    ])
    for (const { sequence } of pictures) stream.taken(sequence)
    await vi.advanceTimersByTimeAsync(5000)
    expect(pictures).toHaveLength(2)
    screen.change()
    await vi.advanceTimersByTimeAsync(1100)
    expect(pictures).toHaveLength(4)
    expect(screen.requests.findLast(({ quality }) => quality === 20)).toMatchObject({ scalePercent: 50 })
    for (const { sequence } of pictures) stream.taken(sequence)
    // While it moves, no time is spent on sharpness.
    const before = screen.requests.filter(({ quality }) => quality === 95).length
    for (let at = 0; at < 20; at++) {
      screen.change()
      await vi.advanceTimersByTimeAsync(100)
      for (const { sequence } of pictures) stream.taken(sequence)
    }
    expect(screen.requests.filter(({ quality }) => quality === 95)).toHaveLength(before)
    stream.stop()
  }
})

test('an unchanged screen is sent once', async () => {
  const { pictures, screen, stream } = setUp()
  stream.start(setting)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(pictures).toHaveLength(1)
  expect(screen.requests.length).toBeLessThan(4)
})

test('a phone that cannot report changes is polled at the set rate', async () => {
  const { pictures, screen, stream } = setUp(false)
  stream.start(setting)
  await vi.advanceTimersByTimeAsync(0)
  stream.taken(1)
  screen.change()
  await vi.advanceTimersByTimeAsync(100)
  expect(pictures).toHaveLength(2)
})

test('a still phone that is polled is read once a second, and at the set rate again after a change or an input', async () => {
  const { pictures, screen, stream } = setUp(false)
  const readsIn = async (ms: number) => {
    const before = screen.requests.length
    await vi.advanceTimersByTimeAsync(ms)
    return screen.requests.length - before
  }
  stream.start(setting)
  await vi.advanceTimersByTimeAsync(10_000)
  stream.taken(1)
  expect(await readsIn(10_000)).toBe(10)
  stream.expectChange()
  expect(await readsIn(400)).toBeGreaterThanOrEqual(2)

  await vi.advanceTimersByTimeAsync(10_000)
  screen.change()
  await vi.advanceTimersByTimeAsync(1000)
  expect(pictures).toHaveLength(2)
  stream.taken(2)
  for (let change = 0; change < 5; change++) {
    screen.change()
    await vi.advanceTimersByTimeAsync(100)
    stream.taken(pictures.length)
  }
  expect(pictures.length).toBeGreaterThanOrEqual(6)
})

test('a delay above a second stays as it is set', async () => {
  const { screen, stream } = setUp(false)
  stream.start({ ...setting, screen_img_delay: '3000' })
  await vi.advanceTimersByTimeAsync(30_500)
  expect(screen.requests).toHaveLength(11)
})

test('several changes within one delay make one frame, the newest', async () => {
  const { pictures, screen, stream } = setUp()
  stream.start(setting)
  await vi.advanceTimersByTimeAsync(1000)
  stream.taken(1)
  screen.change()
  await vi.advanceTimersByTimeAsync(10)
  for (let change = 0; change < 20; change++) screen.change()
  await vi.advanceTimersByTimeAsync(80)
  expect(pictures).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(20)
  expect(pictures).toHaveLength(3)
})

test('at most two frames wait for an acknowledgement; the next one shows the newest state', async () => {
  const { pictures, screen, stream } = setUp()
  stream.start(setting)
  for (let change = 0; change < 10; change++) {
    await vi.advanceTimersByTimeAsync(100)
    screen.change()
  }
  expect(pictures.map(({ sequence }) => sequence)).toEqual([1, 2])
  const asked = screen.requests.length
  stream.taken(1)
  await vi.advanceTimersByTimeAsync(0)
  expect(pictures).toHaveLength(3)
  expect(screen.requests).toHaveLength(asked + 1)
})

test('a viewer whose acknowledgements are lost does not freeze the screen', async () => {
  const { pictures, screen, stream } = setUp()
  stream.start(setting)
  await vi.advanceTimersByTimeAsync(100)
  screen.change()
  await vi.advanceTimersByTimeAsync(100)
  screen.change()
  expect(pictures).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(2000)
  expect(pictures).toHaveLength(3)
})

test('an acknowledgement for a frame that was never sent changes nothing', async () => {
  const { pictures, screen, stream } = setUp()
  stream.start(setting)
  for (let change = 0; change < 3; change++) {
    await vi.advanceTimersByTimeAsync(100)
    screen.change()
  }
  stream.taken(77)
  await vi.advanceTimersByTimeAsync(500)
  expect(pictures).toHaveLength(2)
})

test('restarting sends the whole screen again, even if it has not changed', async () => {
  const { pictures, screen, stream } = setUp()
  stream.start(setting)
  await vi.advanceTimersByTimeAsync(1000)
  stream.start({ ...setting, screen_scale: '100' })
  await vi.advanceTimersByTimeAsync(0)
  expect(pictures).toHaveLength(2)
  expect(screen.requests.at(-1)).toEqual({ scalePercent: 100, quality: 20 })
  expect(screen.watched).toBe(1)
})

test('after a stop nothing is sent and nothing watches the screen', async () => {
  const { pictures, screen, stream } = setUp()
  stream.start(setting)
  await vi.advanceTimersByTimeAsync(0)
  stream.stop()
  screen.change()
  await vi.advanceTimersByTimeAsync(5000)
  expect(pictures).toHaveLength(1)
  expect(screen.watched).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('a stop during a capture drops its frame', async () => {
  const { pictures, stream } = setUp()
  stream.start(setting)
  stream.stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect(pictures).toHaveLength(0)
})

test('a screen that cannot be read is reported once, and retried every second', async () => {
  const { pictures, screen, send, stream } = setUp()
  screen.failure = new Error('no display')
  stream.start(setting)
  await vi.advanceTimersByTimeAsync(0)
  expect(send).toHaveBeenCalledWith({
    action: 'screenFailed',
    msg: 'Could not capture the screen: no display',
  })
  await vi.advanceTimersByTimeAsync(5000)
  expect(send).toHaveBeenCalledOnce()
  screen.failure = undefined
  await vi.advanceTimersByTimeAsync(1000)
  expect(pictures).toHaveLength(1)
})
