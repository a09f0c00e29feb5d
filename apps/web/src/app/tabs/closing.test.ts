import { expect, test } from 'vitest'
import { type CloseKind, tabsAfter } from './closing.ts'

const tabs = ['home', 'a', 'b', 'c'].map((path) => ({ path, affix: path === 'home' }))

test.each<[CloseKind, string[]]>([
  ['this', ['home', 'a', 'c']],
  ['others', ['home', 'b']],
  ['left', ['home', 'b', 'c']],
  ['right', ['home', 'a', 'b']],
  ['all', ['home']],
])('closing %s of b keeps the affixed tab', (kind, remaining) => {
  expect(tabsAfter(tabs, 'b', kind).map((tab) => tab.path)).toEqual(remaining)
})

test('an affixed tab cannot be closed', () => {
  expect(tabsAfter(tabs, 'home', 'this')).toHaveLength(4)
})
