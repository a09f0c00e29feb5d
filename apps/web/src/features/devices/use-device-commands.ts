import { type Device, devices } from '@fleetdeck/contract/devices'
import { Status } from '@fleetdeck/contract/enums'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { useText } from '../../app/language.ts'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'

export const listPaths = [devices.list.path, devices.listUnAssignedDevice.path]

/** How a device is named in questions. */
export const deviceNameOf = (device: Device) => device.deviceNo || device.deviceId

/** Loads the device lists again. */
export function useReloadDevices() {
  const client = useQueryClient()
  return () => Promise.all(listPaths.map((path) => client.invalidateQueries({ queryKey: [path] })))
}

/** Enable, disable and unassign, for one device or many; what harms asks first. */
export function useDeviceCommands() {
  const t = useText()
  const confirm = useConfirmCount()
  const reload = useReloadDevices()
  const onSuccess = async () => {
    showSuccess(t('table.saved'))
    await reload()
  }
  const status = useMutation({
    mutationFn: (query: { ids: number[]; status: Status }) => call(devices.batchChangeDevice, { query }),
    onSuccess,
  })
  const unassign = useMutation({
    mutationFn: (ids: number[]) => call(devices.deleteAss, { query: { ids } }),
    onSuccess,
  })
  const idsOf = (rows: readonly Device[]) => rows.map((row) => row.id)

  return {
    enable: (rows: readonly Device[]) => status.mutate({ ids: idsOf(rows), status: Status.on }),
    disable: (rows: readonly Device[], then = () => {}) => {
      const names = rows.map(deviceNameOf)
      confirm({
        title:
          names.length === 1
            ? t('device.disableTitle', { name: names[0] ?? '' })
            : t('device.disableMany', { count: names.length }),
        names,
        hint: t('device.disableHint'),
        okText: t('device.disable'),
        run: () => status.mutateAsync({ ids: idsOf(rows), status: Status.off }).then(then),
      })
    },
    unassign: (rows: readonly Device[], then = () => {}) => {
      const names = rows.map(deviceNameOf)
      confirm({
        title:
          names.length === 1
            ? t('device.removeAssignmentTitle', { name: names[0] ?? '' })
            : t('device.removeAssignmentMany', { count: names.length }),
        names,
        hint: t('device.removeAssignmentHint'),
        okText: t('device.removeAssignment'),
        run: () => unassign.mutateAsync(idsOf(rows)).then(then),
      })
    },
  }
}

/** The question before devices are deleted. */
export function useDeleteQuestion() {
  const t = useText()
  return (names: readonly string[]) => ({
    title:
      names.length === 1
        ? t('device.deleteOne', { name: names[0] ?? '' })
        : t('device.deleteMany', { count: names.length }),
    hint: t('device.deleteHint'),
  })
}
