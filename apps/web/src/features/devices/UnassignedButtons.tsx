import { permissionOfAction } from '@fleetdeck/contract/device-batches'
import { type Device, type DeviceQuery, devices } from '@fleetdeck/contract/devices'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { call } from '../../api/call.ts'
import { sortableColumns } from '../../crud/crud-contract.ts'
import { useListAddress } from '../../crud/use-list-address.ts'
import type { AllMatching } from '../../crud/use-selection.ts'
import { defaultListSize } from '../../ground/constants.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { toChosenDevices } from './batch/chosen-devices.ts'
import { useBatchQuestions } from './batch/use-batch-questions.tsx'

interface UnassignedButtonsProps {
  rows: readonly Device[]
  all: AllMatching | undefined
  onAssign: (devices: readonly Device[]) => void
  onDone: () => void
}

const sortNames = sortableColumns(devices.listUnAssignedDevice)

/** The rows as the list has them, in whichever order they were picked. */
function inOrderOf(list: readonly Device[], rows: readonly Device[]): readonly Device[] {
  const places = new Map(list.map(({ id }, place) => [id, place]))
  const placeOf = ({ id }: Device) => places.get(id) ?? list.length
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Actions for unassigned phones. They are numbered in the order of the list, so the whole list is loaded first. */
export function UnassignedButtons({ rows, all, onAssign, onDone }: UnassignedButtonsProps) {
  const t = useText()
  const mayAssign = useMay(devices.addAssDevice.permission)
  const mayDelete = useMay(permissionOfAction.delete)
  const waiting = all && { ...all, conditions: { ...all.conditions, assStatus: '0' } }
  const { address } = useListAddress([], sortNames)
  const chosen = toChosenDevices(rows, waiting)
  const { remove } = useBatchQuestions(chosen, onDone)
  const loading = useMutation({
    mutationFn: async () => {
      if (rows.length === 1 && !all) return rows
      const { orderByColumn, isAsc } = address
      const query = { ...all?.conditions, orderByColumn, isAsc, pageSize: defaultListSize } as DeviceQuery
      const { list } = await call(devices.listUnAssignedDevice, { query })
      return all ? list : inOrderOf(list, rows)
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
