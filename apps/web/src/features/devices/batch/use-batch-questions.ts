import type { DeviceAction } from '@fleetdeck/contract/device-batches'
import { useText } from '../../../app/language.ts'
import { useConfirmCount } from '../../../components/ConfirmCount.tsx'
import type { ChosenDevices } from './chosen-devices.ts'
import { useDeviceBatch } from './use-device-batch.tsx'

type Plain = Extract<DeviceAction['action'], 'disable' | 'unassign' | 'revoke' | 'delete'>

const words = {
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

/** Batches without anything to fill in; what harms asks first. */
export function useBatchQuestions({ selection, count, names }: ChosenDevices, onDone: () => void) {
  const t = useText()
  const confirm = useConfirmCount()
  const run = useDeviceBatch()
  const ask = (action: Plain, undo?: DeviceAction) => {
    const { one, many, hint, ok } = words[action]
    const name = names[0] ?? ''
    void confirm({
      title: count === 1 && name ? t(one, { name }) : t(many, { count }),
      names,
      count,
      hint: t(hint),
      okText: t(ok),
      run: async () => {
        // The question closes now; the batch shows itself.
        void run({ action: { action }, selection, label: t(ok), ...(undo && { undo }) }).then(onDone)
      },
    })
  }
  return {
    enable: () =>
      void run({
        action: { action: 'enable' },
        selection,
        label: t('device.enable'),
        undo: { action: 'disable' },
      }).then(onDone),
    disable: () => ask('disable', { action: 'enable' }),
    unassign: () => ask('unassign'),
    revoke: () => ask('revoke'),
    remove: () => ask('delete'),
  }
}
