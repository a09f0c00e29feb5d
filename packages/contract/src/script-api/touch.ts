import { z } from 'zod'
import { PhoneKey } from '../screen-action.ts'
import { call } from './call.ts'
import { Milliseconds, Position, SizeShape } from './shapes.ts'

export const KeyName = z
  .enum(['back', 'home', 'recent', 'power', 'lock', 'unlock', ...PhoneKey.options])
  .meta({ id: 'KeyName' })

/** Fingers and keys. */
export const touchCalls = {
  size: call({
    args: {},
    gives: SizeShape,
    example: 'const { width, height } = device.size()\nlogi(width, height)',
  }),
  tap: call({ args: { x: Position, y: Position }, example: 'device.tap(100, 200)' }),
  longTap: call({
    args: { x: Position, y: Position, ms: Milliseconds.default(800) },
    example: 'device.longTap(100, 200, 500)',
  }),
  swipe: call({
    args: { x1: Position, y1: Position, x2: Position, y2: Position, ms: Milliseconds.default(300) },
    example: 'device.swipe(150, 500, 150, 200, 250)',
  }),
  text: call({
    args: { words: z.string().max(10_000) },
    needs: ['typing'],
    example: "device.launch('notes')\ndevice.text('hello')",
  }),
  key: call({ args: { name: KeyName }, needs: ['keys'], example: "device.key('home')" }),
}
