import { expect, test } from 'vitest'
import { type CloseKind, tagsAfter } from './closing.ts'

const tags = ['home', 'a', 'b', 'c'].map((path) => ({ path, affix: path === 'home' }))

test.each<[CloseKind, string[]]>([
  ['this', ['home', 'a', 'c']],
  ['others', ['home', 'b']],
  ['left', ['home', 'b', 'c']],
  ['right', ['home', 'a', 'b']],
  ['all', ['home']],
])('closing %s of b keeps the affixed tab', (kind, remaining) => {
  expect(tagsAfter(tags, 'b', kind).map((tag) => tag.path)).toEqual(remaining)
})

test('an affixed tab does not close', () => {
  expect(tagsAfter(tags, 'home', 'this')).toHaveLength(4)
})
