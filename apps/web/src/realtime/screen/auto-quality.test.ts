import { expect, test } from 'vitest'
import { AutoQuality } from './auto-quality.ts'

const frames = (quality: AutoQuality, ages: readonly number[], screenWidth = 1080) => {
  for (const ageMs of ages) quality.note({ screenWidth, ageMs })
}
const again = (ageMs: number, count: number) => Array.from({ length: count }, () => ageMs)

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
  quality.showAt(1080)
  // The clocks differ by an hour.
  const hour = -3_600_000
  frames(quality, again(hour + 40, 10))
  frames(quality, again(hour + 400, 2))
  expect(quality.setting).toMatchObject({ screen_scale: '100' })
  frames(quality, again(hour + 400, 1))
  expect(quality.setting).toMatchObject({ screen_scale: '75', screen_sharp: '100' })
  frames(quality, again(hour + 900, 30))
  const { screen_sharp, ...poor } = quality.setting
  expect(poor).toEqual({ screen_scale: '35', screen_img_quality: '5', screen_img_delay: '100' })
  expect(screen_sharp).toBeUndefined()
  frames(quality, again(hour + 45, 200))
  expect(quality.setting).toMatchObject({ screen_scale: '100', screen_sharp: '100' })
})
