import {
  type DeviceActionInput,
  type DeviceSelection,
  deviceBatches,
} from '@fleetdeck/contract/device-batches'
import { call } from '../../../api/call.ts'
import { inBackground, shown } from '../../../api/feedback.ts'
import { questioned } from '../../../api/questioned.tsx'
import { useMoveQuestion } from '../../../components/use-move-question.ts'
import { useText } from '../../../ground/language.ts'
import { actionTexts } from './batch-progress.ts'
import { useStartedBatch } from './use-started-batch.tsx'

export interface Batch {
  action: DeviceActionInput
  selection: DeviceSelection
  /** The reverse action, if there is one. */
  undo?: { action: DeviceActionInput; selection: DeviceSelection } | undefined
}

/** Runs an action on any number of devices on the server, and shows its progress and failures. */
export function useDeviceBatch() {
  const t = useText()
  const follow = useStartedBatch()
  const moveQuestion = useMoveQuestion()

  /** Resolves with whether the batch was started, after a question if it stops scripts; throws when it is refused. */
  function start(batch: Batch): Promise<boolean> {
    const { action, selection, undo } = batch
    const label = t(actionTexts[action.action])
    return questioned(
      async (confirmed, chosen) => {
        const answered = action.action === 'group' ? { ...action, ...chosen } : action
        const { jobId } = await call(deviceBatches.start, {
          body: { action: answered, selection, confirmed },
        })
        inBackground(follow(jobId, { action: action.action, onUndo: undo && (() => tryStart(undo)) }))
      },
      { title: t('table.questionTitle'), okText: label, okButtonProps: { danger: true } },
      moveQuestion.choice,
    )
  }
  /** Shows a refusal, and returns whether the batch was started. */
  const tryStart = (batch: Batch): Promise<boolean> => shown(start(batch)).catch(() => false)
  return { start, startOrSay: tryStart }
}
