import { expect, test } from 'vitest'
import { proposeNumbers, repeatedNumbers } from './assign-numbers.ts'

test('numbers count on from the first one, padded with zeros', () => {
  expect(proposeNumbers({ prefix: 'A', start: 9, digits: 3 }, 3)).toEqual(['A009', 'A010', 'A011'])
  expect(proposeNumbers({ prefix: '', start: 99, digits: 2 }, 2)).toEqual(['99', '100'])
})

test('numbers that stand there twice are found, empty ones are not numbers', () => {
  expect([...repeatedNumbers(['A1', 'A2', 'A1', '', '', 'a1'])]).toEqual(['A1'])
})
