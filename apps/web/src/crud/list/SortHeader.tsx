import { CaretDownFilled, CaretUpFilled } from '@ant-design/icons'
import { createContext, type KeyboardEvent, type ReactNode, type ThHTMLAttributes, useContext } from 'react'
import styles from '../crud.module.css'
import type { Sort } from '../list-address.ts'

/** By what a list is sorted: read by its header alone, so that a click there renders no row. */
export const SortContext = createContext<{ sort: Sort; onSort: (sort: Sort) => void }>({
  sort: { orderByColumn: undefined, isAsc: undefined },
  onSort: () => undefined,
})

function useOrder(column: string | undefined): 'ascending' | 'descending' | undefined {
  const { sort } = useContext(SortContext)
  if (column === undefined || sort.orderByColumn !== column) return undefined
  return sort.isAsc === 'desc' ? 'descending' : 'ascending'
}

interface SortTitleProps {
  column: string
  title: ReactNode
  isRight: boolean
}

/** The title of a column by which the list can be sorted, on the side of its values. */
export function SortTitle({ column, title, isRight }: SortTitleProps) {
  const order = useOrder(column)
  return (
    <span className={styles.sortTitle} data-right={isRight}>
      <span>{title}</span>
      <span className={styles.sortMarks} data-order={order} aria-hidden>
        <CaretUpFilled />
        <CaretDownFilled />
      </span>
    </span>
  )
}

interface HeaderCellProps extends ThHTMLAttributes<HTMLTableCellElement> {
  'data-sort'?: string
}

/** A cell of a table's header; a click sorts by its column: ascending, descending, then not at all. */
export function HeaderCell({ 'data-sort': column, ...rest }: HeaderCellProps) {
  const { onSort } = useContext(SortContext)
  const order = useOrder(column)
  if (column === undefined) return <th {...rest} />
  const sortNext = () => {
    if (order === 'descending') onSort({ orderByColumn: undefined, isAsc: undefined })
    else onSort({ orderByColumn: column, isAsc: order ? 'desc' : 'asc' })
  }
  return (
    <th
      {...rest}
      className={`${rest.className ?? ''} ${styles.sortable}`}
      aria-sort={order}
      tabIndex={0}
      onClick={sortNext}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        sortNext()
      }}
    />
  )
}
