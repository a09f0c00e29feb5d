import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterTick, allKeys, type CheckNode, halfTicked, matching } from './check-tree.ts'

const node = (id: number, ...children: CheckNode[]): CheckNode => ({ id, label: `node ${id}`, children })
const tree = [node(1, node(2, node(3), node(4)), node(5))]
const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b)

/** A tree of these ids: each is below one that comes before it in the list, or a root. */
const anyTree = fc
  .uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 30 })
  .chain((ids) =>
    fc.tuple(fc.constant(ids), fc.array(fc.nat(), { minLength: ids.length, maxLength: ids.length })),
  )
  .map(([ids, places]) => {
    const roots: CheckNode[] = []
    const made: CheckNode[] = []
    for (const [index, id] of ids.entries()) {
      const parent = made[(places[index] ?? 0) % (made.length + 1)]
      const one = node(id)
      ;(parent?.children ?? roots).push(one)
      made.push(one)
    }
    return roots
  })
const anyGrants = fc.uniqueArray(fc.integer({ min: 1, max: 80 }))
/** Clicks on nodes of the shown tree, by position. */
const anyClicks = fc.array(fc.record({ at: fc.nat(), isLinked: fc.boolean() }))

const flat = (nodes: readonly CheckNode[]): CheckNode[] =>
  nodes.flatMap((each) => [each, ...flat(each.children)])

test('showing grants in any tree changes none of them, and half-ticked nodes are not granted', () => {
  fc.assert(
    fc.property(anyTree, anyGrants, (nodes, grants) => {
      const before = [...grants]
      const half = halfTicked(nodes, grants)
      expect(grants).toEqual(before)
      expect(half.filter((id) => grants.includes(id))).toEqual([])
    }),
  )
})

test('ticking and unticking one node of any tree changes no grant outside its branch', () => {
  fc.assert(
    fc.property(anyTree, anyGrants, anyClicks, (nodes, grants, clicks) => {
      const shown = flat(nodes)
      let ticked: number[] = grants
      const touched = new Set<number>()
      for (const { at, ...linking } of clicks) {
        const clicked = shown[at % shown.length]
        if (!clicked) return
        const isOn = !ticked.includes(clicked.id)
        ticked = afterTick(ticked, { node: clicked, isOn, ...linking })
        expect(ticked.includes(clicked.id)).toBe(isOn)
        for (const id of allKeys([clicked])) touched.add(id)
      }
      const rest = (ids: readonly number[]) => sorted(ids.filter((id) => !touched.has(id)))
      expect(rest(ticked)).toEqual(rest(grants))
      expect(new Set(ticked).size).toBe(ticked.length)
    }),
  )
})

test('a linked click follows to descendants, never to ancestors', () => {
  const click = (id: number, isOn: boolean, ticked: number[]) =>
    sorted(
      afterTick(ticked, {
        node: flat(tree).find((each) => each.id === id) as CheckNode,
        isOn,
        isLinked: true,
      }),
    )
  expect(click(2, true, [])).toEqual([2, 3, 4])
  expect(click(3, true, [99])).toEqual([3, 99])
  expect(click(2, false, [1, 2, 3, 4, 5])).toEqual([1, 5])
  expect(halfTicked(tree, [3])).toEqual([2, 1])
  expect(halfTicked(tree, [1, 3])).toEqual([2])
})

test('a search shows matching nodes and their ancestors', () => {
  const shown = matching(tree, 'NODE 4', ({ label }) => label)
  expect(allKeys(shown)).toEqual([1, 2, 4])
  expect(matching(tree, 'node 2', ({ label }) => label)[0]?.children[0]?.children).toHaveLength(2)
  expect(matching(tree, ' ', ({ label }) => label)).toBe(tree)
})

test('ticking during a search leaves nodes that it hides as they are', () => {
  const [inView] = matching(tree, 'node 4', ({ label }) => label) as [CheckNode]
  const linked = { node: inView, isLinked: true }
  expect(sorted(afterTick([5], { ...linked, isOn: true }))).toEqual([1, 2, 4, 5])
  expect(sorted(afterTick([1, 2, 3, 4, 5], { ...linked, isOn: false }))).toEqual([3, 5])
})

test('a tree that is not linked only ticks the clicked node', () => {
  expect(afterTick([3], { node: node(2, node(3)), isOn: true, isLinked: false })).toEqual([3, 2])
  expect(afterTick([2, 3], { node: node(2, node(3)), isOn: false, isLinked: false })).toEqual([3])
})
