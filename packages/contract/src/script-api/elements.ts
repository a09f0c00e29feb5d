import { z } from 'zod'
import { call } from './call.ts'

const place = { x: z.number(), y: z.number(), width: z.number(), height: z.number() }
const ScreenTextShape = z.object({ text: z.string(), ...place }).meta({ id: 'ScreenText' })
const ScreenElementShape = z
  .object({ id: z.string(), text: z.string(), ...place })
  .meta({ id: 'ScreenElement' })
const words = z.string().max(10_000)

/** What the screen shows, as elements. */
export const elementCalls = {
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
