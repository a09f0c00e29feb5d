import { DownloadOutlined } from '@ant-design/icons'
import type { ImportFailure, ImportProgress } from '@fleetdeck/contract/user-import'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Flex, Progress, Table } from 'antd'
import { download } from '../../api/download.ts'
import { useText } from '../../app/language.ts'
import { isRunning } from './use-import.ts'

const stageTexts = {
  reading: 'userImport.reading',
  checking: 'userImport.checking',
  writing: 'userImport.writing',
} as const

function Stage({ progress }: { progress: ImportProgress }) {
  const t = useText()
  const { state, done, total } = progress
  const stage = state === 'reading' || state === 'checking' || state === 'writing' ? state : 'writing'
  const percent = total > 0 && state === 'writing' ? Math.floor((done / total) * 100) : 0
  return (
    <div role="status">
      <p>
        {t(stageTexts[stage])} {total > 0 && `${done} / ${total}`}
      </p>
      <Progress percent={percent} status="active" />
    </div>
  )
}

function titleKey({ state, added, updated }: ImportProgress) {
  if (state === 'cancelled')
    return added + updated > 0 ? 'userImport.cancelledPartly' : 'userImport.cancelled'
  if (state === 'failed') return 'userImport.failed'
  return 'userImport.done'
}

/** How far an import is, or what became of it. */
export function ImportOutcome({ progress }: { progress: ImportProgress }) {
  const t = useText()
  const fetching = useMutation({ mutationFn: (fileName: string) => download(fileName) })
  if (isRunning(progress)) return <Stage progress={progress} />
  const { state, added, updated, failed, failures, reason, resultFile } = progress
  const type = state === 'done' ? (failed > 0 ? 'warning' : 'success') : 'error'
  return (
    <Flex vertical gap={12}>
      <Alert
        type={type}
        showIcon
        role="alert"
        title={t(titleKey(progress))}
        description={reason ?? t('userImport.summary', { added, updated, failed })}
      />
      {failures.length > 0 && (
        <Table<ImportFailure>
          rowKey="row"
          size="small"
          dataSource={failures}
          pagination={false}
          scroll={{ y: 260 }}
          columns={[
            { key: 'row', title: t('userImport.row'), dataIndex: 'row', width: 72, align: 'right' },
            { key: 'userName', title: t('user.name'), dataIndex: 'userName', width: 160, ellipsis: true },
            { key: 'reason', title: t('userImport.reason'), dataIndex: 'reason' },
          ]}
        />
      )}
      {resultFile && (
        <Flex align="center" gap={8} wrap>
          <Button
            icon={<DownloadOutlined />}
            disabled={fetching.isSuccess}
            loading={fetching.isPending}
            onClick={() => fetching.mutate(resultFile)}
          >
            {t('userImport.resultFile')}
          </Button>
          {t('userImport.resultOnce')}
        </Flex>
      )}
    </Flex>
  )
}
