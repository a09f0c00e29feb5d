import { deviceBatches } from '@fleetdeck/contract/device-batches'
import { type DeviceGroup, deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { questioned } from '../../api/questioned.tsx'
import { DevicePickDialog } from '../../components/pickers/DevicePickDialog.tsx'
import { useMoveQuestion } from '../../components/use-move-question.ts'
import { useText } from '../../ground/language.ts'

/** Moves devices of the group's owner into the group. */
export function GroupDevicesDialog({ group, onClose }: { group: DeviceGroup; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const { choice, ...question } = useMoveQuestion()
  const moving = useMutation({
    mutationFn: async (ids: string) => {
      const move = (confirmed: boolean, chosen: { letRun?: true }) =>
        call(deviceBatches.batchGroupDevice, { body: { ids, groupId: group.id, confirmed, ...chosen } })
      return (await questioned(move, question, choice)) ? ids.split(',').length : 0
    },
    onSuccess: async (count) => {
      if (count === 0) return
      showSuccess(t('groupDevices.done', { count }))
      onClose()
      const lists = [deviceGroups.list.path, devices.list.path]
      await Promise.all(lists.map((path) => client.invalidateQueries({ queryKey: [path] })))
    },
  })
  return (
    <DevicePickDialog
      title={t('groupDevices.title', { name: group.groupName })}
      okText={t('groupDevices.add')}
      conditions={{ tenantId: group.tenantId }}
      isBusy={moving.isPending}
      onPick={(ids) => moving.mutate(ids)}
      onClose={onClose}
    />
  )
}
