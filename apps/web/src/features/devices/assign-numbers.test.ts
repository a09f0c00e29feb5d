import { expect, test } from 'vitest'
import { problemsOf, proposeNumbers, schemeAfter } from './assign-numbers.ts'

test('numbers are counted from the first one and zero-padded', () => {
  expect(proposeNumbers({ prefix: 'A', start: 9, digits: 3 }, 3)).toEqual(['A009', 'A010', 'A011'])
  expect(proposeNumbers({ prefix: '', start: 99, digits: 2 }, 2)).toEqual(['99', '100'])
})

test('empty, malformed and repeated numbers have a problem, and the others have none', () => {
  const [twice, empty, format] = ['device.numberTwice', 'device.noRequired', 'device.noFormat']
  expect(problemsOf(['A1', 'A2', 'A1', '', '', 'a1', 'A-1'])).toEqual([
    ...[twice, undefined, twice],
    ...[empty, empty, undefined, format],
  ])
})

test('proposals continue after the last number with the prefix', () => {
  const scheme = { prefix: 'A', start: 1, digits: 4 }
  expect(schemeAfter(scheme, 'A0099')).toEqual({ prefix: 'A', start: 100, digits: 4 })
  expect(schemeAfter(scheme, undefined)).toEqual(scheme)
  expect(schemeAfter(scheme, 'AB12')).toEqual(scheme)
  expect(schemeAfter(scheme, 'B0001')).toEqual(scheme)
})
