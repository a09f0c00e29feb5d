import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DeviceDriver } from '../../drivers/device-driver.ts'
import { createProfile } from '../../drivers/simulated/profile.ts'
import { SimulatedDevice } from '../../drivers/simulated/simulated-device.ts'
import { agentTexts } from '../../texts.ts'
import { Fingers } from '../fingers/fingers.ts'
import { Elements } from './elements.ts'
import { readTexts } from './read-texts.ts'

let phone: SimulatedDevice
let run: AbortController
let elements: Elements
const create = (driver: DeviceDriver, texts = agentTexts.en) =>
  new Elements({ driver, fingers: new Fingers(driver, texts), texts, signal: run.signal })
beforeEach(() => {
  phone = new SimulatedDevice(createProfile(1, 'sim-1'), 'en')
  run = new AbortController()
  elements = create(phone)
})
afterEach(() => phone.close())

const now = { timeout: 0, interval: 100 }
const soon = { timeout: 5000, interval: 50 }

test('an element is found with its attributes, and its parent and children', async () => {
  await phone.launch('settings')
  const row = await elements.waitFor({ id: 'network', index: 0 }, soon)
  expect(row).toMatchObject({
    id: 'settings:id/network',
    clickable: true,
    enabled: true,
    package: 'settings',
  })
  expect(row.centre).toEqual({
    x: row.bounds.x + row.bounds.width / 2,
    y: row.bounds.y + row.bounds.height / 2,
  })
  expect(elements.children(row).map(({ text }) => text)[0]).toBe('Network')
  const [label] = elements.children(row)
  expect(label && elements.parent(label)?.id).toBe('settings:id/network')
  const [root] = await elements.tree()
  expect(root && elements.parent(root)).toBeNull()
  expect(await elements.find('Nothing', now)).toBeNull()
  expect(await elements.exists({ text: { source: '^net', flags: 'i' } })).toBe(true)
  expect((await elements.findAll({ className: 'LinearLayout' })).length).toBe(5)
})

test('elements of an earlier screen have no children any more', async () => {
  const [root] = await elements.tree()
  for (let looks = 0; looks < 4; looks += 1) await elements.exists('x')
  expect(() => root && elements.children(root)).toThrow(
    'The element belongs to an earlier screen. Find it again.',
  )
})

test('waits until an element appears, and until it is gone', async () => {
  setTimeout(() => void phone.launch('counter'), 200)
  expect((await elements.waitFor({ id: 'plus' }, soon)).id).toBe('counter:id/plus')
  setTimeout(() => void phone.input({ type: 'home', x: 0, y: 0 }), 200)
  await elements.waitGone({ id: 'plus' }, soon)
  await expect(elements.waitGone('Settings', now)).rejects.toThrow(
    'Still on the screen after 0 s: “Settings”',
  )
})

test('a wait that is shorter than its interval looks again at its end', async () => {
  setTimeout(() => void phone.launch('counter'), 100)
  expect((await elements.waitFor({ id: 'plus' }, { timeout: 1500, interval: 2000 })).id).toBe(
    'counter:id/plus',
  )
})

test('what was not found is reported with the most similar texts of the screen', async () => {
  await expect(elements.waitFor('Settngs', { timeout: 300, interval: 100 })).rejects.toThrow(
    /^Not found within 0.3 s: “Settngs”. The screen shows: “Settings”, /,
  )
  await expect(create(phone, agentTexts.zhcn).tapOn('登录', now)).rejects.toThrow('0 秒内未找到 “登录”')
})

test('taps, types and replaces what was typed', async () => {
  await elements.tapOn('Notes', soon)
  const page = await elements.waitFor({ className: 'EditText' }, soon)
  await elements.setText(page, 'first')
  expect(phone.state.apps.notes.text).toBe('first')
  await elements.setText({ ...page, text: 'first' }, '第二')
  expect(phone.state.apps.notes.text).toBe('第二')
})

test('scrolls until an element is visible, and stops at the end', async () => {
  await phone.launch('gallery')
  await elements.waitFor({ scrollable: true }, soon)
  const scroll = { direction: 'down' as const, maxSwipes: 20 }
  const found = await elements.scrollTo({ id: 'picture 30' }, scroll)
  expect(found.id).toBe('gallery:id/picture 30')
  await elements.scrollTo({ id: 'picture 0' }, { ...scroll, direction: 'up', within: { scrollable: true } })
  await expect(elements.scrollTo({ id: 'nothing' }, scroll)).rejects.toThrow(
    /^Not found, end reached after \d+ swipes/,
  )
  await expect(elements.scrollTo({ id: 'picture 0' }, { direction: 'up', maxSwipes: 1 })).rejects.toThrow(
    'Not found after 1 swipes',
  )
  await expect(elements.scrollTo('nothing', { ...scroll, timeout: 0 })).rejects.toThrow('after 0 swipes')
  await expect(elements.scrollTo('x', { ...scroll, within: 'nothing' })).rejects.toThrow(
    'Not found within 0 s',
  )
})

test('wrong expressions and selectors are refused', async () => {
  await expect(elements.find({ direction: 'left' }, now)).rejects.toThrow('direction requires near')
  // A variable without a value must not tap the middle of the screen.
  await expect(elements.tapOn({ text: undefined }, now)).rejects.toThrow('The selector has no condition.')
  const deep = { child: { child: { child: { child: { child: 'x' } } } } }
  await expect(elements.find(deep, now)).rejects.toThrow('A selector can have up to 5 levels')
  await expect(elements.find({ textMatches: '(' }, now)).rejects.toThrow('Incorrect regular expression')
  await phone.launch('notes')
  await phone.typeText(`${'a'.repeat(60)}!`)
  await expect(elements.waitFor({ textMatches: '^(a+)+$' }, soon)).rejects.toThrow(
    'The regular expression takes too long: /^(a+)+$/',
  )
})

test('a look that fails is repeated within the time, and then reported', async () => {
  let fails = 2
  const busy = Object.assign(Object.create(phone) as DeviceDriver, {
    readSize: () => phone.readSize(),
    readTree: () => (fails-- > 0 ? Promise.reject(new Error('not idle')) : phone.readTree()),
  })
  expect((await create(busy).waitFor('Settings', soon)).text).toBe('Settings')
  fails = 100
  await expect(create(busy).waitFor('Settings', { timeout: 100, interval: 20 })).rejects.toThrow('not idle')
  await expect(create(Object.assign(busy, { readTree: undefined })).waitFor('x', soon)).rejects.toThrow(
    'This phone does not support the action: readTree',
  )
})

test('a wait ends with its script', async () => {
  const waiting = elements.waitFor('Nothing', { timeout: 60_000, interval: 20 })
  run.abort(new Error('the script has ended'))
  await expect(waiting).rejects.toThrow('the script has ended')
})

test('texts are recognized where no element has one', async () => {
  const word = { text: 'drawn', x: 1, y: 2, width: 3, height: 4 }
  const recognize = () => Promise.resolve([word])
  expect((await readTexts(phone, recognize)).map(({ text }) => text)).toContain('Counter')
  await phone.input({ type: 'power', x: 0, y: 0 })
  expect(await readTexts(phone, recognize)).toEqual([word])
  expect(await readTexts(phone)).toEqual([])
  // Android reads no elements while the screen keeps changing.
  const game = Object.assign(Object.create(phone) as DeviceDriver, {
    readElements: () => Promise.reject(new Error('not idle')),
  })
  expect(await readTexts(game, recognize)).toEqual([word])
  await expect(readTexts(game, async () => [])).rejects.toThrow('not idle')
  await expect(readTexts(game)).rejects.toThrow('not idle')
})
