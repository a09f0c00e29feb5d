import {
  type BatchProgress,
  type DeviceActionInput,
  type DeviceSelection,
  deviceBatches,
} from '@fleetdeck/contract/device-batches'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { call } from '../../../api/call.ts'
import { feedback, inBackground, shown, showSuccess } from '../../../api/feedback.ts'
import { questioned } from '../../../api/questioned.tsx'
import { trackTask } from '../../../api/task-tray.ts'
import { untilReachable } from '../../../api/until-reachable.ts'
import { useMoveQuestion } from '../../../components/use-move-question.ts'
import { useUndo } from '../../../components/use-undo.tsx'
import { useText } from '../../../ground/language.ts'
import { useReloadDevices } from '../use-device-commands.ts'
import { actionTexts, countStates, pollMs, progressQuery } from './batch-progress.ts'
import { isBatchInView, useBatchPage } from './use-batch-page.ts'

/** A batch that runs longer is shown in a drawer; ms. */
const shownAfterMs = 900

export interface Batch {
  action: DeviceActionInput
  selection: DeviceSelection
  /** The reverse action, if there is one. */
  undo?: { action: DeviceActionInput; selection: DeviceSelection } | undefined
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Runs an action on any number of devices on the server, and shows its progress and failures. */
export function useDeviceBatch() {
  const t = useText()
  const client = useQueryClient()
  const reload = useReloadDevices()
  const offerUndo = useUndo()
  const page = useBatchPage()
  const moveQuestion = useMoveQuestion()

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
    { action, undo }: Batch,
    { end, isAutomatic }: { end: BatchProgress; isAutomatic: boolean },
  ) => {
    const label = t(actionTexts[action.action])
    const isClean = end.state === 'done' && end.failed === 0
    if (isBatchInView(jobId)) {
      // A drawer that opened automatically closes automatically if no device failed.
      if (!isClean || !isAutomatic) return
      page.close()
    }
    if (isClean) {
      const title = t('device.batchDone', { label, count: end.done })
      return undo ? offerUndo(title, () => tryStart(undo)) : showSuccess(title)
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

  const finish = async (jobId: string, batch: Batch) => {
    let isAutomatic = false
    const showLate = setTimeout(() => {
      isAutomatic = page.isListInView()
      if (isAutomatic) page.open(jobId)
    }, shownAfterMs)
    const task = {
      kind: 'batch',
      name: t(actionTexts[batch.action.action]),
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
      await reload()
      await showEnd(jobId, batch, { end, isAutomatic })
    } catch {
      // The task tray shows the error; the batch continues.
      clearTimeout(showLate)
    }
  }

  /** Resolves with whether the batch was started, after a question if it stops scripts; throws when it is refused. */
  function start(batch: Batch): Promise<boolean> {
    const { action, selection } = batch
    const label = t(actionTexts[action.action])
    return questioned(
      async (confirmed, chosen) => {
        const answered = action.action === 'group' ? { ...action, ...chosen } : action
        const { jobId } = await call(deviceBatches.start, {
          body: { action: answered, selection, confirmed },
        })
        inBackground(finish(jobId, batch))
      },
      { title: t('table.questionTitle'), okText: label, okButtonProps: { danger: true } },
      moveQuestion.choice,
    )
  }
  /** Shows a refusal, and returns whether the batch was started. */
  const tryStart = (batch: Batch): Promise<boolean> => shown(start(batch)).catch(() => false)
  return { start, startOrSay: tryStart }
}
