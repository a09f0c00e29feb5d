import { expect, test } from 'vitest'
import { byteText } from './byte-text.ts'

test('bytes are shown in B, KB, MB or GB with two decimals', () => {
  expect(byteText(0)).toBe('0.00\u2009B')
  expect(byteText(1023)).toBe('1,023.00\u2009B')
  expect(byteText(1536)).toBe('1.50\u2009KB')
  expect(byteText(5 * 1024 ** 2)).toBe('5.00\u2009MB')
  expect(byteText(3000 * 1024 ** 3)).toBe('3,000.00\u2009GB')
})
