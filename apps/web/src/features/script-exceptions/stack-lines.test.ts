import { expect, test } from 'vitest'
import { stackLines } from './stack-lines.ts'

const places = (exception: string, scriptName: string) =>
  stackLines(exception, scriptName).map(({ place, line }) => [place, line])

test('positions in the script are found, whatever its name contains, and no others', () => {
  const exception =
    'Error: shop.js:1 is closed\n    at buy (shop.js:12:5)\n    at <eval> (other.js:3)\n  shop.js:7'
  expect(places(exception, 'shop.js')).toEqual([
    ['', undefined],
    ['shop.js:12:5', 12],
    ['', undefined],
    ['shop.js:7', 7],
  ])
  expect(places('E\n at (每日 签到 (2).js:4:1)', '每日 签到 (2)')[1]).toEqual(['每日 签到 (2).js:4:1', 4])
})

test('the parts of a line are the line', () => {
  const text = '    at buy (shop.js:12:5)'
  const [, { before, place, after } = { before: '', place: '', after: '' }] = stackLines(`E\n${text}`, 'shop')
  expect(before + place + after).toBe(text)
  expect(place).toBe('shop.js:12:5')
})
