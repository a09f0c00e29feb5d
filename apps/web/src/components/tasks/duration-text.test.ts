import { beforeAll, expect, test } from 'vitest'
import { useLanguage } from '../../ground/language.ts'
import { durationText } from './duration-text.ts'

beforeAll(() => useLanguage.setState({ language: 'en' }))

test.each([
  [0, '0 ms'],
  [42.4, '42 ms'],
  [420, '0.4 sec'],
  [9_960, '10 sec'],
  [59_700, '1 min'],
  [125_000, '2 min 5 sec'],
  [3_600_000, '1 hr'],
  [90_061_000, '1 day 1 hr'],
])('%i ms is %s', (ms, text) => {
  expect(durationText(ms)).toBe(text)
})
