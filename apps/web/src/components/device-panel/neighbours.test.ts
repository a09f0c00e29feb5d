import { expect, test } from 'vitest'
import { neighbourOf } from './neighbours.ts'

const order = ['A1', 'A2', 'A3', 'A4']

test('the neighbours of a phone follow the order of the list, and end with it', () => {
  expect(neighbourOf(order, 'A2', 1)).toBe('A3')
  expect(neighbourOf(order, 'A2', -1)).toBe('A1')
  expect(neighbourOf(order, 'A1', -1)).toBeUndefined()
  expect(neighbourOf(order, 'A4', 1)).toBeUndefined()
})

test('a phone that is shown already is no neighbour', () => {
  expect(neighbourOf(order, 'A1', 1, ['A1', 'A2', 'A3'])).toBe('A4')
  expect(neighbourOf(order, 'A3', 1, ['A3', 'A4'])).toBeUndefined()
})

test('a phone that the list no longer contains has no neighbours', () => {
  expect(neighbourOf(order, 'B1', 1)).toBeUndefined()
})
