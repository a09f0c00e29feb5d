import { DownOutlined, RightOutlined } from '@ant-design/icons'
import type { MenuNode } from '@fleetdeck/contract/roles'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { Button, Checkbox, Empty, Flex, Input, Tag, Typography } from 'antd'
import { type CSSProperties, memo, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useText } from '../../ground/language.ts'
import { useStickyOffset } from '../../ground/theme/sticky-offset.ts'
import { type Column, columns, type GrantGroup, type GrantRow, grantTable } from './grant-table.ts'
import { afterTicks, placesOf } from './grant-ticks.ts'
import styles from './menu-matrix.module.css'
import { nodeLabel } from './node-label.ts'
import { TickBox } from './TickBox.tsx'

interface MenuMatrixProps {
  nodes: MenuNode[]
  /** Nodes that were added after the grants were last saved. */
  newIds: readonly number[]
  /** The granted ids, also those that are not in the tree. */
  value: ReadonlySet<number>
  onChange: (change: (before: ReadonlySet<number>) => ReadonlySet<number>) => void
  isLinked: boolean
  onLink: (isLinked: boolean) => void
}

type OnTick = (ids: readonly number[], isOn: boolean) => void

const columnTexts: Record<Column, TextKey> = {
  add: 'role.columnAdd',
  edit: 'role.columnEdit',
  delete: 'role.columnDelete',
  export: 'role.columnExport',
}

interface BulkBoxProps {
  ids: readonly number[]
  /** The granted ones. */
  tickedCount: number
  /** How many count: a directory means nothing on its own. */
  total?: number
  label: string
  /** Not shown where the text next to it says the same. */
  isLabelHidden?: boolean
  onTick: OnTick
}

/** One box for several grants. */
function BulkBox({
  ids,
  tickedCount,
  total = ids.length,
  label,
  isLabelHidden = false,
  onTick,
}: BulkBoxProps) {
  const isAll = total > 0 && tickedCount === total
  return (
    <TickBox
      className={styles.bulk}
      isTicked={isAll}
      isHalf={!isAll && tickedCount > 0}
      disabled={ids.length === 0}
      spoken={label}
      onTick={(isOn) => onTick(ids, isOn)}
    >
      {!isLabelHidden && label}
    </TickBox>
  )
}

interface GrantBoxProps {
  node: MenuNode
  label: string
  /** The name for screen readers: a column's heading is not enough. */
  spoken: string
  isTicked: boolean
  isNew: boolean
  onTick: OnTick
}

function GrantBox({ node, label, spoken, isTicked, isNew, onTick }: GrantBoxProps) {
  const t = useText()
  return (
    <TickBox
      className={styles.grant}
      isTicked={isTicked}
      hint={node.permission}
      spoken={spoken}
      onTick={(isOn) => onTick([node.id], isOn)}
    >
      <span className={styles.grantLabel}>{label}</span>
      {isNew && (
        <Tag color="blue" className={styles.newTag}>
          {t('role.newMark')}
        </Tag>
      )}
    </TickBox>
  )
}

interface RowProps {
  row: GrantRow
  /** The granted ids of the row, as a text: rows are rendered again only when theirs change. */
  tickedIds: string
  newIds: string
  onTick: OnTick
}

const idsIn = (ids: readonly number[], among: ReadonlySet<number>) => ids.filter((id) => among.has(id))
const textOf = (ids: readonly number[], among: ReadonlySet<number>) => idsIn(ids, among).join(',')
const setOf = (text: string) => new Set(text.split(',').map(Number))

const MatrixRow = memo(function MatrixRow({ row, tickedIds, newIds, onTick }: RowProps) {
  const t = useText()
  const ticked = setOf(tickedIds)
  const isNew = setOf(newIds)
  const { page, cells, more, ids, isPageShown } = row
  const name = nodeLabel(page)
  const box = (node: MenuNode, label = nodeLabel(node), spoken = label) => (
    <GrantBox
      key={node.id}
      node={node}
      label={label}
      spoken={spoken}
      isTicked={ticked.has(node.id)}
      isNew={isNew.has(node.id)}
      onTick={onTick}
    />
  )
  return (
    <tr>
      <th scope="row" className={styles.page}>
        <Flex gap={8} align="center">
          <BulkBox
            ids={ids}
            tickedCount={idsIn(ids, ticked).length}
            label={t('role.wholePage', { name })}
            isLabelHidden
            onTick={onTick}
          />
          <span title={page.permission}>{name}</span>
        </Flex>
      </th>
      <td>{isPageShown && box(page, t('role.columnView'), t('role.viewOf', { name }))}</td>
      {columns.map((column) => {
        const button = cells[column]
        return <td key={column}>{button && box(button)}</td>
      })}
      <td className={styles.more}>{more.map((button) => box(button))}</td>
    </tr>
  )
})

interface GroupProps {
  group: GrantGroup
  /** How many of its rows are drawn. */
  drawn: number
  tickedIds: string
  newIds: string
  isOpen: boolean
  onOpen: (group: GrantGroup, isOpen: boolean) => void
  onTick: OnTick
}

const MatrixGroup = memo(function MatrixGroup(props: GroupProps) {
  const { group, drawn, tickedIds, newIds, isOpen, onOpen, onTick } = props
  const t = useText()
  const ticked = setOf(tickedIds)
  const isNew = setOf(newIds)
  const name = group.labels.join(' / ') || t('role.withoutDirectory')
  const rowIds = group.rows.flatMap(({ ids }) => ids)
  const grants = rowIds.length ? rowIds : group.ids
  const tickedCount = idsIn(grants, ticked).length
  return (
    <tbody>
      <tr className={styles.group}>
        <th colSpan={columns.length + 3} scope="rowgroup">
          <Flex align="center" gap={8}>
            <Button
              type="text"
              size="small"
              aria-expanded={isOpen}
              aria-label={name}
              icon={isOpen ? <DownOutlined /> : <RightOutlined />}
              onClick={() => onOpen(group, !isOpen)}
            />
            <BulkBox
              ids={group.ids}
              tickedCount={tickedCount}
              total={grants.length}
              label={name}
              onTick={onTick}
            />
            <Typography.Text type="secondary" className={styles.count}>
              {tickedCount}/{grants.length}
            </Typography.Text>
          </Flex>
        </th>
      </tr>
      {isOpen &&
        group.rows
          .slice(0, drawn)
          .map((row) => (
            <MatrixRow
              key={row.page.id}
              row={row}
              tickedIds={textOf(row.ids, ticked)}
              newIds={textOf(row.ids, isNew)}
              onTick={onTick}
            />
          ))}
    </tbody>
  )
})

const keyOf = (group: GrantGroup) => group.directory?.id ?? 0

/** About as many as fit on a screen. */
const rowsAtFirst = 16

/** The menu tree of a role or plan as a table: a row for each page, a column for each usual action (spec §6). */
export function MenuMatrix(props: MenuMatrixProps) {
  const { nodes, newIds, value, onChange, isLinked, onLink } = props
  const t = useText()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed)
  const [isOnlyNew, setOnlyNew] = useState(false)
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const places = useMemo(() => placesOf(nodes), [nodes])
  const added = useMemo(() => new Set(newIds.filter((id) => places.has(id))), [newIds, places])
  const groups = useMemo(
    () => grantTable(nodes, { labelOf: nodeLabel, search, only: isOnlyNew ? added : undefined }),
    // `t` changes with the language of the labels.
    [nodes, search, isOnlyNew, added, t],
  )
  // The visible part is drawn and can be selected before the rest is rendered.
  const drawn = useDeferredValue(Number.POSITIVE_INFINITY, rowsAtFirst)
  const onTick: OnTick = useCallback(
    (ids, isOn) => onChange((before) => afterTicks(places, before, { ids, isOn, isLinked })),
    [onChange, places, isLinked],
  )
  const onOpen = useCallback(
    (group: GrantGroup, isOpen: boolean) =>
      setClosed((before) => {
        const next = new Set(before)
        if (isOpen) next.delete(keyOf(group))
        else next.add(keyOf(group))
        return next
      }),
    [],
  )
  const rows = groups.flatMap((group) => group.rows)
  let rowsBefore = 0
  const grants = rows.flatMap(({ ids }) => ids)
  const tickedCount = idsIn(grants, value).length
  const idsOf = (column: Column) => rows.flatMap(({ cells }) => cells[column]?.id ?? [])
  const viewIds = rows.flatMap(({ isPageShown, page }) => (isPageShown ? [page.id] : []))
  const headBox = (label: string, ids: number[]) => (
    <BulkBox ids={ids} tickedCount={idsIn(ids, value).length} label={label} onTick={onTick} />
  )
  return (
    <div className={styles.frame} style={{ '--sticky-top': `${useStickyOffset()}px` } as CSSProperties}>
      <Flex wrap gap="8px 16px" align="center" className={styles.tools}>
        <Input
          allowClear
          value={typed}
          className={styles.search}
          placeholder={t('role.searchMenus')}
          aria-label={t('role.searchMenus')}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Checkbox
          checked={closed.size === 0}
          onChange={(event) => setClosed(new Set(event.target.checked ? [] : groups.map(keyOf)))}
        >
          {t('role.expand')}
        </Checkbox>
        <BulkBox
          ids={groups.flatMap(({ ids }) => ids)}
          tickedCount={tickedCount}
          total={grants.length}
          label={t('role.selectAll')}
          onTick={onTick}
        />
        <Checkbox checked={isLinked} onChange={(event) => onLink(event.target.checked)}>
          {t('role.linked')}
        </Checkbox>
        {added.size > 0 && (
          <Checkbox checked={isOnlyNew} onChange={(event) => setOnlyNew(event.target.checked)}>
            {t('role.onlyNew', { count: added.size })}
          </Checkbox>
        )}
        <Typography.Text type="secondary" className={styles.total}>
          {t('role.grantedOf', { count: tickedCount, total: grants.length })}
        </Typography.Text>
      </Flex>
      <table className={styles.table} aria-label={t('role.menus')}>
        <thead>
          <tr>
            <th scope="col" className={styles.pageColumn}>
              {t('role.columnPage')}
            </th>
            <th scope="col" className={styles.actionColumn}>
              {headBox(t('role.columnView'), viewIds)}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className={styles.actionColumn}>
                {headBox(t(columnTexts[column]), idsOf(column))}
              </th>
            ))}
            <th scope="col">{t('role.columnMore')}</th>
          </tr>
        </thead>
        {groups.map((group) => {
          const drawnHere = Math.max(0, drawn - rowsBefore)
          rowsBefore += group.rows.length
          return (
            <MatrixGroup
              key={keyOf(group)}
              group={group}
              drawn={drawnHere}
              tickedIds={textOf(group.ids, value)}
              newIds={textOf(group.ids, added)}
              isOpen={search !== '' || isOnlyNew || !closed.has(keyOf(group))}
              onOpen={onOpen}
              onTick={onTick}
            />
          )
        })}
      </table>
      {groups.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('role.noMenuFits')} />
      )}
    </div>
  )
}
