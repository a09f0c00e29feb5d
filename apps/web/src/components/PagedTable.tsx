import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Table, type TableProps } from 'antd'
import { useState } from 'react'
import { pickerPageSize } from '../ground/constants.ts'
import { useText } from '../ground/language.ts'
import { ErrorState } from './ErrorState.tsx'

interface Page {
  pageNum: number
  pageSize: number
}
interface PagedTableProps<Row extends object> extends Pick<TableProps<Row>, 'columns' | 'rowKey' | 'scroll'> {
  /** The list that the rows belong to, and their conditions: these are loaded again with it. */
  list: Endpoint
  conditions: object
  load: (page: Page, signal: AbortSignal) => Promise<{ list: Row[]; total: number }>
  emptyText?: string
  pageSize?: number
}

/** Rows of a dialog, a page at a time. */
export function PagedTable<Row extends object>(props: PagedTableProps<Row>) {
  const { list, conditions, load, emptyText, pageSize = pickerPageSize, ...table } = props
  const t = useText()
  const [pageNum, setPageNum] = useState(1)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [list.path, conditions, pageNum],
    queryFn: ({ signal }) => load({ pageNum, pageSize }, signal),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  const failure = error && (
    <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />
  )
  if (!data && failure) return failure
  return (
    <>
      {failure}{' '}
      <Table<Row>
        rowKey="id"
        size="small"
        loading={isPending}
        dataSource={data?.list ?? []}
        {...table}
        {...(emptyText !== undefined && { locale: { emptyText } })}
        pagination={{
          current: pageNum,
          pageSize,
          total: data?.total ?? 0,
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: setPageNum,
        }}
      />
    </>
  )
}
