import type { MenuNode } from '@fleetdeck/contract/roles'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GrantGroup, grantTable } from './grant-table.ts'
import { afterTicks, placesOf } from './grant-ticks.ts'

const node = (id: number, menuType: number, permission: string, children: MenuNode[] = []): MenuNode => ({
  ...{ id: id as MenuNode['id'], menuType, permission, children },
  ...{ label: `node ${id}`, icon: '', path: '' },
})
const devices = node(2, 1, 'device/list/list', [
  node(3, 2, 'device/list/add'),
  node(4, 2, 'device/list/delete'),
  node(5, 2, 'device/list/deleteAss'),
  node(6, 2, 'system/auth/exportUser'),
])
const logs = node(8, 0, '', [node(9, 1, 'log/list')])
const tree = [node(1, 0, '', [devices, logs]), node(10, 1, 'permission/list'), node(11, 0, '')]
const places = placesOf(tree)
const labelOf = ({ label }: MenuNode) => label
const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)
const tick = (ticked: number[], ids: number[], isOn: boolean, isLinked = true) =>
  sorted(afterTicks(places, new Set(ticked), { ids, isOn, isLinked }))
const shown = (groups: GrantGroup[]) => groups.flatMap(({ ids }) => ids)

test('pages are rows below their directories, and their usual buttons have columns', () => {
  const groups = grantTable(tree, { labelOf, search: '' })
  expect(groups.map(({ labels }) => labels)).toEqual([['node 1'], ['node 1', 'node 8'], ['node 11'], []])
  const [row] = groups[0]?.rows ?? []
  expect(row?.cells).toMatchObject({ add: { id: 3 }, delete: { id: 4 }, export: { id: 6 } })
  expect(row?.more.map(({ id }) => id)).toEqual([5])
})

test('every node of any tree is in the table, once', () => {
  const anyMenu = fc.array(fc.record({ menuType: fc.constantFrom(0, 1, 2), place: fc.nat() }), {
    maxLength: 30,
  })
  fc.assert(
    fc.property(anyMenu, (rows) => {
      const roots: MenuNode[] = []
      const made: MenuNode[] = []
      for (const { menuType, place } of rows) {
        const one = node(made.length + 1, menuType, `x/${made.length}`)
        const parent = made[place % (made.length + 1)]
        ;(parent?.children ?? roots).push(one)
        made.push(one)
      }
      const ids = shown(grantTable(roots, { labelOf, search: '' }))
      expect(sorted(ids)).toEqual(made.map(({ id }) => id))
    }),
  )
})

test('a search leaves matching buttons, or all of a matching page, and grants no directory', () => {
  expect(shown(grantTable(tree, { labelOf, search: 'DELETE' }))).toEqual([4, 5])
  expect(shown(grantTable(tree, { labelOf, search: 'device/list/list' }))).toEqual([2, 3, 4, 5, 6])
  expect(shown(grantTable(tree, { labelOf, search: '', only: new Set([5, 9]) }))).toEqual([5, 9])
  expect(grantTable(tree, { labelOf, search: 'nothing' })).toEqual([])
})

test('linked, a button brings its page and directory, and a page takes its buttons with it', () => {
  expect(tick([], [5], true)).toEqual([1, 2, 5])
  expect(tick([], [9], true)).toEqual([1, 8, 9])
  expect(tick([1, 2, 3, 5, 8, 9], [2], false)).toEqual([1, 8, 9])
  expect(tick([1, 8, 9], [9], false)).toEqual([])
  expect(tick([1, 2, 3], [3], false)).toEqual([1, 2])
  expect(tick([], [5], true, false)).toEqual([5])
  expect(tick([1, 2, 5], [2], false, false)).toEqual([1, 5])
})

test('grants that are not clicked stay as they are, whatever the tree has become', () => {
  const anyIds = fc.uniqueArray(fc.integer({ min: 1, max: 40 }))
  fc.assert(
    fc.property(
      anyIds,
      fc.array(fc.tuple(fc.integer({ min: 1, max: 11 }), fc.boolean())),
      (grants, clicks) => {
        let ticked: ReadonlySet<number> = new Set(grants)
        const touched = new Set<number>()
        for (const [id, isLinked] of clicks) {
          ticked = afterTicks(places, ticked, { ids: [id], isOn: !ticked.has(id), isLinked })
          const place = places.get(id)
          for (const each of [id, ...(place?.below ?? []), ...(place?.above ?? []).map((up) => up.id)])
            touched.add(each)
        }
        const rest = (ids: Iterable<number>) => sorted(ids).filter((id) => !touched.has(id))
        expect(rest(ticked)).toEqual(rest(grants))
      },
    ),
  )
})
