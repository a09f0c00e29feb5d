import { ScreenActionType } from '@fleetdeck/contract/screen-action'
import type { CallHandlers } from '@fleetdeck/contract/script-api/call'
import type { touchCalls } from '@fleetdeck/contract/script-api/touch'
import { type CallContext, needed } from './context.ts'

/** Fingers and keys. */
export function touchHandlers(context: CallContext): CallHandlers<typeof touchCalls> {
  const { driver, fingers } = context
  return {
    size: () => driver.readSize(),
    tap: ({ x, y, options }) => fingers.tap({ x, y }, options),
    doubleTap: ({ x, y, options }) => fingers.doubleTap({ x, y }, options),
    longTap: ({ x, y, ms, options }) => fingers.hold({ x, y }, ms, options),
    swipe: ({ x1, y1, x2, y2, ms, options }) =>
      fingers.swipe({ x: x1, y: y1 }, { x: x2, y: y2 }, ms, options),
    drag: ({ x1, y1, x2, y2, options: { hold, ms } }) =>
      fingers.drag({ x: x1, y: y1 }, { x: x2, y: y2 }, { holdMs: hold, ms }),
    gesture: ({ points }) => fingers.gesture(points),
    pinch: ({ options }) => fingers.pinch(options),
    text: ({ words }) => needed(context, 'typeText')(words),
    type: ({ words }) => needed(context, 'typeText')(words),
    key: async ({ name }) => {
      const button = ScreenActionType.safeParse(name)
      if (button.success) await driver.input({ type: button.data, x: 0, y: 0 })
      else await needed(context, 'pressKey')(name)
    },
  }
}
