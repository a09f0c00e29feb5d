import { expect, test } from 'vitest'
import { type ElementNode, elementAt, elementNodes } from './element-tree.ts'

const element = (depth: number, x = 0, size = 100) => ({
  ...{ depth, type: '', id: '', text: '', y: 0 },
  ...{ x, width: size, height: size },
})
const shape = (nodes: ElementNode[]): unknown[] =>
  nodes.map(({ key, children }) => (children.length ? [key, ...shape(children)] : key))

test('elements become a tree by their depths, also where one is missing', () => {
  expect(shape(elementNodes([0, 1, 2, 1, 3, 0].map((depth) => element(depth))))).toEqual([
    [0, [1, 2], [3, 4]],
    5,
  ])
  expect(elementNodes([])).toEqual([])
})

test('the smallest element at a point is found, of equal ones the upper one', () => {
  const list = [element(0), element(1, 20, 30), element(2, 20, 30), element(1, 60, 30)]
  expect(elementAt(list, 25, 10)).toBe(2)
  expect(elementAt(list, 5, 5)).toBe(0)
  expect(elementAt(list, 200, 5)).toBeUndefined()
})
