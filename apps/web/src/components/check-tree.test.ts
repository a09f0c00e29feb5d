import { expect, test } from 'vitest'
import { allKeys, type CheckNode, leavesOf, linkedState, matching } from './check-tree.ts'

const node = (id: number, ...children: CheckNode[]): CheckNode => ({ id, label: `node ${id}`, children })
const tree = [node(1, node(2, node(3), node(4)), node(5))]

test('a linked tree is opened by its leaves, and shows the same as was sent', () => {
  const sent = [1, 2, 3]
  expect(leavesOf(tree, sent)).toEqual([3])
  expect(linkedState(tree, leavesOf(tree, sent))).toEqual({ checked: [3], half: [2, 1] })
  expect(linkedState(tree, [3, 4, 5])).toEqual({ checked: [3, 4, 2, 5, 1], half: [] })
})

test('a search shows what matches and the way to it', () => {
  const shown = matching(tree, 'NODE 4', ({ label }) => label)
  expect(allKeys(shown)).toEqual([1, 2, 4])
  expect(matching(tree, 'node 2', ({ label }) => label)[0]?.children[0]?.children).toHaveLength(2)
  expect(matching(tree, ' ', ({ label }) => label)).toBe(tree)
})
