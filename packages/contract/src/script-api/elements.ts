import { z } from 'zod'
import { call } from './call.ts'
import { Selector } from './selector.ts'
import { mannerFields, PointShape } from './shapes.ts'

const place = { x: z.number(), y: z.number(), width: z.number(), height: z.number() }
const ScreenTextShape = z.object({ text: z.string(), ...place }).meta({ id: 'ScreenText' })
const ScreenElementShape = z
  .object({ id: z.string(), text: z.string(), ...place })
  .meta({ id: 'ScreenElement' })
const words = z.string().max(10_000)

const longest = 600_000
const interval = z.number().min(50).max(60_000).default(500)
const maxAge = z.number().min(0).max(60_000).default(0)
const FindOptions = z
  .strictObject({ timeout: z.number().min(0).max(longest).default(0), interval })
  .meta({ id: 'FindOptions' })
  .prefault({})
const wait = { timeout: z.number().min(0).max(longest).default(10_000), interval }
const WaitOptions = z.strictObject(wait).meta({ id: 'WaitOptions' }).prefault({})
const TapOptions = z
  .strictObject({ ...wait, ...mannerFields })
  .meta({ id: 'TapOnOptions' })
  .prefault({})
const LookOptions = z.strictObject({ maxAge }).meta({ id: 'LookOptions' }).prefault({})
const ScrollOptions = z
  .strictObject({
    within: Selector.optional(),
    direction: z.enum(['up', 'down', 'left', 'right']).default('down'),
    maxSwipes: z.int().min(1).max(100).default(10),
    timeout: z.number().min(0).max(longest).default(longest),
    ...mannerFields,
  })
  .meta({ id: 'ScrollOptions' })
  .prefault({})

/** The sandbox adds it to what the agent sends. */
const method = (ts: string) => z.custom<never>().optional().meta({ ts, isAdded: true })

/** An element of the screen, and what can be done with it. */
const UiElementShape = z
  .object({
    id: z.string(),
    text: z.string(),
    desc: z.string(),
    hint: z.string(),
    className: z.string(),
    package: z.string(),
    clickable: z.boolean(),
    longClickable: z.boolean(),
    checkable: z.boolean(),
    checked: z.boolean(),
    enabled: z.boolean(),
    focusable: z.boolean(),
    focused: z.boolean(),
    scrollable: z.boolean(),
    selected: z.boolean(),
    password: z.boolean(),
    index: z.number(),
    depth: z.number(),
    bounds: z.object(place).meta({ id: 'Rectangle' }),
    centre: PointShape,
    tap: method('(options?: TouchOptions) => void'),
    longTap: method('(ms?: number, options?: TouchOptions) => void'),
    setText: method('(words: string) => void'),
    children: method('() => UiElement[]'),
    parent: method('() => UiElement | null'),
  })
  .meta({ id: 'UiElement' })

/** What an element has besides its data. */
export const elementMethodNames: readonly string[] = Object.entries(UiElementShape.shape).flatMap(
  ([name, shape]) => (shape.meta()?.isAdded ? [name] : []),
)

const openCounter = "device.launch('counter')\n"

/** What the screen shows, as elements. */
export const elementCalls = {
  find: call({
    args: { selector: Selector, options: FindOptions },
    gives: UiElementShape.nullable(),
    needs: ['elements'],
    example: `${openCounter}const plus = device.find('#plus', { timeout: 5000 })\nif (plus) plus.tap()`,
  }),
  findAll: call({
    args: { selector: Selector, options: LookOptions },
    gives: z.array(UiElementShape),
    needs: ['elements'],
    example: 'for (const { text, bounds } of device.findAll({ clickable: true })) logd(text, bounds)',
  }),
  exists: call({
    args: { selector: Selector, options: LookOptions },
    gives: z.boolean(),
    needs: ['elements'],
    example: "if (device.exists({ textMatches: /^(OK|Confirm)$/i })) logi('a question')",
  }),
  waitFor: call({
    args: { selector: Selector, options: WaitOptions },
    gives: UiElementShape,
    needs: ['elements'],
    example: `${openCounter}device.waitFor('#plus', { timeout: 20000 }).tap()`,
  }),
  waitGone: call({
    args: { selector: Selector, options: WaitOptions },
    needs: ['elements'],
    example: "device.waitGone('Loading', { timeout: 30000 })",
  }),
  scrollTo: call({
    args: { selector: Selector, options: ScrollOptions },
    gives: UiElementShape,
    needs: ['elements'],
    example: "device.launch('gallery')\ndevice.scrollTo({ id: 'picture 20' }, { maxSwipes: 20 }).tap()",
  }),
  tapOn: call({
    args: { selector: Selector, options: TapOptions },
    gives: UiElementShape,
    needs: ['elements'],
    example: `${openCounter}device.tapOn({ id: 'minus', near: '#plus', direction: 'left' })`,
  }),
  tree: call({
    args: { options: LookOptions },
    gives: z.array(UiElementShape),
    needs: ['elements'],
    example:
      "for (const { depth, className, text } of device.tree()) logd(' '.repeat(depth), className, text)",
  }),
  texts: call({
    args: {},
    gives: z.array(ScreenTextShape),
    needs: ['elements'],
    example: 'for (const { text, x, y } of device.texts()) logd(text, x, y)',
  }),
  findText: call({
    args: { words },
    gives: z.object({ text: z.string(), x: z.number(), y: z.number() }).meta({ id: 'FoundText' }).nullable(),
    needs: ['elements'],
    example: "const found = device.findText('1')\nif (found) device.tap(found.x, found.y)",
  }),
  parts: call({
    args: {},
    gives: z.array(ScreenElementShape),
    needs: ['elements'],
    example: 'logi(device.parts().filter(({ id }) => id).length)',
  }),
  findId: call({
    args: { id: words },
    gives: z
      .object({ id: z.string(), text: z.string(), x: z.number(), y: z.number() })
      .meta({ id: 'FoundElement' })
      .nullable(),
    needs: ['elements'],
    example: "const plus = device.findId('plus')\nif (plus) device.tap(plus.x, plus.y)",
  }),
}
