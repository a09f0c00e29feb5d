import type { PhoneKey } from '@fleetdeck/contract/screen-action'
import { z } from 'zod'
import type { DeviceDriver } from '../drivers/device-driver.ts'
import { colorText, findColor, parseColor } from './find-color.ts'
import { findPicture } from './find-picture.ts'
import { cutOut, decodePicture } from './pictures.ts'

export type DeviceHost = (call: string, args: unknown[]) => Promise<unknown>

/** Pixels of the screen in its present rotation. */
const pixel = z.number().min(-10_000).max(10_000)
const Point = z.tuple([pixel, pixel])
const duration = z.number().min(0).max(60_000)
const Area = z.object({
  x: pixel.default(0),
  y: pixel.default(0),
  width: pixel.optional(),
  height: pixel.optional(),
  /** Maximum difference of each of red, green and blue, 0 to 255. */
  tolerance: z.number().min(0).max(255).default(0),
})
const PictureArea = Area.extend({
  tolerance: Area.shape.tolerance.unwrap().default(32),
  share: z.number().min(0.1).max(1).default(0.9),
})
const Rect = z.tuple([pixel, pixel, z.int().min(1).max(10_000), z.int().min(1).max(10_000)])
const Shot = z.object({
  scale: z.number().min(1).max(100).default(100),
  quality: z.number().min(1).max(100).default(80),
})
/** Interval between two steps of a swipe, ms. */
const stepMs = 16
const buttons = ['back', 'home', 'recent', 'power', 'lock', 'unlock'] as const
type Button = (typeof buttons)[number]
const isButton = (name: string): name is Button => (buttons as readonly string[]).includes(name)

/** Maximum length of a picture to find, in base64. */
const maxPictureCharacters = 12_000_000

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

class ScriptDevice {
  readonly #driver: DeviceDriver

  constructor(driver: DeviceDriver) {
    this.#driver = driver
  }

  async size() {
    const shot = await this.#driver.capture({ scalePercent: 1, quality: 1 })
    if (!shot) throw new Error('device: the screen cannot be read')
    return { width: shot.screenWidth, height: shot.screenHeight }
  }

  async press([x, y]: [number, number], ms: number) {
    const at = await this.#fractions([x, y])
    await this.#driver.input({ type: 'touchDown', ...at })
    if (ms > 0) await pause(ms)
    await this.#driver.input({ type: 'touchUp', ...at })
  }

  async swipe([x1, y1, x2, y2]: [number, number, number, number], ms: number) {
    const [from, to] = await Promise.all([this.#fractions([x1, y1]), this.#fractions([x2, y2])])
    const steps = Math.max(2, Math.round(ms / stepMs))
    await this.#driver.input({ type: 'touchDown', ...from })
    for (let step = 1; step <= steps; step += 1) {
      await pause(ms / steps)
      const share = step / steps
      const x = from.x + (to.x - from.x) * share
      const y = from.y + (to.y - from.y) * share
      await this.#driver.input({ type: 'touchMove', x, y })
    }
    await this.#driver.input({ type: 'touchUp', ...to })
  }

  async key(name: string) {
    if (isButton(name)) return this.#driver.input({ type: name, x: 0, y: 0 })
    const { pressKey } = this.#driver
    if (!pressKey) throw new Error('device.key: this phone has no keys')
    return pressKey.call(this.#driver, name as PhoneKey)
  }

  async screenshot(sent: unknown) {
    const { scale, quality } = Shot.parse(sent ?? {})
    const shot = await this.#driver.capture({ scalePercent: scale, quality })
    if (!shot) throw new Error('device.screenshot: the screen cannot be read')
    const { jpeg, width, height } = shot
    return { width, height, jpeg: Buffer.from(jpeg).toString('base64') }
  }

  async pixels() {
    const { readPixels } = this.#driver
    if (!readPixels) throw new Error('device: this phone’s pixels cannot be read')
    return readPixels.call(this.#driver)
  }

  async color(x: number, y: number) {
    const pixels = await this.pixels()
    if (x < 0 || y < 0 || x >= pixels.width || y >= pixels.height)
      throw new Error('device.color: outside the screen')
    return colorText(pixels, Math.floor(x), Math.floor(y))
  }

  async findColor(color: unknown, sent: unknown) {
    return findColor(await this.pixels(), parseColor(color), Area.parse(sent ?? {}))
  }

  async cut(rect: [number, number, number, number]) {
    return cutOut(await this.pixels(), rect)
  }

  /** Its centre, where a finger would tap. */
  async findPicture(sent: string, area: unknown) {
    const { width, height, ...picture } = await decodePicture(sent)
    const found = await findPicture(
      await this.pixels(),
      { width, height, ...picture },
      PictureArea.parse(area ?? {}),
    )
    return found && { ...centreOf({ ...found, width, height }), width, height }
  }

  async parts() {
    const { readElements } = this.#driver
    if (!readElements) throw new Error('device: this phone’s texts cannot be read')
    return readElements.call(this.#driver)
  }

  async texts() {
    const parts = await this.parts()
    return parts.filter(({ text }) => text).map(({ id: _, ...text }) => text)
  }

  /** The centre of the first text that contains these words. */
  async findText(words: string) {
    const found = (await this.texts()).find(({ text }) => text.includes(words))
    return found ? { text: found.text, ...centreOf(found) } : null
  }

  /** By the whole id, or by the part after its slash. */
  async findId(name: string) {
    const found = (await this.parts()).find(({ id }) => id && (id === name || id.endsWith(`/${name}`)))
    return found ? { id: found.id, text: found.text, ...centreOf(found) } : null
  }

  async #fractions([x, y]: [number, number]) {
    const { width, height } = await this.size()
    const within = (value: number) => Math.min(1, Math.max(0, value))
    return { x: within(x / width), y: within(y / height) }
  }
}

const centreOf = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
  x: Math.round(x + width / 2),
  y: Math.round(y + height / 2),
})

/** The `device` object of scripts. A wrong argument, or an action the phone does not support, throws in the script. */
export function deviceHost(driver: DeviceDriver): DeviceHost {
  const device = new ScriptDevice(driver)
  const text = (value: unknown) => z.string().max(10_000).parse(value)
  const must = <Name extends keyof DeviceDriver>(name: Name, call: string) => {
    if (!driver[name]) throw new Error(`device.${call}: this phone cannot do that`)
  }
  const calls: Record<string, DeviceHost> = {
    size: () => device.size(),
    tap: (_, [x, y]) => device.press(Point.parse([x, y]), 0),
    longTap: (_, [x, y, ms = 800]) => device.press(Point.parse([x, y]), duration.parse(ms)),
    swipe: (_, [x1, y1, x2, y2, ms = 300]) =>
      device.swipe([...Point.parse([x1, y1]), ...Point.parse([x2, y2])], duration.parse(ms)),
    text: async (_, [words]) => {
      must('typeText', 'text')
      return driver.typeText?.(text(words))
    },
    key: (_, [name]) => device.key(text(name)),
    screenshot: (_, [options]) => device.screenshot(options),
    color: (_, [x, y]) => device.color(...Point.parse([x, y])),
    findColor: (_, [color, area]) => device.findColor(color, area),
    cut: (_, rect) => device.cut(Rect.parse(rect)),
    findPicture: (_, [picture, area]) =>
      device.findPicture(z.string().max(maxPictureCharacters).parse(picture), area),
    parts: () => device.parts(),
    texts: () => device.texts(),
    findId: (_, [id]) => device.findId(text(id)),
    findText: (_, [words]) => device.findText(text(words)),
    launch: async (_, [app]) => {
      must('launch', 'launch')
      return driver.launch?.(text(app))
    },
    shell: async (_, [line]) => {
      must('runShell', 'shell')
      return driver.runShell?.(text(line))
    },
    status: () => driver.readStatus(),
    clipboard: async () => {
      must('readClipboard', 'clipboard')
      return driver.readClipboard?.()
    },
    setClipboard: async (_, [words]) => {
      must('setClipboard', 'setClipboard')
      return driver.setClipboard?.(text(words))
    },
  }
  return async (call, args) => {
    const run = Object.hasOwn(calls, call) ? calls[call] : undefined
    if (!run) throw new Error(`device.${call} is not known`)
    try {
      return (await run(call, args)) ?? null
    } catch (error) {
      if (error instanceof z.ZodError) throw new Error(`device.${call}: wrong arguments`)
      throw error
    }
  }
}
