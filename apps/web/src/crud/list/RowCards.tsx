import { Card, Select } from 'antd'
import { useContext } from 'react'
import { inBackground } from '../../api/feedback.ts'
import { openedByPointer } from '../../components/opening.ts'
import { useText } from '../../ground/language.ts'
import styles from '../crud.module.css'
import { CheckRow } from './CheckRow.tsx'
import { InfoList, toCell } from './InfoList.tsx'
import type { RowsProps } from './list-props.ts'
import { RowActions } from './RowActions.tsx'
import { SortContext } from './SortHeader.tsx'

/** Rows as cards, for screens too narrow for a table. The first column is the heading. */
export function RowCards<Row extends { id: number }>(props: RowsProps<Row>) {
  const { rows, columns, nameOf, actionsOf, opens, selection } = props
  const open = (row: Row) =>
    inBackground(
      actionsOf(row)
        .find(({ key }) => key === opens)
        ?.run(),
    )
  const [heading, ...facts] = columns.filter((column) => !column.notOnCards)
  return (
    <>
      <SortChoice {...props} />
      <div className={styles.cards}>
        {rows.map((row) => (
          <Card
            key={row.id}
            size="small"
            {...(opens && openedByPointer(() => open(row)))}
            title={heading && toCell(heading, row)}
            extra={
              selection && (
                <CheckRow
                  {...{ selection, row }}
                  name={nameOf(row)}
                  onToggle={(isSelected) => selection.set([row], isSelected)}
                />
              )
            }
          >
            <InfoList columns={facts} row={row} />
            <RowActions actions={actionsOf(row)} />
          </Card>
        ))}
      </div>
    </>
  )
}

/** Cards have no header to click on. */
function SortChoice<Row extends { id: number }>({ columns, sortable }: RowsProps<Row>) {
  const t = useText()
  const { sort, onSort } = useContext(SortContext)
  const options = columns
    .filter(({ key }) => sortable.includes(key))
    .flatMap(({ key, title }) => [
      { value: `${key} asc`, label: `${title} · ${t('table.ascending')}` },
      { value: `${key} desc`, label: `${title} · ${t('table.descending')}` },
    ])
  if (options.length === 0) return null
  return (
    <Select
      allowClear
      className={styles.sortChoice ?? ''}
      aria-label={t('table.sortBy')}
      placeholder={t('table.sortBy')}
      options={options}
      value={sort.orderByColumn ? `${sort.orderByColumn} ${sort.isAsc ?? 'asc'}` : null}
      onChange={(choice: string | null | undefined) => {
        const [orderByColumn, order] = choice?.split(' ') ?? []
        onSort({ orderByColumn, isAsc: orderByColumn ? (order === 'desc' ? 'desc' : 'asc') : undefined })
      }}
    />
  )
}
