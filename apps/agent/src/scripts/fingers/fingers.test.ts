import { expect, test } from 'vitest'
import type { DeviceDriver } from '../../drivers/device-driver.ts'
import type { FingerPath } from '../../drivers/finger-paths.ts'
import { createProfile } from '../../drivers/simulated/profile.ts'
import { SimulatedDevice } from '../../drivers/simulated/simulated-device.ts'
import { agentTexts } from '../../texts.ts'
import { Fingers } from './fingers.ts'

/** A simulated phone of 360 × 640, and the paths of its fingers. */
function plugIn() {
  const phone = new SimulatedDevice(createProfile(1, 'sim-1'), 'en')
  const paths: (readonly FingerPath[])[] = []
  const driver = Object.assign(Object.create(phone) as DeviceDriver, {
    readSize: () => phone.readSize(),
    touch: (fingers: readonly FingerPath[]) => {
      paths.push(fingers)
      return Promise.resolve()
    },
  })
  return {
    fingers: new Fingers(driver, agentTexts.en),
    exact: new Fingers(phone, agentTexts.en),
    paths,
    phone,
  }
}

const only = (paths: (readonly FingerPath[])[]) => paths[0]?.[0] ?? ([] as unknown as FingerPath)

test('positions outside the screen are refused with the range, in the agent’s language', async () => {
  const { fingers, paths, phone } = plugIn()
  const range = 'x must be 0 to 359, y 0 to 639'
  await expect(fingers.tap({ x: 360, y: 1 })).rejects.toThrow(range)
  await expect(fingers.doubleTap({ x: -1, y: 1 })).rejects.toThrow(range)
  await expect(fingers.hold({ x: 1, y: 640 }, 800)).rejects.toThrow(range)
  await expect(fingers.swipe({ x: 1, y: 1 }, { x: 1, y: 700 }, 100)).rejects.toThrow(range)
  await expect(fingers.drag({ x: 1, y: 1 }, { x: 1, y: 700 }, { holdMs: 1, ms: 1 })).rejects.toThrow(range)
  await expect(fingers.gesture([{ x: 999, y: 1, ms: 0 }])).rejects.toThrow(range)
  await expect(fingers.pinch({ x: 999, y: 1, scale: 2, ms: 1 })).rejects.toThrow(range)
  const chinese = new Fingers(phone, agentTexts.zhcn)
  await expect(chinese.tap({ x: 360, y: 1 })).rejects.toThrow('x 须为 0 到 359，y 须为 0 到 639')
  expect(paths).toEqual([])
})

test('a person’s stroke is curved and uneven, stays on the screen, and is the same for the same seed', async () => {
  const { fingers, paths } = plugIn()
  for (const seed of [7, 7, 8])
    await fingers.swipe({ x: 2, y: 600 }, { x: 2, y: 40 }, 400, { human: true, seed })
  const [one, same, other] = paths.map(([path]) => path ?? [])
  expect(one).toEqual(same)
  expect(one).not.toEqual(other)
  const [first] = only(paths)
  expect(Math.hypot(first.x - 2, first.y - 600)).toBeLessThan(8)
  expect(new Set(only(paths).map(({ x }) => x)).size).toBeGreaterThan(3)
  expect(only(paths).every(({ x, y }) => x >= 0 && x < 360 && y >= 0 && y < 640)).toBe(true)
  const times = only(paths).map(({ ms }) => ms)
  expect(times).toEqual([...times].sort((a, b) => a - b))
  const gaps = times.slice(1).map((ms, at) => Math.round(ms - (times[at] ?? 0)))
  expect(new Set(gaps).size).toBeGreaterThan(3)
})

test('a person’s stroke without a duration has positions', async () => {
  const { fingers, paths } = plugIn()
  await fingers.swipe({ x: 100, y: 600 }, { x: 100, y: 40 }, 0, { human: true, seed: 7 })
  expect(only(paths).every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true)
})

test('a person’s tap is beside the position and lasts a moment; a plain one is exact', async () => {
  const { fingers, paths } = plugIn()
  await fingers.tap({ x: 100, y: 100 })
  await fingers.tap({ x: 100, y: 100 }, { human: true, seed: 3 })
  expect(only(paths)).toEqual([{ x: 100, y: 100, ms: 0 }])
  const [touched, lifted] = paths[1]?.[0] ?? []
  expect(touched).not.toMatchObject({ x: 100, y: 100 })
  expect(lifted?.ms).toBeGreaterThan(40)
})

test('a drag holds before it moves, and a pinch moves two fingers within the screen', async () => {
  const { fingers, paths } = plugIn()
  await fingers.drag({ x: 10, y: 10 }, { x: 200, y: 10 }, { holdMs: 500, ms: 100 })
  expect(only(paths).slice(0, 2)).toEqual([
    { x: 10, y: 10, ms: 0 },
    { x: 10, y: 10, ms: 500 },
  ])
  await fingers.pinch({ scale: 2, ms: 50 })
  const [left, right] = (paths[1] ?? []).map((path) => [path[0], path.at(-1)])
  const distance = (at: 0 | 1) => (right?.[at]?.x ?? 0) - (left?.[at]?.x ?? 0)
  expect(distance(1) / distance(0)).toBeCloseTo(2)
})

test.each([0, 2, 357, 359])('a pinch at x = %i stays on the screen, and still has its scale', async (x) => {
  const { fingers, paths } = plugIn()
  await fingers.pinch({ x, y: 0, scale: 3, ms: 50 })
  const [left = [], right = []] = paths[0] ?? []
  const places = [...left, ...right].map((point) => point.x)
  expect(Math.min(...places)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...places)).toBeLessThanOrEqual(359)
  const distance = (at: number) => (right.at(at)?.x ?? 0) - (left.at(at)?.x ?? 0)
  expect(distance(-1) / distance(0)).toBeCloseTo(3)
})

test('on a simulated phone a pinch enlarges a picture', async () => {
  const { exact, phone } = plugIn()
  await phone.launch('gallery')
  await exact.tap({ x: 60, y: 150 })
  expect(phone.state.apps.gallery).toMatchObject({ open: 0, zoom: 1 })
  await exact.pinch({ scale: 2, ms: 20 })
  expect(phone.state.apps.gallery.zoom).toBeCloseTo(2)
  await exact.doubleTap({ x: 180, y: 300 })
  expect(phone.state.apps.gallery.zoom).toBeCloseTo(2)
  await phone.close()
})
