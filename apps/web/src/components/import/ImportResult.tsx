import { Alert, Flex, Progress, Table, type TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../ground/language.ts'
import { ColumnsNotice } from './ColumnsNotice.tsx'

/** Progress of an import. */
export function ImportProgressBar({ text, percent }: { text: string; percent: number }) {
  return (
    <div role="status">
      <p>{text}</p>
      <Progress percent={percent} status="active" aria-label={text} />
    </div>
  )
}

export const percentOf = ({ done, total }: { done: number; total: number }) =>
  total > 0 ? Math.floor((done / total) * 100) : 0

interface ImportResultProps<Failure> {
  state: string
  failed: number
  failures: readonly Failure[]
  title: string
  summary: ReactNode
  /** Titles of columns that are not imported. */
  ignored: readonly string[]
  /** Position of a failure in the file. */
  position: keyof Failure & string
  /** Shown next to position and reason. */
  columns?: TableColumnType<Failure>[]
  children?: ReactNode
}

/** The result of an import, and of each row that was refused. */
export function ImportResult<Failure extends object>({
  state,
  failed,
  failures,
  title,
  summary,
  ignored,
  position,
  columns = [],
  children,
}: ImportResultProps<Failure>) {
  const t = useText()
  const type = state === 'done' ? (failed > 0 ? 'warning' : 'success') : 'error'
  return (
    <Flex vertical gap={12}>
      <Alert type={type} showIcon role="alert" title={title} description={summary} />
      <ColumnsNotice text="import.ignored" columns={ignored} />
      {failures.length > 0 && (
        <Table<Failure>
          rowKey={position}
          size="small"
          dataSource={failures}
          pagination={false}
          scroll={{ y: 260 }}
          columns={[
            { key: position, title: t('import.row'), dataIndex: position, width: 100, align: 'right' },
            ...columns,
            { key: 'reason', title: t('import.reason'), dataIndex: 'reason' },
          ]}
        />
      )}
      {children}
    </Flex>
  )
}
