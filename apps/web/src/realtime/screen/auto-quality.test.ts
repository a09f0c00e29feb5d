import { expect, test } from 'vitest'
import { AutoQuality } from './auto-quality.ts'
import { Lateness } from './lateness.ts'
import type { LineReport } from './line-report.ts'

const frames = (
  quality: AutoQuality,
  ages: readonly number[],
  screenWidth = 1080,
  lateness = new Lateness(),
) => {
  for (const ageMs of ages) quality.note({ screenWidth, queuedMs: lateness.note(ageMs) })
}
const again = <T>(value: T, count: number) => Array.from({ length: count }, () => value)
const reports = (quality: AutoQuality, sequence: readonly LineReport[], isVideo = true) => {
  const steps: number[] = []
  for (const report of sequence) {
    quality.report(report, isVideo)
    steps.push(quality.state.step)
  }
  return steps
}

test('frames have the pixels that the page shows, and no more than the phone has', () => {
  const quality = new AutoQuality()
  quality.showAt(540)
  expect(quality.setting).toMatchObject({ screen_scale: '50', screen_sharp: '50' })
  frames(quality, [40])
  expect(quality.setting).toMatchObject({ screen_scale: '50' })
  quality.showAt(400)
  expect(quality.setting).toMatchObject({ screen_scale: '40', screen_sharp: '40' })
  quality.showAt(3000)
  expect(quality.setting).toMatchObject({ screen_scale: '100' })
  frames(quality, [40], 360)
  quality.showAt(370)
  expect(quality.setting).toEqual({
    screen_scale: '100',
    screen_img_quality: '50',
    screen_img_delay: '50',
    screen_sharp: '100',
  })
})

test('the size of a phone follows from its video, whose frames are a share of it', () => {
  const quality = new AutoQuality()
  quality.showAt(400)
  quality.asked(quality.setting)
  quality.noteVideo(180)
  expect(quality.setting).toMatchObject({ screen_scale: '100' })
  quality.asked(quality.setting)
  quality.noteVideo(360)
  expect(quality.setting).toMatchObject({ screen_scale: '100' })
  quality.noteVideo(1080)
  expect(quality.setting).toMatchObject({ screen_scale: '40' })
})

test('frames that queue are smaller and coarser, and become sharp again when the line is free', () => {
  const quality = new AutoQuality()
  const lateness = new Lateness()
  quality.showAt(1080)
  // The clocks differ by an hour.
  const hour = -3_600_000
  frames(quality, again(hour + 40, 10), 1080, lateness)
  frames(quality, again(hour + 400, 2), 1080, lateness)
  expect(quality.setting).toMatchObject({ screen_scale: '100' })
  frames(quality, again(hour + 400, 1), 1080, lateness)
  expect(quality.setting).toMatchObject({ screen_scale: '75', screen_sharp: '100' })
  frames(quality, again(hour + 900, 30), 1080, lateness)
  const { screen_sharp, ...poor } = quality.setting
  expect(poor).toMatchObject({ screen_scale: '35', screen_img_quality: '5', screen_img_delay: '66' })
  expect(screen_sharp).toBeUndefined()
  frames(quality, again(hour + 45, 200), 1080, lateness)
  expect(quality.setting).toMatchObject({ screen_scale: '100', screen_sharp: '100' })
})

const free: LineReport = { roundTripMs: 40, loss: 0, jitterMs: 5 }

test('video follows the receiver’s reports: size, frame rate and bit rate, with the reason', () => {
  const quality = new AutoQuality()
  quality.showAt(1080)
  expect(reports(quality, again(free, 3))).toEqual([1, 1, 1])
  expect(quality.setting).not.toHaveProperty('screen_video_fps')
  expect(reports(quality, [{ ...free, roundTripMs: 360 }, free, { ...free, roundTripMs: 360 }])).toEqual([
    1, 1, 1,
  ])
  expect(reports(quality, again({ ...free, roundTripMs: 360 }, 4))).toEqual([2, 2, 3, 3])
  expect(quality.setting).toMatchObject({ screen_video_fps: '24', screen_video_kbps: '1500' })
  expect(quality.state).toMatchObject({ step: 3, steps: 5, reason: { kind: 'slow', value: 360 } })
  expect(reports(quality, again({ ...free, loss: 0.25 }, 2)).at(-1)).toBe(4)
  expect(quality.state.reason).toEqual({ kind: 'loss', value: 0.25 })
  reports(quality, again(free, 24))
  expect(quality.state).toMatchObject({ step: 1, reason: undefined })
})

test('random losses of a poor line change nothing, congestion does', () => {
  const quality = new AutoQuality()
  expect(reports(quality, again({ ...free, loss: 0.02 }, 30)).at(-1)).toBe(1)
  expect(reports(quality, again({ ...free, loss: 0.06 }, 30)).at(-1)).toBe(1)
  expect(reports(quality, again({ ...free, jitterMs: 200 }, 2)).at(-1)).toBe(2)
})

test('freezes in a row lower the step like losses, a single one does not', () => {
  const quality = new AutoQuality()
  const frozen = { ...free, freezes: { count: 1, ms: 400 } }
  const fluent = { ...free, freezes: { count: 0, ms: 0 } }
  expect(reports(quality, [frozen, fluent, frozen, fluent])).toEqual([1, 1, 1, 1])
  expect(reports(quality, again({ ...free, freezes: { count: 1, ms: 200 } }, 20)).at(-1)).toBe(1)
  expect(reports(quality, again(frozen, 2))).toEqual([1, 2])
  expect(quality.state.reason).toEqual({ kind: 'freeze', value: 400 })
  expect(reports(quality, again(fluent, 8)).at(-1)).toBe(1)
})

test('a line that never bears the better step is tried less and less often', () => {
  const quality = new AutoQuality()
  const bears = { step: 3 }
  let changes = 0
  let step = quality.state.step
  for (let second = 0; second < 600; second += 1) {
    quality.report({ ...free, roundTripMs: quality.state.step < bears.step ? 500 : 40 }, true)
    if (quality.state.step !== step) changes += 1
    step = quality.state.step
  }
  expect(changes).toBeLessThan(20)
})

test('round trips of the page’s socket make screenshots coarser, only frames that arrive quickly make them better', () => {
  const quality = new AutoQuality()
  quality.showAt(1080)
  reports(quality, again({ roundTripMs: 150 }, 4), false)
  expect(reports(quality, again({ roundTripMs: 800 }, 8), false).at(-1)).toBe(5)
  expect(reports(quality, again({ roundTripMs: 150 }, 100), false).at(-1)).toBe(5)
  frames(quality, again(50, 40))
  expect(quality.state.step).toBe(4)
})

test('each profile gives up something else on a poor line', () => {
  const settings = (profile: 'sharp' | 'smooth' | 'saving') => {
    const quality = new AutoQuality(profile)
    quality.showAt(1000)
    frames(quality, [40], 1000)
    const good = quality.setting
    reports(quality, [free, ...again({ ...free, roundTripMs: 900 }, 12)])
    return { good, poor: quality.setting }
  }
  const { sharp, smooth, saving } = {
    sharp: settings('sharp'),
    smooth: settings('smooth'),
    saving: settings('saving'),
  }
  expect(sharp.poor).toMatchObject({ screen_scale: '100', screen_img_delay: '500', screen_sharp: '100' })
  expect(smooth.poor).toMatchObject({ screen_scale: '35', screen_img_delay: '60' })
  expect(saving.good).toMatchObject({ screen_scale: '50', screen_img_delay: '200', screen_video_kbps: '500' })
  expect(saving.good).not.toHaveProperty('screen_sharp')
})
