import type { TableColumnType } from 'antd'
import { memo } from 'react'
import { useText } from '../../ground/language.ts'
import { useLatest } from '../../ground/use-latest.ts'
import styles from '../crud.module.css'
import type { RowAction } from '../crud-contract.ts'
import { RowActions } from './RowActions.tsx'

export type ActionsOf<Row> = (row: Row) => readonly RowAction[]

/** The same actions; they run the functions of the last rendering, also in rows that were drawn before it. */
export function useLatestActions<Row>(actionsOf: ActionsOf<Row>): ActionsOf<Row> {
  const latest = useLatest(actionsOf)
  return (row) =>
    actionsOf(row).map((action) => ({
      ...action,
      run: () =>
        latest
          .current(row)
          .find(({ key }) => key === action.key)
          ?.run(),
    }))
}

const look = (actions: readonly RowAction[]) =>
  actions.map(({ key, label, isDanger }) => `${key} ${label} ${isDanger ?? false}`).join('\n')

/** Whether these rows offer the same actions, so that none is to be drawn again. */
export const offersSame = <Row,>(
  rows: readonly Row[],
  before: ActionsOf<Row>,
  now: ActionsOf<Row>,
): boolean => rows.every((row) => look(before(row)) === look(now(row)))

/** Drawn again when a row or what it offers changes, not with every rendering of the table. */
const ActionCell = memo(
  ({ actions }: { row: unknown; actions: readonly RowAction[] }) => <RowActions actions={actions} />,
  (before, now) => before.row === now.row && look(before.actions) === look(now.actions),
)

/**
 * The last column of a table, always visible: the actions of each row.
 * @param actionsOf from useLatestActions
 */
export function useActionColumn<Row>(actionsOf: ActionsOf<Row>): TableColumnType<Row> {
  const t = useText()
  return {
    key: 'actions',
    title: t('table.actions'),
    fixed: 'end',
    width: 1,
    className: styles.actionCell ?? '',
    render: (_, row) => <ActionCell row={row} actions={actionsOf(row)} />,
  }
}
