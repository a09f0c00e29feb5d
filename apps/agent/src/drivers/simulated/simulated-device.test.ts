import { loadImage } from '@napi-rs/canvas'
import { afterEach, expect, test, vi } from 'vitest'
import { Finger } from '../../testing/finger.ts'
import { counterTargets } from './apps/counter.ts'
import { toView } from './phone-state.ts'

afterEach(() => vi.useRealTimers())

const full = { scalePercent: 100, quality: 50 }

async function takePicture(finger: Finger, request = full) {
  const capture = await finger.phone.capture(request)
  if (!capture) throw new Error('no picture')
  return capture
}

test('the frame is a JPEG of the requested size', async () => {
  const capture = await takePicture(new Finger(1), { scalePercent: 30, quality: 20 })
  const image = await loadImage(Buffer.from(capture.jpeg))
  expect(capture).toMatchObject({ width: 108, height: 192, screenWidth: 360, screenHeight: 640 })
  expect([image.width, image.height]).toEqual([108, 192])
})

test('phones have screens of different shapes', async () => {
  const tall = await takePicture(new Finger(0))
  expect([tall.screenWidth, tall.screenHeight]).toEqual([360, 780])
})

test('a rotated screen is wider than high, and touches reach what it shows; rotated again it is as before', async () => {
  for (const index of [0, 1]) {
    const finger = new Finger(index)
    const { phone } = finger
    const upright = await phone.readSize()
    await finger.press('rotate')
    const wide = { width: upright.height, height: upright.width }
    expect(await phone.readSize()).toEqual(wide)
    expect(await takePicture(finger)).toMatchObject({ screenWidth: wide.width, screenHeight: wide.height })
    expect(await takePicture(finger, { scalePercent: 50, quality: 20 })).toMatchObject({
      width: wide.width / 2,
      height: wide.height / 2,
    })
    await phone.launch('counter')
    const plus = (await phone.readElements()).find(({ id }) => id === 'counter:id/plus')
    if (!plus) throw new Error('no button')
    const at = { x: (plus.x + plus.width / 2) / wide.width, y: (plus.y + plus.height / 2) / wide.height }
    await phone.input({ type: 'touchDown', ...at })
    await phone.input({ type: 'touchUp', ...at })
    expect(finger.state.apps.counter.value).toBe(1)
    expect(await phone.settings.rotation()).toEqual({ degrees: 90, auto: false })
    await finger.press('rotate')
    expect(await phone.readSize()).toEqual(upright)
    await phone.settings.setRotation(270)
    expect(await phone.readSize()).toEqual(wide)
    await phone.settings.setRotation('auto')
    expect(await phone.readSize()).toEqual(upright)
  }
})

test('the same frame is not encoded twice', async () => {
  const finger = new Finger()
  const { revision } = await takePicture(finger)
  expect(await finger.phone.capture({ ...full, knownRevision: revision })).toBeUndefined()
  finger.now += 60_000
  expect(await finger.phone.capture({ ...full, knownRevision: revision })).toBeDefined()
})

test('counting up changes the frame', async () => {
  const finger = new Finger()
  await finger.open('counter')
  const before = await takePicture(finger)
  const [, plus] = counterTargets(toView(finger.state, 'counter', finger.now))
  await finger.tap(plus)
  const after = await takePicture(finger)
  expect(after.revision).not.toBe(before.revision)
  expect(Buffer.from(after.jpeg).equals(Buffer.from(before.jpeg))).toBe(false)
})

test('every app, and every state of the screen, has a distinct image', async () => {
  const finger = new Finger()
  const pictures = [await takePicture(finger)]
  const apps = [
    'counter',
    'notes',
    'colours',
    'gallery',
    'settings',
    'calculator',
    'stopwatch',
    'weather',
    'club',
  ] as const
  for (const app of apps) {
    await finger.open(app)
    pictures.push(await takePicture(finger))
    await finger.press('home')
  }
  await finger.press('recent')
  pictures.push(await takePicture(finger))
  await finger.press('lock')
  pictures.push(await takePicture(finger))
  await finger.press('power')
  pictures.push(await takePicture(finger))
  expect(new Set(pictures.map(({ jpeg }) => Buffer.from(jpeg).toString('base64'))).size).toBe(13)
})

test('a screen that is off is black', async () => {
  const finger = new Finger()
  await finger.press('power')
  const { jpeg } = await takePicture(finger, { scalePercent: 10, quality: 100 })
  const image = await loadImage(Buffer.from(jpeg))
  const { createCanvas } = await import('@napi-rs/canvas')
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  expect(data.every((value, index) => index % 4 === 3 || value < 4)).toBe(true)
})

test('a touch is visible, and its mark fades', async () => {
  const finger = new Finger()
  const still = await takePicture(finger)
  await finger.phone.input({ type: 'touchDown', x: 0.5, y: 0.6 })
  await finger.phone.input({ type: 'touchUp', x: 0.5, y: 0.6 })
  finger.now += 100
  const fading = await takePicture(finger)
  finger.now += 1000
  const gone = await takePicture(finger)
  expect(Buffer.from(fading.jpeg).equals(Buffer.from(still.jpeg))).toBe(false)
  expect(Buffer.from(gone.jpeg).equals(Buffer.from(still.jpeg))).toBe(true)
  expect(await finger.phone.capture({ ...full, knownRevision: gone.revision })).toBeUndefined()
})

test('a watched phone emits changes, an unwatched one does not', async () => {
  const finger = new Finger()
  let changes = 0
  finger.phone.listen((event) => {
    if (event.type === 'screenChanged') changes++
  })
  await finger.open('counter')
  expect(changes).toBe(0)
  const unwatch = finger.phone.watchScreen()
  await finger.press('home')
  expect(changes).toBe(1)
  unwatch()
  await finger.open('counter')
  expect(changes).toBe(1)
})

test('the clock of a watched phone advances each minute', async () => {
  vi.useFakeTimers()
  const finger = new Finger()
  let changes = 0
  finger.phone.listen((event) => {
    if (event.type === 'screenChanged') changes++
  })
  const unwatch = finger.phone.watchScreen()
  await vi.advanceTimersByTimeAsync(60_010)
  expect(changes).toBe(1)
  unwatch()
  expect(vi.getTimerCount()).toBe(0)
})

test('a restarting phone shows its brand for three seconds and then the home screen', async () => {
  vi.useFakeTimers()
  const finger = new Finger()
  await finger.open('counter')
  const up = finger.phone.reboot()
  expect(finger.state.screen).toBe('booting')
  await finger.press('home')
  expect(finger.state.screen).toBe('booting')
  await vi.advanceTimersByTimeAsync(3000)
  await up
  expect(finger.state).toMatchObject({ screen: 'on', place: { at: 'home' }, opened: [] })
  expect(finger.lines.at(-1)).toBe('Phone started')
})
