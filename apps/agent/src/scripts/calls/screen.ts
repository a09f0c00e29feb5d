import type { CallHandlers } from '@fleetdeck/contract/script-api/call'
import type { screenCalls } from '@fleetdeck/contract/script-api/screen'
import type { CallContext } from './context.ts'

/** What the screen shows, as pixels. */
export function screenHandlers({ looks }: CallContext): CallHandlers<typeof screenCalls> {
  return {
    freeze: ({ options }) => looks.freeze(options),
    unfreeze: () => looks.unfreeze(),
    screenshot: async ({ options }) => {
      const { width, height, base64 } = await looks.screenshot(options)
      return { width, height, [options.format]: base64 }
    },
    color: ({ x, y, options }) => looks.color(x, y, options),
    findColor: ({ color, options }) => looks.findColors(color, [], options),
    findColors: ({ color, others, options }) => looks.findColors(color, others, options),
    compareColors: ({ points, options }) => looks.compareColors(points, options),
    cut: ({ options, ...region }) => looks.cut(region, options),
    findPicture: ({ picture, options }) => looks.findPicture(picture, options),
    findPictures: ({ pictures, options }) => looks.findPictures(named(pictures), options),
    waitForChange: ({ options }) => looks.waitForChange(options),
    waitForStill: ({ options }) => looks.waitForStill(options),
    ocr: ({ options }) => looks.ocr(options),
  }
}

/** Pictures of a list are named by their place in it. */
const named = (pictures: string[] | Record<string, string>) =>
  Array.isArray(pictures)
    ? pictures.map((picture, name) => ({ name, picture }))
    : Object.entries(pictures).map(([name, picture]) => ({ name, picture }))
