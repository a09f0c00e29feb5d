import { androidScript } from '@fleetdeck/testing/phones/android-script'
import { hasAdb, RealAdb } from '@fleetdeck/testing/phones/real-adb'
import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { DeviceDriver } from '../drivers/device-driver.ts'
import { createProfile } from '../drivers/simulated/profile.ts'
import { SimulatedDevice } from '../drivers/simulated/simulated-device.ts'
import { openDriver } from '../testing/plugged-driver.ts'
import { agentTexts } from '../texts.ts'
import { Frame } from './frame.ts'
import { FrameMemory } from './frame-memory.ts'
import { lookProcess } from './look-process.ts'
import { ScreenLooks } from './screen-looks.ts'

let adb: RealAdb
beforeAll(async () => {
  if (hasAdb) adb = await RealAdb.start()
})
afterAll(() => adb?.stop())

/** A screen with a red button; other numbers have it at another place. */
function drawScreen(at = 0): Canvas {
  const canvas = createCanvas(400, 800)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#203040'
  pen.fillRect(0, 0, 400, 800)
  pen.fillStyle = '#ff0000'
  pen.fillRect(100, 100 + at * 60, 200, 60)
  pen.fillStyle = '#ffffff'
  pen.fillRect(120, 120 + at * 60, 40, 10)
  return canvas
}

/** A fake phone behind adb; `show` gives the PNG of each capture. */
async function plugIn(show: () => Buffer) {
  let captures = 0
  const shown = () => {
    captures += 1
    return show()
  }
  const opened = await openDriver(
    adb,
    androidScript({ 'screencap -p': shown, 'dumpsys window displays': '    cur=400x800\n' }),
  )
  const end = new AbortController()
  const looks = new ScreenLooks({ driver: opened.device, texts: agentTexts.en, signal: end.signal })
  onTestFinished(async () => {
    end.abort()
    await opened.device.close()
    await adb.unplug(opened.phone)
  })
  return { looks, end, captures: () => captures }
}
const still = (at = 0) => {
  const png = drawScreen(at).toBuffer('image/png')
  return () => png
}

describe.skipIf(!hasAdb)('looks at the screen of a real phone', () => {
  test('share one frame while it is frozen, until the end of the script', async () => {
    const { looks, end, captures } = await plugIn(still())
    expect(await looks.freeze()).toEqual({ width: 400, height: 800, at: expect.any(Number) })
    const picture = await looks.cut({ x: 100, y: 100, width: 200, height: 60 })
    expect(await looks.color(105, 105)).toBe('#ff0000')
    expect(await looks.findPicture(picture, {})).toEqual({ x: 200, y: 130, width: 200, height: 60, score: 1 })
    expect(await looks.findColors('#ffffff', [], { tolerance: 0 })).toEqual({ x: 120, y: 120 })
    expect(captures()).toBe(1)
    looks.unfreeze()
    await looks.color(1, 1)
    expect(captures()).toBe(2)
    await looks.freeze({ maxAge: 60_000 })
    await looks.color(1, 1)
    expect(captures()).toBe(2)
    end.abort()
    await expect(looks.color(1, 1)).rejects.toThrow('aborted')
  })

  test('use the last frame if it is young enough, and share a capture that has not begun', async () => {
    const { looks, captures } = await plugIn(still())
    await looks.color(1, 1)
    await looks.color(1, 1, { maxAge: 60_000 })
    expect(captures()).toBe(1)
    await Promise.all([
      looks.color(1, 1),
      looks.color(2, 2),
      looks.findColors('#ff0000', [], { tolerance: 0 }),
    ])
    expect(captures()).toBe(2)
  })

  test('find and compare several colours', async () => {
    const { looks } = await plugIn(still())
    const find = (others: [number, number, string][]) => looks.findColors('#ffffff', others, { tolerance: 0 })
    expect(await find([[-20, -20, '#ff0000']])).toEqual({ x: 120, y: 120 })
    expect(
      await find([
        [39, 0, '#ffffff'],
        [40, 0, '#ff0000'],
      ]),
    ).toEqual({ x: 120, y: 120 })
    expect(await find([[-20, -20, '#00ff00']])).toBeNull()
    expect(await find([[-500, 0, '#ff0000']])).toBeNull()
    const compare = (color: string, tolerance: number) =>
      looks.compareColors(
        [
          { x: 105, y: 105, color },
          { x: 0, y: 0, color: '#203040' },
        ],
        { tolerance },
      )
    expect(await compare('#ff0000', 0)).toBe(true)
    expect(await compare('#f80808', 8)).toBe(true)
    expect(await compare('#f80808', 7)).toBe(false)
    await expect(looks.compareColors([{ x: 400, y: 0, color: '#203040' }], { tolerance: 0 })).rejects.toThrow(
      'The point is outside the screen (400×800)',
    )
  })

  test('find several pictures in one frame, by name', async () => {
    const { looks, captures } = await plugIn(still())
    const red = await looks.cut({ x: 90, y: 90, width: 60, height: 60 })
    const white = await looks.cut({ x: 110, y: 110, width: 60, height: 30 })
    const found = await looks.findPictures(
      [
        { name: 'red', picture: red },
        { name: 'white', picture: white },
      ],
      { all: false },
    )
    expect(found.map(({ name, x, y }) => [name, x, y]).sort()).toEqual([
      ['red', 120, 120],
      ['white', 140, 125],
    ])
    expect(captures()).toBe(3)
  })

  test('take screenshots of a part, as JPEG or PNG, in any scale', async () => {
    const { looks } = await plugIn(still())
    const shoot = async (format: 'jpeg' | 'png') => {
      const region = { x: 100, y: 100, width: 200, height: 60 }
      const shot = await looks.screenshot({ ...region, format, quality: 80, scale: 50 })
      const file = Buffer.from(shot.base64, 'base64')
      const { width, height } = await loadImage(file)
      return { begin: file.toString('latin1', 1, 4), sizes: [shot.width, shot.height, width, height] }
    }
    expect(await shoot('png')).toEqual({ begin: 'PNG', sizes: [100, 30, 100, 30] })
    expect(await shoot('jpeg')).toMatchObject({ sizes: [100, 30, 100, 30] })
  })

  test('wait until the screen changes, and until it is still', async () => {
    let at = 0
    const frames = Array.from({ length: 4 }, (_, number) => drawScreen(number).toBuffer('image/png'))
    const { looks, captures } = await plugIn(() => frames[at] ?? Buffer.alloc(0))
    const wait = { timeout: 300, threshold: 0.01 }
    expect(await looks.waitForChange(wait)).toBe(false)
    await looks.freeze()
    const before = captures()
    const changed = looks.waitForChange({ ...wait, timeout: 60_000 })
    await expect.poll(captures).toBeGreaterThan(before + 1)
    at = 1
    expect(await changed).toBe(true)
    expect(await looks.waitForChange({ ...wait, y: 600 })).toBe(false)
    looks.unfreeze()
    expect(await looks.waitForStill({ ...wait, timeout: 60_000, still: 200 })).toBe(true)
    expect(await looks.waitForStill({ ...wait, still: 60_000 })).toBe(false)
  })

  test('find what a region to the edges contains, and a match with the score of the threshold', async () => {
    const { looks } = await plugIn(still())
    const whole = await looks.cut({ x: 0, y: 90, width: 400, height: 80 })
    const found = { x: 200, y: 130, width: 400, height: 80, score: 1 }
    expect(await looks.findPicture(whole, { x: -50, y: -50, threshold: 1 })).toEqual(found)
  })

  test('are refused where they make no sense, with the reason', async () => {
    const { looks } = await plugIn(still())
    await expect(looks.color(400, 0)).rejects.toThrow('The point is outside the screen (400×800)')
    const outside = 'The region is outside the screen (400×800)'
    await expect(looks.cut({ x: 380, y: 0, width: 40, height: 40 })).rejects.toThrow(outside)
    await expect(looks.findColors('#ff0000', [], { tolerance: 0, x: 400 })).rejects.toThrow(outside)
    await expect(looks.findPicture('AAAA', {})).rejects.toThrow('not a valid PNG or JPEG')
    const many = Array.from({ length: 51 }, (_, name) => ({ name, picture: '' }))
    await expect(looks.findPictures(many, { all: false })).rejects.toThrow('Up to 50 images')
    const large = createCanvas(500, 100).toBuffer('image/png').toString('base64')
    await expect(looks.findPicture(large, { screenWidth: 400 })).rejects.toThrow('larger than the screen')
    const flat = await looks.cut({ x: 0, y: 0, width: 40, height: 40 })
    await expect(looks.findPicture(flat, {})).rejects.toThrow('Use findColor instead')
    const sign = await looks.cut({ x: 110, y: 110, width: 60, height: 40 })
    const named = [
      { name: 'sign', picture: sign },
      { name: 'shadow', picture: flat },
    ]
    await expect(looks.findPictures(named, { all: false })).rejects.toThrow(
      'shadow: The image has a single colour',
    )
  })

  test('of a damaged frame are refused', async () => {
    const whole = drawScreen().toBuffer('image/png')
    const damaged = Buffer.concat([whole.subarray(0, 60), whole.subarray(-12)])
    const { looks } = await plugIn(() => damaged)
    await expect(looks.color(1, 1)).rejects.toThrow('Could not read the screen')
  })
})

test('the pixels of a simulated phone are those that it draws', async () => {
  const driver = new SimulatedDevice(createProfile(1, 'phone 1'), 'en')
  const looks = new ScreenLooks({ driver, texts: agentTexts.en, signal: new AbortController().signal })
  const { width, height } = await looks.freeze()
  expect([width, height]).toEqual([
    driver.state.profile.width * driver.state.profile.density,
    expect.any(Number),
  ])
  const icon = await looks.cut({ x: 100, y: 300, width: 200, height: 200 })
  expect(await looks.findPicture(icon, {})).toMatchObject({ x: 200, y: 400, score: 1 })
  await driver.close()
})

test('words are recognised in another process', async () => {
  const driver = new SimulatedDevice(createProfile(3, 'phone 3', 2), 'en')
  const looks = new ScreenLooks({ driver, texts: agentTexts.en, signal: new AbortController().signal })
  const texts = (await looks.readWords()).map(({ text }) => text)
  expect(texts).toEqual(expect.arrayContaining(['Counter', 'Calculator']))
  await driver.close()
})

test('a phone without pixels says so', async () => {
  const simulated = new SimulatedDevice(createProfile(2, 'phone 2'), 'zhtw')
  const driver = Object.assign(simulated, { readFrame: undefined }) as unknown as DeviceDriver
  const { signal } = new AbortController()
  const looks = new ScreenLooks({ driver, texts: agentTexts.zhtw, signal })
  await expect(looks.color(1, 1)).rejects.toThrow('無法讀取這支手機的螢幕像素')
  expect(await looks.readWords()).toEqual([])
  await driver.close()
})

test('a frozen frame that is lost with the process of looks is told, and the next look captures', async () => {
  const driver = new SimulatedDevice(createProfile(4, 'phone 4'), 'en')
  const looks = new ScreenLooks({ driver, texts: agentTexts.en, signal: new AbortController().signal })
  await looks.freeze()
  const color = await looks.color(5, 5)
  const { pid = 0 } = lookProcess
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => lookProcess.pid).not.toBe(pid)
  await expect(looks.color(5, 5)).rejects.toThrow('the frozen frame is lost. Call freeze again.')
  expect(await looks.color(5, 5, { maxAge: 60_000 })).toBe(color)
  await driver.close()
})

/** Frames without a process. */
function frameMaker() {
  const freed: number[] = []
  const holder = {
    holds: () => true,
    fit: () => undefined,
    free: (id: number) => {
      freed.push(id)
    },
  }
  const facts = { width: 10, height: 10, size: 400, video: undefined, at: 0 }
  return { frame: (id: number) => new Frame(holder, { id, ...facts }), freed }
}

test('the memory of a frame is freed with its last use', () => {
  const memory = new FrameMemory({ recentBytes: 900, frozenBytes: 900 })
  const { frame, freed } = frameMaker()
  const user = {}
  const looked = frame(1).use()
  memory.keep(user, looked)
  const second = frame(2)
  memory.keep(user, second)
  memory.freeze(user, second)
  expect(freed).toEqual([])
  looked[Symbol.dispose]()
  expect(freed).toEqual([1])
  expect(() => looked.use()).toThrow('the frame is freed')
  memory.keep(user, frame(3))
  expect(freed).toEqual([1])
  memory.unfreeze(user)
  expect(freed).toEqual([1, 2])
  memory.forget(user)
  expect(freed).toEqual([1, 2, 3])
})

test('the memory of frames has limits over all phones', () => {
  const memory = new FrameMemory({ recentBytes: 900, frozenBytes: 900 })
  const { frame } = frameMaker()
  const users = [{}, {}, {}] as const
  for (const user of users) memory.keep(user, frame(1))
  expect(users.map((user) => memory.recent(user) !== undefined)).toEqual([false, true, true])
  memory.freeze(users[0], frame(2))
  memory.freeze(users[1], frame(3))
  expect(() => memory.freeze(users[2], frame(4))).toThrow('frozenTooMany')
  memory.unfreeze(users[0])
  memory.freeze(users[2], frame(4))
  memory.forget(users[2])
  expect(memory.frozen(users[2])).toBeUndefined()
})
