import { Checkbox, Flex, Input, Tree } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useText } from '../ground/language.ts'
import {
  afterTick,
  allKeys,
  type Checked,
  type CheckNode,
  checkedLeaves,
  linkedState,
  matching,
} from './check-tree.ts'

interface CheckTreeProps<Node extends CheckNode> {
  id?: string
  nodes: Node[]
  titleOf: (node: Node) => ReactNode
  /** The text that a search compares. */
  searchText: (node: Node) => string
  value?: Checked
  onChange?: (value: Checked) => void
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
  const { nodes, titleOf, searchText, value = { checked: [], half: [] }, onChange, isLinked, onLink } = props
  const keys = useMemo(() => allKeys(nodes), [nodes])
  const [expanded, setExpanded] = useState<number[]>(() => (props.opensAtFirst ? allKeys(nodes) : []))
  const [search, setSearch] = useState('')
  const shown = useMemo(() => matching(nodes, search, searchText), [nodes, search, searchText])
  const isAll = value.checked.length === keys.length && keys.length > 0
  const notify = (next: Checked) => onChange?.(next)
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
          indeterminate={!isAll && value.checked.length > 0}
          onChange={(event) => notify({ checked: event.target.checked ? keys : [], half: [] })}
        >
          {t('role.selectAll')}
        </Checkbox>
        <Checkbox
          checked={isLinked}
          onChange={(event) => {
            if (event.target.checked) notify(linkedState(nodes, checkedLeaves(nodes, value.checked)))
            onLink(event.target.checked)
          }}
        >
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
        // The tree only knows the nodes that match a search: linked selection is computed here.
        checkStrictly
        checkedKeys={{ checked: value.checked, halfChecked: value.half }}
        expandedKeys={search ? allKeys(shown) : expanded}
        onExpand={(open) => setExpanded(open.map(Number))}
        onCheck={(_keys, { node: { node }, checked: isOn }) =>
          notify(afterTick(nodes, value, { node, isOn, isLinked }))
        }
      />
    </div>
  )
}
