import { DownloadOutlined } from '@ant-design/icons'
import type { ImportFailure, ImportProgress } from '@fleetdeck/contract/user-import'
import { useMutation } from '@tanstack/react-query'
import { Button, Flex } from 'antd'
import { download } from '../../api/download.ts'
import { ImportProgressBar, ImportResult, percentOf } from '../../components/import/ImportResult.tsx'
import { useText } from '../../ground/language.ts'
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
  const text = t(stageTexts[stage])
  return (
    <ImportProgressBar
      text={total > 0 ? `${text} ${done} / ${total}` : text}
      percent={state === 'writing' ? percentOf(progress) : 0}
    />
  )
}

function titleKey({ state, added, updated }: ImportProgress) {
  if (state === 'cancelled')
    return added + updated > 0 ? 'userImport.cancelledPartly' : 'userImport.cancelled'
  if (state === 'failed') return added + updated > 0 ? 'userImport.failedPartly' : 'userImport.failed'
  return 'userImport.done'
}

/** Progress or result of an import. */
export function ImportOutcome({ progress }: { progress: ImportProgress }) {
  const t = useText()
  const fetching = useMutation({ mutationFn: (fileName: string) => download(fileName) })
  if (isRunning(progress)) return <Stage progress={progress} />
  const { added, updated, unchanged, failed, reason, resultFile } = progress
  return (
    <ImportResult<ImportFailure>
      {...progress}
      title={t(titleKey(progress))}
      summary={
        <>
          {reason && <p>{reason}</p>}
          {(!reason || added + updated > 0) && t('userImport.summary', { added, updated, unchanged, failed })}
        </>
      }
      position="row"
      columns={[
        { key: 'userName', title: t('user.name'), dataIndex: 'userName', width: 160, ellipsis: true },
      ]}
    >
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
    </ImportResult>
  )
}
