import type { TableColumnType } from 'antd'
import type { Translate } from '../../ground/language.ts'
import styles from '../crud.module.css'
import type { RowAction } from '../crud-contract.ts'
import { RowActions } from './RowActions.tsx'

/** The last column of a table, always visible: the actions of each row. */
export const actionColumn = <Row,>(
  t: Translate,
  actionsOf: (row: Row) => readonly RowAction[],
): TableColumnType<Row> => ({
  key: 'actions',
  title: t('table.actions'),
  fixed: 'end',
  width: 1,
  className: styles.actionCell ?? '',
  render: (_, row) => <RowActions actions={actionsOf(row)} />,
})
