import { expect, test } from 'vitest'
import { buildBranches, buildTree, flatRows, type TreeNode } from './build-tree.ts'

interface Row {
  id: number
  parentId: number | null
  deptName: string
  status: number
}
const row = (id: number, parentId: number | null, deptName: string, status = 0): Row => ({
  id,
  parentId,
  deptName,
  status,
})
const rows = [row(1, null, 'Head'), row(2, 1, 'Lab'), row(3, 2, 'Cameras', 1), row(9, 8, 'Orphan')]
const parentOf = ({ parentId }: Row) => parentId
const names = (found: TreeNode<Row>[]): string[] =>
  found.flatMap((one) => [one.deptName, ...names(one.children ?? [])])

test('rows whose parent is not shown are at the top', () => {
  const tree = buildTree(rows, { parentOf })
  expect(tree.map((one) => one.id)).toEqual([1, 9])
  expect(buildBranches(tree)).toEqual([1, 2])
})

test('conditions keep what meets them and the way to it', () => {
  const found = (isWanted: (one: Row) => boolean) => names(buildTree(rows, { parentOf, isWanted }))
  expect(found(({ deptName }) => deptName.toLowerCase().includes('cam'))).toEqual(['Head', 'Lab', 'Cameras'])
  expect(found(({ status }) => status === 1)).toEqual(['Head', 'Lab', 'Cameras'])
  expect(found(({ deptName }) => deptName === 'Lab')).toEqual(['Head', 'Lab'])
  expect(found(() => false)).toEqual([])
})

test('a tree that is taken apart and nested again is the same', () => {
  const tree = buildTree(rows, { parentOf })
  expect(flatRows(tree)).toEqual(rows)
  expect(buildTree(flatRows(tree), { parentOf })).toEqual(tree)
})
