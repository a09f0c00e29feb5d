import { type BatchProgress, deviceBatches } from '@fleetdeck/contract/device-batches'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../../api/call.ts'
import { CallError } from '../../../api/call-error.ts'
import { feedback, inBackground, shown, showSuccess } from '../../../api/feedback.ts'
import { trackTask } from '../../../api/task-tray.ts'
import { untilReachable } from '../../../api/until-reachable.ts'
import { useUndo } from '../../../components/use-undo.tsx'
import { pause } from '../../../ground/growing-pause.ts'
import { useText } from '../../../ground/language.ts'
import { useReloadDevices } from '../use-device-commands.ts'
import { actionTexts, countStates, pollMs, progressQuery } from './batch-progress.ts'
import { followOnce, forgetBatch, type KeptBatch, keepBatch, keptBatches } from './kept-batches.ts'
import { isBatchInView, useBatchPage } from './use-batch-page.ts'

/** A batch that runs longer is shown in a drawer; ms. */
const shownAfterMs = 900

interface StartedBatch {
  action: BatchProgress['action']
  /** Starts the reverse action, if there is one. */
  onUndo?: (() => Promise<unknown>) | undefined
}

/** Shows a started batch in the task tray, and its end. */
export function useStartedBatch() {
  const t = useText()
  const client = useQueryClient()
  const reload = useReloadDevices()
  const offerUndo = useUndo()
  const page = useBatchPage()

  /** Polls until the batch has ended. */
  const follow = async (jobId: string, onProgress: (progress: BatchProgress) => void) => {
    for (;;) {
      const read = () => client.fetchQuery({ ...progressQuery(jobId), staleTime: pollMs / 2 })
      const progress = await untilReachable(read)
      onProgress(progress)
      if (progress.state !== 'running') return progress
      await pause(pollMs)
    }
  }

  const showEnd = async (
    jobId: string,
    { action, onUndo }: StartedBatch,
    { end, isAutomatic }: { end: BatchProgress; isAutomatic: boolean },
  ) => {
    const label = t(actionTexts[action])
    const isClean = end.state === 'done' && end.failed === 0
    if (isBatchInView(jobId)) {
      // A drawer that opened automatically closes automatically if no device failed.
      if (!isClean || !isAutomatic) return
      page.close()
    }
    if (isClean) {
      const title = t('device.batchDone', { label, count: end.done })
      return onUndo ? offerUndo(title, onUndo) : showSuccess(title)
    }
    if (page.isListInView()) return page.open(jobId)
    const { notification } = await feedback()
    const open = () => {
      notification.destroy(jobId)
      page.open(jobId)
    }
    notification.warning({
      key: jobId,
      title: label,
      description: t('device.batchCounts', countStates(end)),
      actions: (
        <Button size="small" onClick={open}>
          {t('command.results')}
        </Button>
      ),
    })
  }

  const finish = async (jobId: string, batch: StartedBatch) => {
    let isAutomatic = false
    const showLate = setTimeout(() => {
      isAutomatic = page.isListInView()
      if (isAutomatic) page.open(jobId)
    }, shownAfterMs)
    const task = {
      kind: 'batch',
      name: t(actionTexts[batch.action]),
      cancel: () => void shown(call(deviceBatches.cancel, { body: { jobId } })).catch(() => undefined),
      open: () => {
        isAutomatic = false
        page.open(jobId)
      },
    } as const
    try {
      const end = await trackTask(task, (progress) =>
        follow(jobId, ({ done, total }) => progress(done, total)),
      )
      clearTimeout(showLate)
      forgetBatch(jobId)
      await reload()
      await showEnd(jobId, batch, { end, isAutomatic })
    } catch {
      // The task tray shows the error; the batch continues.
      clearTimeout(showLate)
    }
  }

  return (jobId: string, batch: StartedBatch) => {
    keepBatch({ jobId, action: batch.action })
    return followOnce(jobId, () => finish(jobId, batch))
  }
}

/** Shows the batches of pages that were closed before the end; those that the server no longer knows are forgotten. */
export function useResumedBatches() {
  const client = useQueryClient()
  const follow = useStartedBatch()
  const resume = async ({ jobId, action }: KeptBatch) => {
    try {
      await client.fetchQuery(progressQuery(jobId))
    } catch (error) {
      if (error instanceof CallError && error.code === 404) return forgetBatch(jobId)
    }
    await follow(jobId, { action })
  }
  const resumeAll = useEffectEvent(() => {
    for (const batch of keptBatches()) inBackground(resume(batch))
  })
  useEffect(() => resumeAll(), [])
}
