import { expect, test } from 'vitest'
import { filledValues, withRemovals } from './setting-values.ts'

test('empty values are omitted, and numbers become texts', () => {
  expect(filledValues({ a: 5, b: '', c: null, d: undefined, e: '0' })).toEqual({ a: '5', e: '0' })
})

test('cleared values are removed', () => {
  expect(withRemovals({ a: '1', b: '' }, { b: '2', c: '3' })).toEqual({ a: '1', b: null, c: null })
})
