import { expect, test } from 'vitest'
import { decoded } from './decoded.ts'

test.each([
  ['Chess%20Club.apk', 'Chess Club.apk'],
  ['%E4%BB%B7', '价'],
  ['100%', '100%'],
  ['%E4%zz', '%E4%zz'],
])('the part %s of an address is read as %s', (part, read) => {
  expect(decoded(part)).toBe(read)
})
