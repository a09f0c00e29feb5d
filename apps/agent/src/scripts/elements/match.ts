import { elementFlags, type TreeElement } from '../../drivers/device-driver.ts'
import type { Pattern } from './patterns.ts'
import type { Condition } from './selector.ts'

/** An element of a tree, which knows the elements around and within it. */
export interface TreeNode extends TreeElement {
  /** Its place in the tree. */
  place: number
  parent: TreeNode | undefined
  children: TreeNode[]
}

export function linkTree(tree: readonly TreeElement[]): TreeNode[] {
  const nodes: TreeNode[] = []
  const line: TreeNode[] = []
  for (const element of tree) {
    while (line.length && (line.at(-1)?.depth ?? 0) >= element.depth) line.pop()
    const parent = line.at(-1)
    const node: TreeNode = { ...element, place: nodes.length, parent, children: [] }
    parent?.children.push(node)
    nodes.push(node)
    line.push(node)
  }
  return nodes
}

/** Whether a text contains an expression; both were searched before. */
export type IsFound = (pattern: Pattern, text: string) => boolean

/** All expressions of a selector. */
export function patternsIn(selector: Condition): Pattern[] {
  const { text, textMatches, desc, descMatches, parent, child, near } = selector
  const own = [text, textMatches, desc, descMatches].filter((value) => typeof value === 'object')
  return [...own, ...[parent, child, near].flatMap((other) => (other ? patternsIn(other) : []))]
}

/** The matching elements in the order of the tree, or the nearest first. */
export function matchAll(nodes: readonly TreeNode[], selector: Condition, isFound: IsFound): TreeNode[] {
  const { parent, child, near, direction, index, instance } = selector
  let found = nodes.filter((node) => fits(node, selector, isFound))
  if (parent) {
    const within = elementsWithin(nodes, new Set(matchAll(nodes, parent, isFound)))
    found = found.filter((node) => within.has(node))
  }
  if (child) {
    const around = elementsAround(matchAll(nodes, child, isFound))
    found = found.filter((node) => around.has(node))
  }
  if (near) found = nearestTo(matchAll(nodes, near, isFound)[0], found, direction)
  const which = index ?? instance
  if (which === undefined) return found
  const one = found.at(which)
  return one ? [one] : []
}

/** Compared as they are. */
const plain = [...elementFlags, 'depth', 'package'] as const

function fits(node: TreeNode, selector: Condition, isFound: IsFound): boolean {
  const { id, className, bounds } = selector
  return (
    plain.every((name) => selector[name] === undefined || node[name] === selector[name]) &&
    (id === undefined || isNamed(node.id, id, '/')) &&
    (className === undefined || isNamed(node.type, className, '.')) &&
    (!bounds || isInside(node, bounds)) &&
    hasText(node, selector, isFound) &&
    hasDescription(node, selector, isFound)
  )
}

function hasText({ text, desc }: TreeNode, selector: Condition, isFound: IsFound): boolean {
  const { words, textContains, textStartsWith, textMatches } = selector
  return (
    (words === undefined || text.includes(words) || desc.includes(words)) &&
    isText(text, selector.text, isFound) &&
    (textContains === undefined || text.includes(textContains)) &&
    (textStartsWith === undefined || text.startsWith(textStartsWith)) &&
    (!textMatches || isFound(textMatches, text))
  )
}

function hasDescription({ desc }: TreeNode, selector: Condition, isFound: IsFound): boolean {
  const { descContains, descMatches } = selector
  return (
    isText(desc, selector.desc, isFound) &&
    (descContains === undefined || desc.includes(descContains)) &&
    (!descMatches || isFound(descMatches, desc))
  )
}

const isText = (text: string, wanted: string | Pattern | undefined, isFound: IsFound) =>
  wanted === undefined || (typeof wanted === 'string' ? text === wanted : isFound(wanted, text))

const isNamed = (name: string, wanted: string, separator: string) =>
  name !== '' && (name === wanted || name.endsWith(`${separator}${wanted}`))

interface Place {
  x: number
  y: number
  width: number
  height: number
}

const isInside = (inner: Place, outer: Place) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

/** At any depth; each element is visited once, however deep the tree is. */
function elementsAround(inner: readonly TreeNode[]): Set<TreeNode> {
  const around = new Set<TreeNode>()
  for (const node of inner) for (let at = node.parent; at && !around.has(at); at = at.parent) around.add(at)
  return around
}

/** In the order of the tree, in which parents come first. */
function elementsWithin(nodes: readonly TreeNode[], outer: ReadonlySet<TreeNode>): Set<TreeNode> {
  const within = new Set<TreeNode>()
  for (const node of nodes)
    if (node.parent && (outer.has(node.parent) || within.has(node.parent))) within.add(node)
  return within
}

/** Without the element itself, and those around it. */
function nearestTo(
  anchor: TreeNode | undefined,
  found: TreeNode[],
  direction: Condition['direction'],
): TreeNode[] {
  if (!anchor) return []
  const around = elementsAround([anchor]).add(anchor)
  const isOnSide = (node: Place) =>
    (direction !== 'left' || node.x + node.width <= anchor.x) &&
    (direction !== 'right' || node.x >= anchor.x + anchor.width) &&
    (direction !== 'above' || node.y + node.height <= anchor.y) &&
    (direction !== 'below' || node.y >= anchor.y + anchor.height)
  return found
    .filter((node) => !around.has(node) && isOnSide(node))
    .map((node) => ({ node, distance: distanceOf(node, anchor) }))
    .sort((one, other) => one.distance - other.distance)
    .map(({ node }) => node)
}

/** Between the edges; of those that touch, between the centres. */
function distanceOf(one: Place, other: Place): number {
  const gap = (from: number, size: number, start: number, length: number) =>
    Math.max(0, start - (from + size), from - (start + length))
  const edges = Math.hypot(
    gap(one.x, one.width, other.x, other.width),
    gap(one.y, one.height, other.y, other.height),
  )
  const centres = Math.hypot(
    one.x + one.width / 2 - other.x - other.width / 2,
    one.y + one.height / 2 - other.y - other.height / 2,
  )
  return edges + centres / 1e6
}
