import { Pagination, Skeleton } from 'antd'
import { memo, type ReactNode, useDeferredValue, useMemo } from 'react'
import { ErrorState } from '../../components/ErrorState.tsx'
import { cardBreakpointPx, pageSizes } from '../../ground/constants.ts'
import { useText } from '../../ground/language.ts'
import { scrollPageTo } from '../../ground/page-scroll.ts'
import { useMedia } from '../../ground/theme/media.ts'
import { BusyBar } from '../BusyBar.tsx'
import styles from '../crud.module.css'
import type { CrudContract, CrudRow } from '../crud-contract.ts'
import type { Sort } from '../list-address.ts'
import type { useCrud } from '../use-crud.ts'
import { offersSame, useLatestActions } from './action-column.tsx'
import type { RowsProps } from './list-props.ts'
import { RowCards } from './RowCards.tsx'
import { RowTable } from './RowTable.tsx'
import { SortContext } from './SortHeader.tsx'

interface ListBodyProps<C extends CrudContract> extends Omit<RowsProps<CrudRow<C>>, 'rows' | 'sortable'> {
  crud: ReturnType<typeof useCrud<C>>
  /** Shown while rows are selected, next to the pagination, where it shifts nothing. */
  selectionBar: ReactNode
  /** Shown in place of rows. */
  empty: ReactNode
}

/** Rows are rendered again when their content changes, not when the page is rendered. */
const showsSame = <Row extends { id: number }>(before: RowsProps<Row>, now: RowsProps<Row>) =>
  (Object.keys(now) as (keyof RowsProps<Row>)[]).every(
    (name) =>
      Object.is(before[name], now[name]) ||
      (name === 'actionsOf' && offersSame(now.rows, before.actionsOf, now.actionsOf)),
  )
const Rows = memo(RowTable, showsSame) as typeof RowTable
const Cards = memo(RowCards, showsSame) as typeof RowCards

interface ShownRowsProps<Row extends { id: number }> extends RowsProps<Row> {
  isNarrow: boolean
}

/** Drawn after what the user did is seen. */
function ShownRows<Row extends { id: number }>({ isNarrow, ...props }: ShownRowsProps<Row>) {
  const actionsOf = useLatestActions(props.actionsOf)
  const shown = useDeferredValue({ ...props, actionsOf })
  return isNarrow ? <Cards {...shown} /> : <Rows {...shown} />
}

/** The rows in any state: loading, failed, empty, or loaded; then the pagination. */
export function ListBody<C extends CrudContract>({
  crud,
  empty,
  selectionBar,
  ...rowsProps
}: ListBodyProps<C>) {
  const t = useText()
  const isNarrow = useMedia(`(max-width: ${cardBreakpointPx - 0.02}px)`)
  const { list, address, change } = crud
  const { orderByColumn, isAsc } = address
  const sorting = useMemo(
    () => ({
      sort: { orderByColumn, isAsc },
      onSort: (sort: Sort) => change({ ...sort, pageNum: 1 }, { replace: true }),
    }),
    [orderByColumn, isAsc, change],
  )
  if (list.isPending) {
    return (
      <div className={`${styles.sheet} ${styles.waiting}`} aria-busy>
        <Skeleton active title={false} paragraph={{ rows: 8, width: '100%' }} />
      </div>
    )
  }
  const failure = list.error && (
    <ErrorState title={t('table.loadFailed')} error={list.error} onRetry={() => list.refetch()} />
  )
  if (!list.data) return failure
  return (
    <div className={styles.sheet}>
      {failure}
      <div className={styles.body}>
        <BusyBar path={crud.path} />
        {list.data.total === 0 ? (
          empty
        ) : (
          <SortContext value={sorting}>
            <ShownRows {...rowsProps} isNarrow={isNarrow} rows={list.data.list} sortable={crud.sortable} />
          </SortContext>
        )}
      </div>
      {list.data.total > 0 && (
        <div className={styles.pages}>
          {selectionBar}
          <Pagination
            size="small"
            current={address.pageNum}
            pageSize={address.pageSize}
            total={list.data.total}
            pageSizeOptions={pageSizes}
            showSizeChanger
            showLessItems={isNarrow}
            showTotal={(total) => t('table.total', { total })}
            onChange={(pageNum, pageSize) => {
              change({ pageNum: pageSize === address.pageSize ? pageNum : 1, pageSize })
              scrollPageTo(0)
            }}
          />
        </div>
      )}
    </div>
  )
}
