import { expect, test } from 'vitest'
import { Finger } from '../../testing/finger.ts'
import { scrollEnd } from './app-access.ts'
import { swatchTargets } from './apps/colours.ts'
import { counterTargets } from './apps/counter.ts'
import { keyTargets } from './apps/notes.ts'
import { sectionRow, switchTargets } from './apps/settings.ts'
import type { AppId } from './apps.ts'
import { recentCards } from './home-layout.ts'
import { scrollAt, toView } from './phone-state.ts'

const viewIn = (finger: Finger, app: AppId) => toView(finger.state, app, finger.now)

async function type(finger: Finger, keys: string[]): Promise<void> {
  for (const key of keys) {
    const target = keyTargets(finger.state.apps.notes, viewIn(finger, 'notes')).find(({ id }) => id === key)
    if (!target) throw new Error(`no key ${key}`)
    await finger.tap(target)
  }
}

test('tapping an icon opens its app; home and back leave it', async () => {
  const finger = new Finger()
  await finger.open('counter')
  expect(finger.state.place).toEqual({ at: 'app', app: 'counter' })
  await finger.press('home')
  expect(finger.state.place).toEqual({ at: 'home' })
  await finger.open('weather')
  await finger.press('back')
  expect(finger.state.place).toEqual({ at: 'home' })
})

test('the counter counts up and down and is reset', async () => {
  const finger = new Finger()
  await finger.open('counter')
  const [minus, plus, reset] = counterTargets(viewIn(finger, 'counter'))
  await finger.tap(plus)
  await finger.tap(plus)
  await finger.tap(minus)
  expect(finger.state.apps.counter.value).toBe(1)
  await finger.press('home')
  await finger.open('counter')
  expect(finger.state.apps.counter.value).toBe(1)
  await finger.tap(reset)
  expect(finger.state.apps.counter.value).toBe(0)
})

test('a touch that slides off a button does not press it', async () => {
  const finger = new Finger()
  await finger.open('counter')
  const [, plus] = counterTargets(viewIn(finger, 'counter'))
  await finger.swipe({ x: plus.x + 40, y: plus.y + 40 }, { x: 40, y: 200 })
  expect(finger.state.apps.counter.value).toBe(0)
})

test('notes receives text from its keyboard, including capitals, digits and backspace', async () => {
  const finger = new Finger()
  await finger.open('notes')
  await type(finger, ['H', 'i', 'space', 'digits', '4', '2', 'digits', 'x', 'erase', 'enter', 'o', 'k', '.'])
  expect(finger.state.apps.notes.text).toBe('Hi 42\nok.')
})

test('back closes the keyboard first, then the notes', async () => {
  const finger = new Finger()
  await finger.open('notes')
  await finger.press('back')
  expect(finger.state.apps.notes.keyboard).toBe(false)
  expect(finger.state.place.at).toBe('app')
  await finger.press('back')
  expect(finger.state.place.at).toBe('home')
})

test('tapping a colour sets the page’s colour, and the slider follows the finger', async () => {
  const finger = new Finger()
  await finger.open('colours')
  const [red] = swatchTargets(viewIn(finger, 'colours'))
  if (red) await finger.tap(red)
  expect(finger.state.apps.colours.hue).toBe(4)
  const { width, height } = viewIn(finger, 'colours')
  await finger.swipe({ x: width / 2, y: height - 90 }, { x: width - 32, y: height - 200 })
  expect(finger.state.apps.colours.light).toBe(1)
})

test('the gallery scrolls with a swipe, continues with inertia, and stops at its end', async () => {
  const finger = new Finger()
  await finger.open('gallery')
  await finger.swipe({ x: 180, y: 500 }, { x: 180, y: 300 })
  const lifted = scrollAt(finger.state, 'gallery', finger.now)
  expect(lifted).toBeCloseTo(200, 0)
  expect(scrollAt(finger.state, 'gallery', finger.now + 2000)).toBeGreaterThan(lifted + 50)
  for (let swipe = 0; swipe < 15; swipe++) await finger.swipe({ x: 180, y: 600 }, { x: 180, y: 110 })
  finger.now += 3000
  const end = scrollEnd(finger.state, 'gallery')
  expect(scrollAt(finger.state, 'gallery', finger.now)).toBe(end)
})

test('a picture of the gallery opens, zooms, and returns to the same scroll position', async () => {
  const finger = new Finger()
  await finger.open('gallery')
  await finger.swipe({ x: 180, y: 500 }, { x: 180, y: 300 }, 200)
  const place = scrollAt(finger.state, 'gallery', finger.now)
  await finger.tap({ x: 60, y: 200 })
  expect(finger.state.apps.gallery.open).toBe(6)
  await finger.press('zoom_in')
  await finger.press('zoom_in')
  expect(finger.state.apps.gallery.zoom).toBeCloseTo(1.5625)
  await finger.press('zoom_out')
  expect(finger.state.apps.gallery.zoom).toBeCloseTo(1.25)
  await finger.press('back')
  expect(finger.state.apps.gallery.open).toBeUndefined()
  expect(scrollAt(finger.state, 'gallery', finger.now)).toBe(place)
})

test('the Wi-Fi switch and the brightness in the settings change the phone', async () => {
  const finger = new Finger()
  await finger.open('settings')
  await finger.tap(sectionRow(viewIn(finger, 'settings'), 0))
  const [wifi] = switchTargets('network', viewIn(finger, 'settings'))
  if (wifi) await finger.tap(wifi)
  expect(finger.state.apps.settings.wifi).toBe(false)
  await finger.press('back')
  await finger.tap(sectionRow(viewIn(finger, 'settings'), 2))
  await finger.swipe({ x: 180, y: 160 }, { x: 328, y: 160 })
  expect((await finger.phone.readStatus()).brightness).toBe(255)
})

test('the calculator computes from left to right', async () => {
  const finger = new Finger()
  await finger.open('calculator')
  const { calculatorKeys } = await import('./apps/calculator.ts')
  const keys = calculatorKeys(viewIn(finger, 'calculator'))
  for (const id of '12×3+4.5=') {
    const key = keys.find((candidate) => candidate.id === id)
    if (key) await finger.tap(key)
  }
  expect(finger.state.apps.calculator.shown).toBe('40.5')
})

test('recent shows the opened apps newest first; a tap opens one, a swipe up closes one', async () => {
  const finger = new Finger()
  await finger.open('counter')
  await finger.press('home')
  await finger.open('notes')
  await finger.press('recent')
  expect(recentCards(finger.state).map(({ app }) => app)).toEqual(['notes', 'counter'])
  await finger.swipe({ x: 180, y: 400 }, { x: 180, y: 150 })
  expect(finger.state.opened).toEqual(['counter'])
  await finger.tap({ x: 180, y: 320 })
  expect(finger.state.place).toEqual({ at: 'app', app: 'counter' })
  await finger.press('recent')
  await finger.swipe({ x: 180, y: 400 }, { x: 180, y: 150 })
  expect(finger.state.place).toEqual({ at: 'home' })
})

test('older cards are reached by swiping the row to the right', async () => {
  const finger = new Finger()
  for (const app of ['counter', 'notes', 'weather'] as const) {
    await finger.open(app)
    await finger.press('home')
  }
  await finger.press('recent')
  await finger.swipe({ x: 60, y: 300 }, { x: 340, y: 300 })
  await finger.tap({ x: 180, y: 320 })
  expect(finger.state.place).toEqual({ at: 'app', app: 'notes' })
})

test('a swipe up from the lower edge goes home', async () => {
  const finger = new Finger()
  await finger.open('calculator')
  await finger.swipe({ x: 180, y: 632 }, { x: 180, y: 400 })
  expect(finger.state.place).toEqual({ at: 'home' })
})

test('power turns the screen off, and touches and keys then do nothing', async () => {
  const finger = new Finger()
  await finger.press('power')
  expect(finger.state.screen).toBe('off')
  await finger.open('counter')
  await finger.press('recent')
  expect(finger.state.place).toEqual({ at: 'home' })
  await finger.press('power')
  expect(finger.state).toMatchObject({ screen: 'on', locked: true })
})

test('a locked phone opens no app; a swipe up or the unlock key unlocks it', async () => {
  const finger = new Finger()
  await finger.press('lock')
  await finger.open('counter')
  expect(finger.state).toMatchObject({ locked: true, place: { at: 'home' } })
  await finger.swipe({ x: 180, y: 500 }, { x: 180, y: 200 })
  expect(finger.state.locked).toBe(false)
  await finger.press('power')
  await finger.press('unlock')
  expect(finger.state).toMatchObject({ screen: 'on', locked: false })
})

test('the log describes what the phone did', async () => {
  const finger = new Finger()
  await finger.open('counter')
  await finger.press('home')
  await finger.press('power')
  expect(finger.lines).toEqual([
    'Opened app: Counter',
    'Button: home',
    'Home screen',
    'Button: power',
    'Screen off',
    'Screen locked',
  ])
})

test('moves and lifts without a touch-down, and a repeated touch-down, are harmless', async () => {
  const finger = new Finger()
  const at = { x: 0.5, y: 0.5 }
  for (const type of ['touchMove', 'touchUp', 'touchDown', 'touchDown', 'touchUp', 'touchUp'] as const)
    await finger.phone.input({ type, ...at })
  expect(finger.state.place).toEqual({ at: 'home' })
  expect(finger.state.gesture).toBeUndefined()
})
