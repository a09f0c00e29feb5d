import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { androidScript } from '@fleetdeck/testing/phones/android-script'
import type { Script } from '@fleetdeck/testing/phones/fake-phone'
import { type FakePicture, FakeScrcpy } from '@fleetdeck/testing/phones/fake-scrcpy'
import { hasFfmpeg, recordedScreens } from '@fleetdeck/testing/phones/h264'
import { hasAdb, RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ScreenPixels } from '../drivers/device-driver.ts'
import { openDriver } from '../testing/plugged-driver.ts'
import { runScript } from '../testing/run-script.ts'
import { agentTexts } from '../texts.ts'
import { ScreenLooks } from './screen-looks.ts'

const [width, height] = [540, 1200]
const video = { width: 432, height: 960 }
const whole = { scalePercent: 100, timeCode: false }

/** A dark screen with a red button and an icon; other numbers have them further down. */
function drawScreen(at = 0): ScreenPixels {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#203040'
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = '#ff0000'
  pen.fillRect(100, 100 + at * 200, 200, 60)
  for (let ring = 0; ring < 6; ring += 1) {
    pen.fillStyle = `hsl(${ring * 60}, 70%, 60%)`
    pen.fillRect(380 + ring * 8, 100 + at * 200 + ring * 5, 80 - ring * 12, 80 - ring * 10)
  }
  return { width, height, rgba: pen.getImageData(0, 0, width, height).data }
}

function toPng({ rgba, ...size }: ScreenPixels): Buffer {
  const canvas = createCanvas(size.width, size.height)
  const pen = canvas.getContext('2d')
  const image = pen.createImageData(size.width, size.height)
  image.data.set(rgba)
  pen.putImageData(image, 0, 0)
  return canvas.toBuffer('image/png')
}

/** Turned to its side. */
function turned({ width: across, height: down, rgba }: ScreenPixels): ScreenPixels {
  const from = new Uint32Array(rgba.buffer)
  const to = new Uint32Array(from.length)
  for (let y = 0; y < across; y += 1)
    for (let x = 0; x < down; x += 1) to[y * down + x] = from[x * across + across - 1 - y] ?? 0
  return { width: down, height: across, rgba: new Uint8ClampedArray(to.buffer) }
}

const sizeLine = (size: { width: number; height: number }) =>
  `    init=${width}x${height} 440dpi cur=${size.width}x${size.height} app=${size.width}x${size.height}\n`

describe.skipIf(!hasAdb || !hasFfmpeg)('looks at a phone whose video runs', () => {
  let adb: RealAdb
  let folder: string
  let scrcpyFile: string
  let moving: FakePicture[]
  beforeAll(async () => {
    adb = await RealAdb.start()
    folder = await mkdtemp(join(tmpdir(), 'live-'))
    scrcpyFile = join(folder, 'scrcpy-server')
    await writeFile(scrcpyFile, 'its bytes')
    moving = recordedScreens([drawScreen(0), drawScreen(1), drawScreen(2)], { size: video })
  })
  afterAll(async () => {
    await adb.stop()
    await rm(folder, { recursive: true })
  })

  /** Its video begins with these frames; a capture shows `screen`. */
  async function plugIn(pictures: FakePicture[], prepare: (scrcpy: FakeScrcpy) => void = () => {}) {
    const scrcpy = new FakeScrcpy()
    scrcpy.pictures = pictures
    prepare(scrcpy)
    const shown = { screen: drawScreen(0) }
    let captures = 0
    const ordinary = androidScript({
      'screencap -p': () => {
        captures += 1
        return toPng(shown.screen)
      },
      'dumpsys window displays': () => sizeLine(shown.screen),
    })
    const script: Script = (line, phone) =>
      line.startsWith('CLASSPATH=') ? scrcpy.start(line, phone) : ordinary(line, phone)
    const { device, phone } = await openDriver(adb, script, { scrcpyFile })
    const end = new AbortController()
    const looks = new ScreenLooks({ driver: device, texts: agentTexts.en, signal: end.signal })
    onTestFinished(async () => {
      end.abort()
      await device.close()
      await adb.unplug(phone)
    })
    return { device, phone, scrcpy, looks, shown, captures: () => captures }
  }

  /** Two parameter sets and the key frame; then a frame each. */
  const first = () => moving.slice(0, 2)

  test('take no capture, and report positions on the screen', async () => {
    const { device, looks, scrcpy, captures } = await plugIn(first())
    const icon = await looks.cut({ x: 370, y: 90, width: 100, height: 100 })
    expect(captures()).toBe(1)
    await device.openVideo(whole)
    expect(await looks.findPicture(icon, {})).toMatchObject({ width: 100, height: 100 })
    expect(await looks.freeze({ live: true })).toEqual({ width, height, at: expect.any(Number) })
    expect(await looks.findPicture(icon, {})).toMatchObject({
      x: expect.closeTo(420, -1),
      y: expect.closeTo(140, -1),
    })
    expect(await looks.compareColors(centres(0), { tolerance: 32 })).toBe(true)
    const edge = await looks.findColors('#ff0000', [], { tolerance: 60 })
    expect(Math.hypot((edge?.x ?? 0) - 100, (edge?.y ?? 0) - 100)).toBeLessThan(4)
    looks.unfreeze()
    await scrcpy.show(moving.slice(2, 3))
    await expect.poll(() => looks.compareColors(centres(1), { tolerance: 32 })).toBe(true)
    await scrcpy.show(moving.slice(3, 4))
    await expect.poll(async () => (await looks.findPicture(icon, {}))?.y).toEqual(expect.closeTo(540, -1))
    expect(captures()).toBe(1)
    expect(scrcpy.resets).toBe(0)
  })

  test('for exact colours are captures, unless the script accepts a frame of the video', async () => {
    const { device, looks, captures } = await plugIn(first())
    await device.openVideo(whole)
    expect(await looks.color(200, 130)).toBe('#ff0000')
    expect(await looks.findColors('#ff0000', [], { tolerance: 0 })).toEqual({ x: 100, y: 100 })
    await looks.screenshot({ format: 'png', quality: 80, scale: 100 })
    await looks.freeze()
    expect(captures()).toBe(4)
    looks.unfreeze()
    await looks.color(200, 130, { live: true })
    await looks.findColors('#ff0000', [], { tolerance: 32 })
    await looks.screenshot({ format: 'jpeg', quality: 80, scale: 100 })
    expect(captures()).toBe(4)
    await looks.findColors('#ff0000', [], { tolerance: 32, live: false })
    expect(captures()).toBe(5)
  })

  test('wait for a change, and until the screen is still', async () => {
    const { device, looks, scrcpy, captures } = await plugIn(first())
    await device.openVideo(whole)
    const wait = { timeout: 300, threshold: 0.01 }
    expect(await looks.waitForChange(wait)).toBe(false)
    const changed = looks.waitForChange({ ...wait, timeout: 60_000 })
    await expect.poll(() => device.liveVideo?.frames.after()?.frames.length).toBe(1)
    await looks.findColors('#ff0000', [], { tolerance: 32 })
    await scrcpy.show(moving.slice(2, 3))
    expect(await changed).toBe(true)
    expect(await looks.waitForStill({ ...wait, timeout: 60_000, still: 200 })).toBe(true)
    expect(captures()).toBe(0)
  })

  test('are captures while the video is too small, and after it has ended', async () => {
    const { device, looks, captures } = await plugIn(
      recordedScreens([drawScreen(0)], { size: { width: 272, height: 600 } }),
    )
    const shot = () => looks.screenshot({ format: 'jpeg', quality: 80, scale: 100 })
    const running = await device.openVideo({ ...whole, scalePercent: 50 })
    await shot()
    expect(captures()).toBe(1)
    await running.close()
    await shot()
    expect(captures()).toBe(2)
  })

  test('see the end of the video while they wait', async () => {
    const { device, looks, shown, captures } = await plugIn(first())
    const running = await device.openVideo(whole)
    const changed = looks.waitForChange({ timeout: 60_000, threshold: 0.01 })
    await looks.findColors('#ff0000', [], { tolerance: 32 })
    expect(captures()).toBe(0)
    await running.close()
    await expect.poll(captures).toBeGreaterThan(2)
    shown.screen = drawScreen(1)
    expect(await changed).toBe(true)
  })

  test('are captures where the phone’s encoder has another profile', async () => {
    const high = recordedScreens([drawScreen(0)], { size: video, profile: 'high' })
    const { device, looks, scrcpy, captures } = await plugIn(high)
    await device.openVideo(whole)
    await looks.findColors('#ff0000', [], { tolerance: 32 })
    expect([captures(), scrcpy.resets]).toEqual([1, 0])
  })

  test('of an encoder that refuses the profile get its own video', async () => {
    const { device, phone, looks, captures } = await plugIn(first(), (scrcpy) => {
      scrcpy.refusesCodecOptions = true
    })
    const starts = () =>
      phone.lines
        .filter((line) => line.includes('max_size'))
        .map((line) => line.match(/video_codec_options=\S+/)?.[0])
    const running = await device.openVideo(whole)
    await looks.findColors('#ff0000', [], { tolerance: 32 })
    expect(captures()).toBe(0)
    await running.close()
    await device.openVideo(whole)
    expect(starts()).toEqual(['video_codec_options=profile=1,level=2048', undefined, undefined])
  })

  test('follow the phone when it is turned', async () => {
    const { device, looks, scrcpy, shown, captures } = await plugIn(first())
    await device.openVideo(whole)
    await looks.freeze({ live: true })
    looks.unfreeze()
    expect(captures()).toBe(0)
    const side = turned(drawScreen(1))
    await scrcpy.show(recordedScreens([side], { size: { width: video.height, height: video.width } }))
    shown.screen = side
    await expect.poll(async () => (await device.readSize({ fresh: true })).width).toBe(height)
    expect(await looks.freeze({ live: true })).toMatchObject({ width: height, height: width })
    expect(await looks.color(330, 340)).toBe(await looks.color(331, 341))
    expect(captures()).toBe(0)
  })

  test('ask for a key frame after a long movement, and cost nothing afterwards', async () => {
    const { device, looks, scrcpy, captures } = await plugIn(first())
    await device.openVideo(whole)
    const delta = moving.slice(2, 3)
    for (let count = 0; count < 130; count += 1) await scrcpy.show(delta)
    await expect.poll(() => device.liveVideo?.frames.after()).toBeUndefined()
    await looks.findColors('#ff0000', [], { tolerance: 32 })
    expect(scrcpy.resets).toBe(1)
    expect(device.liveVideo?.frames.bytes).toBeGreaterThan(0)
    await looks.findColors('#ff0000', [], { tolerance: 32 })
    expect([scrcpy.resets, captures()]).toEqual([1, 0])
  })

  test('leave the video time to show what the script has done', async () => {
    const { device, captures } = await plugIn(first())
    await device.openVideo(whole)
    const end = await runScript(
      device,
      `const look = () => device.findColor('#ff0000', { tolerance: 60 })
      look()
      const before = Date.now()
      device.tap(200, 130)
      look()
      Date.now() - before`,
    )
    expect(end.state === 'succeeded' && Number(end.msg)).toBeGreaterThanOrEqual(95)
    expect(captures()).toBe(0)
  })
})

/** The colours of the button, and of the ground beside it. */
const centres = (at: number) => [
  { x: 200, y: 130 + at * 200, color: '#ff0000' },
  { x: 50, y: 130 + at * 200, color: '#203040' },
]
