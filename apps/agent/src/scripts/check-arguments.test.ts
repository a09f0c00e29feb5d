import { scriptCalls } from '@fleetdeck/contract/script-api'
import type { ScriptCall } from '@fleetdeck/contract/script-api/call'
import { expect, test } from 'vitest'
import { agentTexts } from '../texts.ts'
import { checkArguments } from './check-arguments.ts'

function check(name: string, ...args: unknown[]) {
  const [object = '', call = ''] = name.split('.')
  const declared = (scriptCalls as unknown as Record<string, Record<string, ScriptCall>>)[object]?.[call]
  if (!declared) throw new Error(`${name} is not declared`)
  // As it arrives from the sandbox: missing values in between are null.
  return checkArguments(name, declared, JSON.parse(JSON.stringify(args)) as unknown[], agentTexts.en)
}

test('arguments get their names and defaults', () => {
  expect(check('device.longTap', 1, 2)).toEqual({ x: 1, y: 2, ms: 800, options: {} })
  expect(check('device.longTap', 1, 2, undefined)).toMatchObject({ ms: 800 })
  expect(check('device.findColor', '#ffffff')).toEqual({
    color: '#ffffff',
    options: { tolerance: 0, x: 0, y: 0, maxAge: 0 },
  })
  expect(check('http.request', { url: 'http://a' })).toMatchObject({ request: { method: 'GET' } })
})

test.each([
  ['device.swipe', [1, 2, 3, 4, 70_000], 'device.swipe: ms must be: 0 to 60000'],
  ['device.tap', [1], 'device.tap: y must be: -10000 to 10000'],
  ['device.tap', ['1', 2], 'device.tap: x must be: -10000 to 10000'],
  ['device.color', [1, 2, {}, 4], 'device.color: Up to 3 arguments, got 4'],
  ['device.tap', [1, 2, { humam: true }], 'Unknown option options.humam. Valid options: human, seed'],
  ['device.pinch', [{ scale: 99 }], 'device.pinch: options.scale must be: 0.1 to 10'],
  ['device.gesture', [[{ x: 1, y: 1, ms: 70_000 }]], 'points.0.ms must be: 0 to 60000'],
  ['device.find', [{ txt: 'Tea' }], 'Unknown option selector.txt. Valid options: id, text, textContains'],
  ['device.find', [{ near: { clickable: 'yes' } }], 'selector.near.clickable must be: true, false'],
  ['device.waitFor', ['Tea', { timeout: -1 }], 'options.timeout must be: 0 to 600000'],
  ['device.scrollTo', ['Tea', { direction: 'back' }], 'options.direction must be: up, down, left, right'],
  ['device.cut', [0, 0, 1.5, 2], 'device.cut: width must be: an integer from 1 to 10000'],
  ['device.findColor', ['red'], 'device.findColor: color must be: #rrggbb'],
  ['device.findColor', ['#ffffff', { tolerance: 300 }], 'options.tolerance must be: 0 to 255'],
  [
    'device.screenshot',
    [{ scales: 3 }],
    'device.screenshot: Unknown option options.scales. Valid options: scale, quality, format',
  ],
  ['device.key', ['hoem'], /device\.key: name must be: back, home, recent, .*volume_down/],
  ['device.text', [5], 'device.text: words must be: a text of up to 10000 characters'],
  ['device.find', [''], 'device.find: selector must be: a text of 1 to 500 characters, an object'],
  ['device.gesture', [[]], 'device.gesture: points must be: a list of 1 to 500 items'],
  [
    'device.findColors',
    ['#ffffff', [[1, 2]]],
    'others.0 must be: [an integer from -10000 to 10000, an integer from -10000 to 10000, #rrggbb]',
  ],
  ['device.findColors', ['#ffffff', [[null, 2, '#ffffff']]], 'others.0.0 must be: an integer from -10000'],
  ['device.findPictures', [[5]], 'pictures.0 must be: a text of up to 12000000 characters'],
  ['device.findPictures', [{ buy: 5 }], 'pictures.buy must be: a text of up to 12000000 characters'],
  [
    'device.startIntent',
    [{ action: 'a', extras: { key: null } }],
    'intent.extras.key must be: a text of up to 10000 characters, a number, true, false',
  ],
  ['http.request', [{ url: 'http://a', method: 'FETCH' }], 'request.method must be: GET, POST, PUT'],
  [
    'http.request',
    [{ url: 'http://a', methods: 'GET' }],
    'Unknown option request.methods. Valid options: url',
  ],
] as const)('%s with %j is refused with the valid values', (name, args, message) => {
  expect(() => check(name, ...args)).toThrow(message)
})

test('a refusal has the language of the agent', () => {
  const { tap } = scriptCalls.device
  expect(() => checkArguments('device.tap', tap, [1, null], agentTexts.zhcn)).toThrow(
    'device.tap: y 的有效值：-10000 到 10000',
  )
})
