import type { TableColumnType } from 'antd'
import { memo, type RefObject, useLayoutEffect, useRef } from 'react'
import { useText } from '../../ground/language.ts'
import styles from '../crud.module.css'
import type { RowAction } from '../crud-contract.ts'
import { RowActions } from './RowActions.tsx'

type ActionsOf<Row> = (row: Row) => readonly RowAction[]

interface ActionCellProps {
  row: unknown
  actions: readonly RowAction[]
  /** As of the last rendering of the table, for what is run. */
  latest: RefObject<ActionsOf<unknown>>
}

const look = ({ key, label, isDanger }: RowAction) => `${key} ${label} ${isDanger ?? false}`

/** Drawn again when a row or what it offers changes, not with every rendering of the table. */
const ActionCell = memo(
  ({ row, actions, latest }: ActionCellProps) => (
    <RowActions
      actions={actions.map((action) => ({
        ...action,
        run: () =>
          latest
            .current(row)
            .find(({ key }) => key === action.key)
            ?.run(),
      }))}
    />
  ),
  (before, now) =>
    before.row === now.row && before.actions.map(look).join('\n') === now.actions.map(look).join('\n'),
)

/** The last column of a table, always visible: the actions of each row. */
export function useActionColumn<Row>(actionsOf: ActionsOf<Row>): TableColumnType<Row> {
  const t = useText()
  const latest = useRef(actionsOf)
  useLayoutEffect(() => {
    latest.current = actionsOf
  })
  return {
    key: 'actions',
    title: t('table.actions'),
    fixed: 'end',
    width: 1,
    className: styles.actionCell ?? '',
    render: (_, row) => (
      <ActionCell row={row} actions={actionsOf(row)} latest={latest as RefObject<ActionsOf<unknown>>} />
    ),
  }
}
