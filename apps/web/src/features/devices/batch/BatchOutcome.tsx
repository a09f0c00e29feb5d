import { type BatchProgress, type DeviceFailure, deviceBatches } from '@fleetdeck/contract/device-batches'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Flex, Progress, Table } from 'antd'
import { call } from '../../../api/call.ts'
import { useText } from '../../../app/language.ts'
import { CopyButton } from '../../../components/CopyText.tsx'
import { progressKey } from './use-device-batch.tsx'

const endTexts = {
  done: 'device.batchEnded',
  failed: 'device.batchFailed',
  cancelled: 'device.batchCancelled',
} as const

function Running({ jobId, progress }: { jobId: string; progress: BatchProgress }) {
  const t = useText()
  const cancelling = useMutation({ mutationFn: () => call(deviceBatches.cancel, { body: { jobId } }) })
  const { done, total } = progress
  return (
    <Flex align="center" gap={12}>
      <Progress
        style={{ flex: 1 }}
        percent={total > 0 ? Math.floor((100 * done) / total) : 0}
        format={() => `${done} / ${total}`}
        status="active"
      />
      <Button size="small" loading={cancelling.isPending} onClick={() => cancelling.mutate()}>
        {t('device.batchStop')}
      </Button>
    </Flex>
  )
}

function Ended({ state, done, failed, total }: BatchProgress) {
  const t = useText()
  const end = state === 'running' ? 'done' : state
  const counts = { done: done - failed, failed, left: total - done }
  return (
    <Alert
      showIcon
      role="alert"
      type={end === 'done' ? (failed > 0 ? 'warning' : 'success') : 'error'}
      title={t(endTexts[end])}
      description={t('device.batchCounts', counts)}
    />
  )
}

function Failures({ failures }: { failures: readonly DeviceFailure[] }) {
  const t = useText()
  const text = failures.map(({ deviceNo, reason }) => `${deviceNo}\t${reason}`).join('\n')
  return (
    <>
      <Table<DeviceFailure>
        size="small"
        rowKey="deviceNo"
        dataSource={failures}
        pagination={{ size: 'small', hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          { key: 'deviceNo', dataIndex: 'deviceNo', title: t('device.number'), width: 160 },
          { key: 'reason', dataIndex: 'reason', title: t('device.result') },
        ]}
      />
      <span>
        <CopyButton text={text} label={t('table.copy')} />
      </span>
    </>
  )
}

/** How far a batch is, or what became of it: each device that was left as it was, and why. */
export function BatchOutcome({ jobId }: { jobId: string }) {
  const { data } = useQuery<BatchProgress>({
    queryKey: progressKey(jobId),
    queryFn: ({ signal }) => call(deviceBatches.progress, { query: { jobId }, signal }),
    // Whoever started the batch keeps this up to date.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  })
  if (!data) return null
  return (
    <Flex vertical gap={12} role="status">
      {data.state === 'running' ? <Running jobId={jobId} progress={data} /> : <Ended {...data} />}
      {data.failures.length > 0 && <Failures failures={data.failures} />}
    </Flex>
  )
}
