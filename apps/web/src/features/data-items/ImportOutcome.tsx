import type { DataImportProgress } from '@fleetdeck/contract/data-items'
import { Alert, Flex, Progress, Table } from 'antd'
import { useText } from '../../app/language.ts'
import { isReading } from './use-data-import.ts'

const titles = {
  done: 'dataImport.done',
  cancelled: 'dataImport.cancelled',
  failed: 'dataImport.failed',
} as const

/** How far an import is, or what became of it. */
export function ImportOutcome({ progress }: { progress: DataImportProgress }) {
  const t = useText()
  const { state, done, total, lines, added, repeated, failed, failures, encoding, reason } = progress
  if (isReading(progress) || state === 'reading')
    return (
      <div role="status">
        <p>{t('dataImport.reading', { count: lines })}</p>
        <Progress percent={total > 0 ? Math.floor((done / total) * 100) : 0} status="active" />
      </div>
    )
  const type = state === 'done' ? (failed > 0 ? 'warning' : 'success') : 'error'
  return (
    <Flex vertical gap={12}>
      <Alert
        type={type}
        showIcon
        role="alert"
        title={t(titles[state])}
        description={
          <>
            {reason && <p>{reason}</p>}
            {t('dataImport.summary', { added, repeated, failed })}
            {encoding && <p>{t('dataImport.encoding', { encoding })}</p>}
          </>
        }
      />
      {failures.length > 0 && (
        <Table<DataImportProgress['failures'][number]>
          rowKey="line"
          size="small"
          dataSource={failures}
          pagination={false}
          scroll={{ y: 260 }}
          columns={[
            { key: 'line', title: t('dataImport.line'), dataIndex: 'line', width: 100, align: 'right' },
            { key: 'reason', title: t('dataImport.reason'), dataIndex: 'reason' },
          ]}
        />
      )}
    </Flex>
  )
}
