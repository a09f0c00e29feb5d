import { expect, test } from 'vitest'
import { awayReason } from './database-away.ts'

const failed = (message: string, code?: string) => Object.assign(new Error(message), { code })

test('a database that cannot write its own files counts as temporarily unavailable, whatever code it gives', () => {
  const cause = failed('could not write init file', 'XX000')
  expect(awayReason(new Error('Failed query', { cause }))).toBe('silent')
  expect(awayReason(failed('could not extend file "base/1/2": No space left on device', '53100'))).toBe(
    'full',
  )
})

test('a failure of a statement itself is none of the database', () => {
  expect(awayReason(failed('cache lookup failed for type 1', 'XX000'))).toBeUndefined()
  expect(awayReason(failed('duplicate key value violates unique constraint', '23505'))).toBeUndefined()
})
