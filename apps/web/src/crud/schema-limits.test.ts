import { expect, test } from 'vitest'
import { z } from 'zod'
import { numberLimits, textLimit } from './schema-limits.ts'

test('a text box is as long as its check allows, also where the text may be missing', () => {
  expect(textLimit(z.string().trim().min(1).max(50))).toBe(50)
  expect(textLimit(z.string().max(500).default(''))).toBe(500)
  expect(textLimit(z.string().max(64).optional())).toBe(64)
  expect(textLimit(z.string())).toBeUndefined()
  expect(textLimit(z.enum(['0', '1']))).toBeUndefined()
  expect(textLimit(undefined)).toBeUndefined()
})

test('a number box has the least and the greatest of its check', () => {
  expect(numberLimits(z.int().min(0).max(9999))).toEqual({ min: 0, max: 9999 })
  expect(numberLimits(z.int().min(1).max(60).nullish())).toEqual({ min: 1, max: 60 })
  expect(numberLimits(z.string())).toEqual({})
})
