import { EvidenceElements, EvidenceShot, ScriptEvidence } from '@fleetdeck/contract/script-evidence'
import { loadImage } from '@napi-rs/canvas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DeviceDriver } from '../drivers/device-driver.ts'
import { createProfile } from '../drivers/simulated/profile.ts'
import { SimulatedDevice } from '../drivers/simulated/simulated-device.ts'
import { collectEvidence } from './evidence.ts'

let device: SimulatedDevice
let run: AbortController
let clock: number
beforeEach(() => {
  clock = Date.now()
  device = new SimulatedDevice(createProfile(0, 'sim-1'), 'en', () => clock)
  run = new AbortController()
})
afterEach(() => device.close())

const collect = async (blurred = false, driver: DeviceDriver = device) =>
  ScriptEvidence.parse(await collectEvidence({ driver, lines: [], blurred, signal: run.signal }))
const shotOf = async ({ screenshot }: ScriptEvidence) => {
  const { jpeg, ...screen } = EvidenceShot.parse(screenshot)
  const bytes = Buffer.from(jpeg, 'base64')
  const { width, height } = await loadImage(bytes)
  return { ...screen, width, height, bytes: bytes.byteLength }
}
const elementsOf = ({ elements }: ScriptEvidence) => EvidenceElements.parse(elements).list

test('the screenshot is small, and the elements are a tree with their texts', async () => {
  await device.launch('Notes')
  const evidence = await collect()
  const shot = await shotOf(evidence)
  expect(Math.max(shot.width, shot.height)).toBe(720)
  expect(shot.bytes).toBeLessThan(200_000)
  expect(shot.screenHeight).toBeGreaterThan(720)
  const elements = elementsOf(evidence)
  expect(elements[0]).toMatchObject({ depth: 0, width: shot.screenWidth, height: shot.screenHeight })
  const page = elements.findIndex(({ id }) => id === 'notes:id/page')
  expect(elements[page]).toMatchObject({ depth: 1, type: 'android.widget.EditText' })
  expect(elements.find(({ text }) => text === 'Clear')).toMatchObject({ depth: 2, id: 'notes:id/clear' })
})

test('a blurred screenshot has no details, and no text of an element is readable', async () => {
  await device.launch('Notes')
  await device.typeText('my password')
  // The app has opened.
  clock += 1000
  expect(elementsOf(await collect()).map(({ text }) => text)).toContain('my password')
  const [sharp, blurred] = [await shotOf(await collect()), await collect(true)]
  const shot = await shotOf(blurred)
  expect(shot).toMatchObject({ width: sharp.width, height: sharp.height })
  expect(shot.bytes).toBeLessThan(sharp.bytes / 2)
  expect(new Set(elementsOf(blurred).map(({ text }) => text))).toEqual(new Set(['', '•••']))
  expect(blurred.blurred).toBe(true)
})

test('a phone that does not answer, or cannot, delays the end of a run by a few seconds only', async () => {
  const never = new Promise<never>(() => undefined)
  const silent = Object.assign(Object.create(device) as DeviceDriver, {
    capture: () => never,
    readTree: () => Promise.reject(new Error('no service')),
  })
  const startedAt = performance.now()
  expect(await collect(false, silent)).toMatchObject({
    screenshot: { missing: 'timeout' },
    elements: { missing: 'failed', msg: 'no service' },
  })
  expect(performance.now() - startedAt).toBeLessThan(8000)
  Object.assign(silent, { readTree: undefined })
  const stopped = collect(false, silent)
  run.abort()
  expect(await stopped).toMatchObject({
    screenshot: { missing: 'stopped' },
    elements: { missing: 'unsupported' },
  })
})

test('a screen with too many elements is cut, and says so', async () => {
  const element = {
    depth: 1,
    type: 'View',
    id: '',
    text: '界'.repeat(600),
    desc: '',
    x: 0.4,
    y: 0,
    width: 1,
    height: 1,
  }
  const crowded = Object.assign(Object.create(device) as DeviceDriver, {
    capture: () => Promise.reject(new Error('protected')),
    readTree: () => Promise.resolve(Array(5000).fill(element)),
  })
  const { elements, screenshot } = await collect(false, crowded)
  expect(screenshot).toEqual({ missing: 'failed', msg: 'protected' })
  const { list, cut } = EvidenceElements.parse(elements)
  expect(cut).toBe(true)
  expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThan(260_000)
  expect(list[0]?.text).toHaveLength(500)
})
