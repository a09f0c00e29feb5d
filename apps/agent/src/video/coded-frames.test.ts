import { hasFfmpeg, recordedPictures, recordedScreens } from '@fleetdeck/testing/phones/h264'
import { describe, expect, test } from 'vitest'
import { CodedFrames } from './coded-frames.ts'
import { baselineFormat } from './h264-format.ts'

const screen = (width: number, height: number) => ({
  width,
  height,
  rgba: new Uint8ClampedArray(width * height * 4).fill(128),
})

/** Its key frames with their parameter sets, as a phone's driver forwards them. */
function wholeFrames(pictures: ReturnType<typeof recordedPictures>) {
  let sets = Buffer.alloc(0)
  return pictures.flatMap(({ kind, bytes }) => {
    if (kind === 'config') {
      sets = Buffer.from(bytes)
      return []
    }
    return [{ isKey: kind === 'key', bytes: kind === 'key' ? Buffer.concat([sets, bytes]) : bytes }]
  })
}

describe.skipIf(!hasFfmpeg)('the frames of a stream', () => {
  const [key, delta] = hasFfmpeg ? wholeFrames(recordedPictures(2)) : []
  const keyFrame = key?.bytes ?? Buffer.alloc(0)
  const deltaFrame = delta?.bytes ?? Buffer.alloc(0)

  test('are given to a decoder once, from the key frame on', () => {
    const frames = new CodedFrames()
    frames.add(deltaFrame, false)
    expect([frames.after(), frames.format]).toEqual([undefined, undefined])
    frames.add(keyFrame, true)
    frames.add(deltaFrame, false)
    const first = frames.after()
    expect(first).toMatchObject({ first: 0, frames: [keyFrame, deltaFrame] })
    const decoded = { key: first?.key ?? 0, count: 2 }
    frames.add(deltaFrame, false)
    expect(frames.after(decoded)).toMatchObject({ first: 2, frames: [deltaFrame] })
    frames.add(keyFrame, true)
    expect(frames.after(decoded)).toMatchObject({ first: 0, frames: [keyFrame] })
    frames.clear()
    expect([frames.after(), frames.bytes]).toEqual([undefined, 0])
  })

  test('are limited: a decoder that follows loses nothing, all others wait for the next key frame', () => {
    const [followed, ignored] = [new CodedFrames(), new CodedFrames()]
    for (const frames of [followed, ignored]) frames.add(keyFrame, true)
    const key = followed.after()?.key ?? Number.NaN
    let decoded = { key, count: 1 }
    for (let count = 1; count < 1000; count += 1) {
      for (const frames of [followed, ignored]) frames.add(deltaFrame, false)
      expect(followed.bytes).toBeLessThanOrEqual(keyFrame.length + 120 * deltaFrame.length)
      if (count % 50) continue
      const part = followed.after(decoded)
      expect([part?.first, part?.frames.length]).toEqual([decoded.count, count + 1 - decoded.count])
      decoded = { key, count: count + 1 }
      followed.haveDecoded(decoded)
    }
    expect([ignored.after(), ignored.bytes]).toEqual([undefined, 0])
    expect(ignored.format).toMatchObject({ width: 160, height: 320 })
    const large = Buffer.alloc(5 * 1024 * 1024)
    followed.add(large, false)
    expect([followed.after(decoded), followed.bytes]).toEqual([undefined, 0])
    ignored.add(keyFrame, true)
    expect(ignored.after()?.frames).toEqual([keyFrame])
  })

  test('tell when the next key frame has come', async () => {
    const frames = new CodedFrames()
    const come = frames.nextKeyFrame(60_000)
    frames.add(keyFrame, true)
    await come
    await frames.nextKeyFrame(1)
  })

  test('of other profiles cannot be decoded, and say so', () => {
    const [high] = wholeFrames(recordedScreens([screen(160, 320)], { profile: 'high' }))
    const frames = new CodedFrames()
    frames.add(high?.bytes ?? Buffer.alloc(0), true)
    expect([frames.format, frames.after(), frames.bytes]).toEqual([null, undefined, 0])
  })

  test('tell their visible size and their colours', () => {
    const formatOf = (width: number, height: number) =>
      baselineFormat(wholeFrames(recordedScreens([screen(width, height)]))[0]?.bytes ?? Buffer.alloc(0))
    expect(formatOf(540, 1200)).toEqual({
      ...{ width: 540, height: 1200, left: 0, top: 0 },
      ...{ matrix: 'bt709', isFullRange: false },
    })
    expect(formatOf(162, 322)).toMatchObject({ width: 162, height: 322 })
    expect(baselineFormat(keyFrame)).toMatchObject({ width: 160, height: 320, matrix: 'bt601' })
    expect(baselineFormat(keyFrame.subarray(0, 6))).toBeUndefined()
    expect(baselineFormat(Buffer.alloc(100))).toBeUndefined()
  })
})
