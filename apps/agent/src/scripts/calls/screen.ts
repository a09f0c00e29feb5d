import type { CallHandlers } from '@fleetdeck/contract/script-api/call'
import type { screenCalls } from '@fleetdeck/contract/script-api/screen'
import { colorText, findColor, parseColor } from '../find-color.ts'
import { findPicture } from '../find-picture.ts'
import { cutOut, decodePicture } from '../pictures.ts'
import { type CallContext, needed } from './context.ts'
import { centreOf } from './elements.ts'

/** What the screen shows, as pixels. */
export function screenHandlers(context: CallContext): CallHandlers<typeof screenCalls> {
  const { driver, texts } = context
  const pixels = () => needed(context, 'readPixels')()
  return {
    screenshot: async ({ options: { scale, quality } }) => {
      const shot = await driver.capture({ scalePercent: scale, quality })
      if (!shot) throw new Error(texts.noSize)
      const { jpeg, width, height } = shot
      return { width, height, jpeg: Buffer.from(jpeg).toString('base64') }
    },
    color: async ({ x, y }) => {
      const screen = await pixels()
      if (x < 0 || y < 0 || x >= screen.width || y >= screen.height)
        throw new Error('device.color: outside the screen')
      return colorText(screen, Math.floor(x), Math.floor(y))
    },
    findColor: async ({ color, options }) => findColor(await pixels(), parseColor(color), options),
    cut: async ({ x, y, width, height }) => cutOut(await pixels(), [x, y, width, height]),
    findPicture: async ({ picture, options }) => {
      const decoded = await decodePicture(picture)
      const found = await findPicture(await pixels(), decoded, options)
      const { width, height } = decoded
      return found && { ...centreOf({ ...found, width, height }), width, height }
    },
  }
}
