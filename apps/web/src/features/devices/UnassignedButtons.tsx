import { permissionOfAction } from '@fleetdeck/contract/device-batches'
import { type Device, devices } from '@fleetdeck/contract/devices'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { call } from '../../api/call.ts'
import type { AllMatching } from '../../crud/use-selection.ts'
import { defaultListSize } from '../../ground/constants.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { toChosenDevices } from './batch/chosen-devices.ts'
import { useBatchQuestions } from './batch/use-batch-questions.ts'

interface UnassignedButtonsProps {
  rows: readonly Device[]
  all: AllMatching | undefined
  onAssign: (devices: readonly Device[]) => void
  onDone: () => void
}

/** Actions for unassigned phones. Each gets its own number, so "all matching" loads the whole list first. */
export function UnassignedButtons({ rows, all, onAssign, onDone }: UnassignedButtonsProps) {
  const t = useText()
  const mayAssign = useMay(devices.addAssDevice.permission)
  const mayDelete = useMay(permissionOfAction.delete)
  const waiting = all && { ...all, conditions: { ...all.conditions, assStatus: '0' } }
  const chosen = toChosenDevices(rows, waiting)
  const { remove } = useBatchQuestions(chosen, onDone)
  const loading = useMutation({
    mutationFn: async () => {
      if (!all) return rows
      const query = { ...all.conditions, pageSize: defaultListSize }
      return (await call(devices.listUnAssignedDevice, { query })).list
    },
    onSuccess: onAssign,
  })
  return (
    <>
      {mayAssign && (
        <Button size="small" type="primary" loading={loading.isPending} onClick={() => loading.mutate()}>
          {t('device.assignCount', { count: chosen.count })}
        </Button>
      )}
      {mayDelete && (
        <Button size="small" danger onClick={remove}>
          {t('table.delete')}
        </Button>
      )}
    </>
  )
}
