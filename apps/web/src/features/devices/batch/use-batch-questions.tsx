import type { DeviceAction } from '@fleetdeck/contract/device-batches'
import { Status } from '@fleetdeck/contract/enums'
import { inBackground, shown } from '../../../api/feedback.ts'
import { useConfirmCount } from '../../../components/ConfirmCount.tsx'
import { useText } from '../../../ground/language.ts'
import { type ChosenDevices, toUndo } from './chosen-devices.ts'
import { PreviewNote } from './PreviewNote.tsx'
import { type Batch, useDeviceBatch } from './use-device-batch.tsx'

type Plain = Extract<DeviceAction['action'], 'disable' | 'unassign' | 'revoke' | 'delete'>

const texts = {
  disable: {
    one: 'device.disableTitle',
    many: 'device.disableMany',
    hint: 'device.disableHint',
    ok: 'device.disable',
  },
  unassign: {
    one: 'device.removeAssignmentTitle',
    many: 'device.removeAssignmentMany',
    hint: 'device.removeAssignmentHint',
    ok: 'device.removeAssignment',
  },
  revoke: {
    one: 'device.revokeOne',
    many: 'device.revokeMany',
    hint: 'device.revokeHint',
    ok: 'device.revoke',
  },
  delete: {
    one: 'device.deleteOne',
    many: 'device.deleteMany',
    hint: 'device.deleteHint',
    ok: 'table.delete',
  },
} as const

/** Batches without a form; destructive ones ask for confirmation. */
export function useBatchQuestions(chosen: ChosenDevices, onStarted: () => void) {
  const t = useText()
  const { selection, count, names } = chosen
  const confirm = useConfirmCount()
  const { start, startOrSay } = useDeviceBatch()
  const ask = (action: Plain, undo?: Batch['undo']) => {
    const { one, many, hint, ok } = texts[action]
    const name = names[0] ?? ''
    inBackground(
      confirm({
        title: count === 1 && name ? t(one, { name }) : t(many, { count }),
        names,
        count,
        hint: (
          <>
            <p>{t(hint)}</p>
            <PreviewNote onlyExceptions action={{ action }} selection={selection} />
          </>
        ),
        okText: t(ok),
        // The dialog closes once the batch was started, which shows its own progress.
        run: () =>
          shown(start({ action: { action }, selection, undo })).then((isStarted) => isStarted && onStarted()),
      }),
    )
  }
  return {
    enable: async () => {
      const undo = toUndo(chosen, Status.off)
      if (await startOrSay({ action: { action: 'enable' }, selection, undo })) onStarted()
    },
    disable: () => ask('disable', toUndo(chosen, Status.on)),
    unassign: () => ask('unassign'),
    revoke: () => ask('revoke'),
    remove: () => ask('delete'),
  }
}
