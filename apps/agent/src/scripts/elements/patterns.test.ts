import { expect, test } from 'vitest'
import { Patterns, SlowPattern } from './patterns.ts'

test('an expression is searched outside the event loop, which one that never ends does not block', async () => {
  const patterns = new Patterns()
  expect(await patterns.search({ source: '^b', flags: 'gi' }, ['Buy', 'sell', 'bb', 'Buy'])).toEqual(
    new Set(['Buy', 'bb']),
  )
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  }, 10)
  const endless = patterns.search({ source: '^(a+)+$', flags: '' }, [`${'a'.repeat(60)}!`])
  const next = patterns.search({ source: 'x', flags: '' }, ['x', 'y'])
  await expect(endless).rejects.toThrow(SlowPattern)
  clearInterval(counting)
  expect(turns).toBeGreaterThan(10)
  expect(await next).toEqual(new Set(['x']))
})

test('an incorrect expression is refused with the reason', async () => {
  await expect(new Patterns().search({ source: '(', flags: '' }, ['x'])).rejects.toThrow('Unterminated group')
})
