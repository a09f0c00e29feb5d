import {
  type BatchProgress,
  type DeviceAction,
  type DeviceSelection,
  deviceBatches,
} from '@fleetdeck/contract/device-batches'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { call } from '../../../api/call.ts'
import { undoSeconds } from '../../../api/constants.ts'
import { feedback, shown, showSuccess } from '../../../api/feedback.ts'
import { tracked } from '../../../api/task-tray.ts'
import { useText } from '../../../app/language.ts'
import { useReloadDevices } from '../use-device-commands.ts'
import { BatchOutcome } from './BatchOutcome.tsx'

/** How often the server is asked how far it is, and after how long the page shows it; ms. */
const pollMs = 400
const shownAfterMs = 900

export interface Batch {
  action: DeviceAction
  selection: DeviceSelection
  /** What is done, as the button says it. */
  label: string
  /** What takes it back, where that is possible. */
  undo?: DeviceAction
}

export const progressKey = (jobId: string) => [deviceBatches.progress.path, jobId]
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Does something to any number of devices on the server, and shows how far it is and which were left, and why. */
export function useDeviceBatch() {
  const t = useText()
  const client = useQueryClient()
  const reload = useReloadDevices()

  /** Asks until the batch has ended. */
  const follow = async (jobId: string, tell: (progress: BatchProgress) => void) => {
    for (;;) {
      const progress = await call(deviceBatches.progress, { query: { jobId } })
      client.setQueryData(progressKey(jobId), progress)
      tell(progress)
      if (progress.state !== 'running') return progress
      await pause(pollMs)
    }
  }

  const show = async (jobId: string, label: string) => {
    const { modal } = await feedback()
    modal.info({
      icon: null,
      width: 600,
      title: label,
      okText: t('device.batchHide'),
      content: <BatchOutcome jobId={jobId} />,
    })
  }

  const offerUndo = async ({ selection, label, undo }: Batch, count: number) => {
    if (!undo || !('ids' in selection)) return showSuccess(t('device.batchDone', { label, count }))
    const { notification } = await feedback()
    const key = `undo-${label}`
    const takeBack = () => {
      notification.destroy(key)
      void run({ action: undo, selection, label: t('device.undo') })
    }
    notification.success({
      key,
      title: t('device.batchDone', { label, count }),
      duration: undoSeconds,
      actions: (
        <Button size="small" onClick={takeBack}>
          {t('device.undo')}
        </Button>
      ),
    })
  }

  /** Resolves when the batch has ended. */
  async function run(batch: Batch): Promise<void> {
    const { action, selection, label } = batch
    const { jobId } = await shown(call(deviceBatches.start, { body: { action, selection } }))
    let isShown = false
    const showOnce = () => {
      if (!isShown) void show(jobId, label)
      isShown = true
    }
    const waiting = setTimeout(showOnce, shownAfterMs)
    const cancel = () => void call(deviceBatches.cancel, { body: { jobId } })
    const task = { kind: 'batch', name: label, cancel, open: () => void show(jobId, label) } as const
    try {
      const end = await tracked(task, (progress) => follow(jobId, ({ done, total }) => progress(done, total)))
      if (end.state !== 'done' || end.failed > 0) showOnce()
      else if (!isShown) await offerUndo(batch, end.done)
    } finally {
      clearTimeout(waiting)
      await reload()
    }
  }
  return run
}
