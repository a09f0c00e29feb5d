import type { AnyNode } from 'acorn'

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** The nodes directly below a node of a parsed script. */
export function* childrenOf(node: AnyNode): Iterable<AnyNode> {
  for (const value of Object.values(node)) {
    if (isNode(value)) yield value
    else if (Array.isArray(value)) yield* value.filter(isNode)
  }
}

/** A node and all below it, without recursion: scripts may be nested deeply. */
export function* nodesIn(root: AnyNode): Iterable<AnyNode> {
  const open = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    yield node
    open.push(...childrenOf(node))
  }
}
