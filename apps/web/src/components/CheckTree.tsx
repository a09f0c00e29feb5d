import { Checkbox, Flex, Input, Tree } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useText } from '../ground/language.ts'
import { afterTick, allKeys, type CheckNode, halfTicked, matching } from './check-tree.ts'

interface CheckTreeProps<Node extends CheckNode> {
  id?: string
  nodes: Node[]
  titleOf: (node: Node) => ReactNode
  /** The text that a search compares. */
  searchText: (node: Node) => string
  /** The ticked ids; those that are not in the tree stay in it. */
  value?: number[]
  onChange?: (value: number[]) => void
  isLinked: boolean
  onLink: (isLinked: boolean) => void
  opensAtFirst?: boolean
}

const heightPx = 320

/** A node in antd's tree format. */
interface Shown<Node> {
  key: number
  node: Node
  children: Shown<Node>[]
}
const keyed = <Node extends CheckNode>(nodes: readonly Node[]): Shown<Node>[] =>
  nodes.map((node) => ({ key: node.id, node, children: keyed(node.children as Node[]) }))

/** A tree with checkboxes, with expand, select all, and whether parents and children are linked (spec §6). */
export function CheckTree<Node extends CheckNode>(props: CheckTreeProps<Node>) {
  const t = useText()
  const { nodes, titleOf, searchText, value = [], onChange, isLinked, onLink } = props
  const keys = useMemo(() => allKeys(nodes), [nodes])
  const half = useMemo(() => halfTicked(nodes, value), [nodes, value])
  const [expanded, setExpanded] = useState<number[]>(() => (props.opensAtFirst ? allKeys(nodes) : []))
  const [search, setSearch] = useState('')
  const shown = useMemo(() => matching(nodes, search, searchText), [nodes, search, searchText])
  const shownKeys = useMemo(() => allKeys(shown), [shown])
  const isAll = shownKeys.length > 0 && shownKeys.every((key) => value.includes(key))
  const others = value.filter((key) => !shownKeys.includes(key))
  return (
    <div id={props.id}>
      <Flex wrap gap="4px 16px" align="center" style={{ marginBottom: 8 }}>
        <Checkbox
          checked={expanded.length > 0}
          onChange={(event) => setExpanded(event.target.checked ? keys : [])}
        >
          {t('role.expand')}
        </Checkbox>
        <Checkbox
          checked={isAll}
          indeterminate={!isAll && others.length < value.length}
          onChange={(event) => onChange?.(event.target.checked ? [...others, ...shownKeys] : others)}
        >
          {t('role.selectAll')}
        </Checkbox>
        <Checkbox checked={isLinked} onChange={(event) => onLink(event.target.checked)}>
          {t('role.linked')}
        </Checkbox>
      </Flex>
      <Input
        allowClear
        value={search}
        placeholder={t('table.search')}
        aria-label={t('table.search')}
        onChange={(event) => setSearch(event.target.value)}
        style={{ marginBottom: 8 }}
      />
      <Tree<Shown<Node>>
        checkable
        blockNode
        selectable={false}
        height={heightPx}
        treeData={keyed(shown)}
        titleRender={({ node }) => titleOf(node)}
        // Ticking is computed here: the tree knows neither the nodes that a search hides, nor which ids are stored.
        checkStrictly
        checkedKeys={{ checked: value, halfChecked: half }}
        expandedKeys={search ? shownKeys : expanded}
        onExpand={(open) => setExpanded(open.map(Number))}
        onCheck={(_keys, { node: { node }, checked: isOn }) =>
          onChange?.(afterTick(value, { node, isOn, isLinked }))
        }
      />
    </div>
  )
}
