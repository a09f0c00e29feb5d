import type { Department } from '@fleetdeck/contract/departments'
import { DepartmentId } from '@fleetdeck/contract/ids'
import { expect, test } from 'vitest'
import { keysWithChildren, treeRows } from './tree-rows.ts'

const row = (id: number, parentId: number | null, deptName: string, status = 0): Department => ({
  id: DepartmentId.parse(id),
  parentId: DepartmentId.nullable().parse(parentId),
  deptName,
  status,
  orderNum: 0,
  leader: '',
  phone: '',
  email: '',
  userCount: 0,
  createdAt: '',
})
const rows = [row(1, null, 'Head'), row(2, 1, 'Lab'), row(3, 2, 'Cameras', 1), row(9, 8, 'Orphan')]
const names = (found: ReturnType<typeof treeRows>): string[] =>
  found.flatMap((one) => [one.deptName, ...names(one.children ?? [])])

test('rows without a visible parent become roots', () => {
  expect(treeRows(rows, { name: '', status: undefined }).map((one) => one.id)).toEqual([1, 9])
  expect(keysWithChildren(treeRows(rows, { name: '', status: undefined }))).toEqual([1, 2])
})

test('filters keep matching rows and their ancestors', () => {
  expect(names(treeRows(rows, { name: 'cam', status: undefined }))).toEqual(['Head', 'Lab', 'Cameras'])
  expect(names(treeRows(rows, { name: '', status: '1' }))).toEqual(['Head', 'Lab', 'Cameras'])
  expect(treeRows(rows, { name: 'x', status: undefined })).toEqual([])
})
