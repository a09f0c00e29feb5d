import { DownloadOutlined } from '@ant-design/icons'
import type { BatchProgress } from '@fleetdeck/contract/device-batches'
import { Alert, Button, Flex, Progress, Table } from 'antd'
import { saveBlob } from '../../../api/download.ts'
import { CopyButton } from '../../../components/CopyText.tsx'
import { StateBadge } from '../../../components/StateBadge.tsx'
import { useText } from '../../../ground/language.ts'
import styles from '../devices.module.css'
import { countStates, isRunning } from './batch-progress.ts'
import { type Result, resultsOf } from './batch-results.ts'

const endTexts = {
  done: 'device.batchEnded',
  failed: 'device.batchFailed',
  cancelled: 'device.batchCancelled',
} as const

function Running({ progress: { done, total } }: { progress: BatchProgress }) {
  const t = useText()
  return (
    <div>
      <Progress
        percent={total > 0 ? Math.floor((100 * done) / total) : 0}
        format={() => `${done} / ${total}`}
        status="active"
      />
      <p>{t('device.batchGoesOn')}</p>
    </div>
  )
}

function Ended({ progress }: { progress: BatchProgress }) {
  const t = useText()
  const end = progress.state === 'running' ? 'done' : progress.state
  const isPartial = progress.failed > 0 && progress.failed < progress.done
  const ofDone = progress.failed === 0 ? 'success' : isPartial ? 'warning' : 'error'
  return (
    <Alert
      showIcon
      role="alert"
      type={end === 'done' ? ofDone : 'error'}
      title={t(endTexts[end])}
      description={t('device.batchCounts', countStates(progress))}
    />
  )
}

function Results({ results }: { results: readonly Result[] }) {
  const t = useText()
  const resultText = ({ reason }: Result) => reason ?? t('device.batchOne')
  const text = results.map((result) => `${result.deviceNo}\t${resultText(result)}`).join('\n')
  return (
    <>
      <Table<Result>
        size="small"
        rowKey="deviceNo"
        dataSource={results}
        pagination={{ size: 'small', hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          { key: 'deviceNo', dataIndex: 'deviceNo', title: t('device.number'), width: 190, ellipsis: true },
          {
            key: 'reason',
            title: t('device.result'),
            filters: [
              { text: t('device.batchOne'), value: true },
              { text: t('device.batchOneLeft'), value: false },
            ],
            onFilter: (isChanged, { reason }) => (reason === null) === isChanged,
            render: (_, result) => (
              <StateBadge
                condition={result.reason === null ? 'online' : 'failed'}
                text={<span className={styles.reason}>{resultText(result)}</span>}
              />
            ),
          },
        ]}
      />
      <Flex gap={8} wrap>
        <CopyButton text={text} label={t('table.copy')} />
        <Button
          type="text"
          size="small"
          icon={<DownloadOutlined />}
          onClick={() => saveBlob(new Blob(['\uFEFF', text]), 'devices.txt')}
        >
          {t('deviceImport.download')}
        </Button>
      </Flex>
    </>
  )
}

/** Progress or result of a batch. */
export function BatchOutcome({ progress }: { progress: BatchProgress }) {
  const results = resultsOf(progress)
  return (
    <Flex vertical gap={12} role="status">
      {isRunning(progress) ? <Running progress={progress} /> : <Ended progress={progress} />}
      {results.length > 0 && <Results results={results} />}
    </Flex>
  )
}
