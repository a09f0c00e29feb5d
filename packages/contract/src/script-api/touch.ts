import { z } from 'zod'
import { keyNames } from '../phone-keys.ts'
import { call } from './call.ts'
import { Milliseconds, mannerFields, Position, SizeShape } from './shapes.ts'

const buttons = ['back', 'home', 'recent', 'power', 'lock', 'unlock'] as const
/** Names of keys in Android's spelling are allowed as well: KEYCODE_ENTER. */
export const KeyName = z
  .union([
    z.enum([...buttons, ...keyNames.filter((name) => !buttons.some((button) => button === name))]),
    z
      .string()
      .regex(/^(?:[a-z0-9]|KEYCODE_[A-Z0-9_]+)$/)
      .meta({ format: 'a–z, 0–9, KEYCODE_…' }),
  ])
  .meta({ id: 'KeyName' })

const Manner = z.strictObject(mannerFields).meta({ id: 'TouchOptions' }).prefault({})

/** Fingers and keys. */
export const touchCalls = {
  size: call({
    args: {},
    gives: SizeShape,
    example: 'const { width, height } = device.size()\nlogi(width, height)',
  }),
  tap: call({ args: { x: Position, y: Position, options: Manner }, example: 'device.tap(100, 200)' }),
  doubleTap: call({
    args: { x: Position, y: Position, options: Manner },
    example: 'device.doubleTap(100, 200, { human: true })',
  }),
  longTap: call({
    args: { x: Position, y: Position, ms: Milliseconds.default(800), options: Manner },
    example: 'device.longTap(100, 200, 500)',
  }),
  swipe: call({
    args: {
      x1: Position,
      y1: Position,
      x2: Position,
      y2: Position,
      ms: Milliseconds.default(300),
      options: Manner,
    },
    example: 'device.swipe(150, 500, 150, 200, 250, { human: true })',
  }),
  drag: call({
    args: {
      x1: Position,
      y1: Position,
      x2: Position,
      y2: Position,
      options: z
        .strictObject({ hold: Milliseconds.default(600), ms: Milliseconds.default(500) })
        .meta({ id: 'DragOptions' })
        .prefault({}),
    },
    example: 'device.drag(60, 300, 200, 300, { hold: 500 })',
  }),
  gesture: call({
    args: {
      points: z
        .array(z.strictObject({ x: Position, y: Position, ms: Milliseconds }).meta({ id: 'FingerPoint' }))
        .min(1)
        .max(500),
    },
    example: [
      'device.gesture([',
      '  { x: 60, y: 300, ms: 0 },',
      '  { x: 200, y: 300, ms: 150 },',
      '  { x: 200, y: 450, ms: 300 },',
      '])',
    ].join('\n'),
  }),
  pinch: call({
    args: {
      options: z
        .strictObject({
          scale: z.number().min(0.1).max(10),
          x: Position.optional(),
          y: Position.optional(),
          ms: Milliseconds.default(400),
        })
        .meta({ id: 'PinchOptions' }),
    },
    needs: ['pinch'],
    example: "if (device.can('pinch')) device.pinch({ scale: 2 })",
  }),
  text: call({
    args: { words: z.string().max(10_000) },
    needs: ['typing'],
    example: "device.launch('notes')\ndevice.text('hello')",
  }),
  type: call({
    args: { words: z.string().max(10_000) },
    needs: ['typing'],
    example: "device.launch('notes')\ndevice.type('你好 👋')",
  }),
  key: call({ args: { name: KeyName }, needs: ['keys'], example: "device.key('home')" }),
}
