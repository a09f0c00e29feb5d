import { PhoneKey } from '@fleetdeck/contract/screen-action'
import type { CallHandlers } from '@fleetdeck/contract/script-api/call'
import type { touchCalls } from '@fleetdeck/contract/script-api/touch'
import { type CallContext, needed } from './context.ts'

/** Interval between two steps of a swipe, ms. */
const stepMs = 16

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Fingers and keys. */
export function touchHandlers(context: CallContext): CallHandlers<typeof touchCalls> {
  const { driver, texts } = context

  async function size() {
    const shot = await driver.capture({ scalePercent: 1, quality: 1 })
    if (!shot) throw new Error(texts.noSize)
    return { width: shot.screenWidth, height: shot.screenHeight }
  }

  async function fractions(x: number, y: number) {
    const { width, height } = await size()
    const within = (value: number) => Math.min(1, Math.max(0, value))
    return { x: within(x / width), y: within(y / height) }
  }

  async function press(x: number, y: number, ms: number) {
    const at = await fractions(x, y)
    await driver.input({ type: 'touchDown', ...at })
    if (ms > 0) await pause(ms)
    await driver.input({ type: 'touchUp', ...at })
  }

  return {
    size,
    tap: ({ x, y }) => press(x, y, 0),
    longTap: ({ x, y, ms }) => press(x, y, ms),
    swipe: async ({ x1, y1, x2, y2, ms }) => {
      const [from, to] = await Promise.all([fractions(x1, y1), fractions(x2, y2)])
      const steps = Math.max(2, Math.round(ms / stepMs))
      await driver.input({ type: 'touchDown', ...from })
      for (let step = 1; step <= steps; step += 1) {
        await pause(ms / steps)
        const share = step / steps
        const x = from.x + (to.x - from.x) * share
        const y = from.y + (to.y - from.y) * share
        await driver.input({ type: 'touchMove', x, y })
      }
      await driver.input({ type: 'touchUp', ...to })
    },
    text: ({ words }) => needed(context, 'typeText')(words),
    key: async ({ name }) => {
      const key = PhoneKey.safeParse(name)
      if (key.success) await needed(context, 'pressKey')(key.data)
      else await driver.input({ type: name as Exclude<typeof name, PhoneKey>, x: 0, y: 0 })
    },
  }
}
