import { expect, test } from 'vitest'
import { afterTick, allKeys, type CheckNode, checkedLeaves, linkedState, matching } from './check-tree.ts'

const node = (id: number, ...children: CheckNode[]): CheckNode => ({ id, label: `node ${id}`, children })
const tree = [node(1, node(2, node(3), node(4)), node(5))]

test('a linked tree is restored from its leaves and shows the submitted state', () => {
  const sent = [1, 2, 3]
  expect(checkedLeaves(tree, sent)).toEqual([3])
  expect(linkedState(tree, checkedLeaves(tree, sent))).toEqual({ checked: [3], half: [2, 1] })
  expect(linkedState(tree, [3, 4, 5])).toEqual({ checked: [3, 4, 2, 5, 1], half: [] })
})

test('a search shows matching nodes and their ancestors', () => {
  const shown = matching(tree, 'NODE 4', ({ label }) => label)
  expect(allKeys(shown)).toEqual([1, 2, 4])
  expect(matching(tree, 'node 2', ({ label }) => label)[0]?.children[0]?.children).toHaveLength(2)
  expect(matching(tree, ' ', ({ label }) => label)).toBe(tree)
})

test('checking during a search keeps hidden nodes, and does not check parents with hidden children', () => {
  const inView = (id: number) => {
    const [found] = matching(tree, `node ${id}`, ({ label }) => label)
    return found as CheckNode
  }
  const linked = { isOn: true, isLinked: true }
  const before = linkedState(tree, [5])
  const four = { checked: [4, 5], half: [2, 1] }
  expect(afterTick(tree, before, { ...linked, node: node(4) })).toEqual(four)
  expect(afterTick(tree, before, { ...linked, node: inView(4) })).toEqual(four)
  expect(afterTick(tree, four, { node: inView(4), isOn: false, isLinked: true })).toEqual(before)
  expect(afterTick(tree, before, { ...linked, node: inView(2) }).checked).toEqual([3, 4, 2, 5, 1])
})

test('a tree that is not linked only checks the clicked node', () => {
  const value = { checked: [3], half: [2, 1] }
  expect(afterTick(tree, value, { node: node(2, node(3)), isOn: true, isLinked: false })).toEqual({
    checked: [3, 2],
    half: [1],
  })
})
