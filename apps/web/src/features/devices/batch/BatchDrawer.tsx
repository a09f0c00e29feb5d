import { deviceBatches } from '@fleetdeck/contract/device-batches'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Drawer, Flex, Skeleton } from 'antd'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../../api/call.ts'
import { inBackground } from '../../../api/feedback.ts'
import { pauseInOutage } from '../../../api/query-client.ts'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { useText } from '../../../ground/language.ts'
import { useReloadDevices } from '../use-device-commands.ts'
import { BatchOutcome } from './BatchOutcome.tsx'
import { actionTexts, isRunning, pollMs, progressQuery } from './batch-progress.ts'
import { batchParam } from './use-batch-page.ts'
import { useDeviceBatch } from './use-device-batch.tsx'

function useProgress(jobId: string) {
  const reload = useReloadDevices()
  const query = useQuery({
    ...progressQuery(jobId),
    refetchInterval: (query) =>
      isRunning(query.state.data) && !query.state.error ? pollMs : pauseInOutage(query),
  })
  const wasRunning = useRef(false)
  const running = query.data !== undefined && isRunning(query.data)
  // The component that started the batch may be unmounted: another tab, or the page before a reload.
  useEffect(() => {
    if (wasRunning.current && !running) inBackground(reload())
    wasRunning.current = running
  })
  return query
}

/** Progress or result of the batch in the address. Closing it does not stop the batch. */
export function BatchDrawer() {
  const [params, setParams] = useSearchParams()
  const jobId = params.get(batchParam)
  if (!jobId) return null
  const close = () =>
    setParams((now) => {
      const rest = new URLSearchParams(now)
      rest.delete(batchParam)
      return rest
    })
  return <OpenDrawer key={jobId} jobId={jobId} onClose={close} />
}

function OpenDrawer({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const t = useText()
  const { data, error, refetch } = useProgress(jobId)
  const cancelling = useMutation({ mutationFn: () => call(deviceBatches.cancel, { body: { jobId } }) })
  const { startOrSay } = useDeviceBatch()
  const asked = data && !isRunning(data) ? data.asked : null
  const failedIds = data?.failures.map(({ id }) => id) ?? []
  const repeat = async () => {
    if (asked && (await startOrSay({ action: asked, selection: { ids: failedIds } }))) onClose()
  }
  const footer = (
    <Flex justify="end" gap={8}>
      {asked && failedIds.length > 0 && (
        <Button onClick={repeat}>{t('device.retryFailed', { count: failedIds.length })}</Button>
      )}
      {data && isRunning(data) && (
        <Button
          loading={cancelling.isPending}
          disabled={cancelling.isSuccess}
          onClick={() => cancelling.mutate()}
        >
          {t('device.batchStop')}
        </Button>
      )}
      <Button type="primary" onClick={onClose}>
        {t('device.batchHide')}
      </Button>
    </Flex>
  )
  return (
    <Drawer
      open
      size={560}
      title={data ? t(actionTexts[data.action]) : t('command.results')}
      footer={footer}
      onClose={onClose}
    >
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && <BatchOutcome progress={data} />}
    </Drawer>
  )
}
