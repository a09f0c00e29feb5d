import { type Device, devices } from '@fleetdeck/contract/devices'
import { enrolmentRequests } from '@fleetdeck/contract/enrolment-requests'
import { Status } from '@fleetdeck/contract/enums'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import { questioned } from '../../api/questioned.tsx'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import { useUndo } from '../../components/use-undo.tsx'
import { useText } from '../../ground/language.ts'

const listPaths = [devices.list.path, devices.listUnAssignedDevice.path, enrolmentRequests.list.path]

/** The name of a device in dialogs. */
export const deviceNameOf = (device: Device) => device.deviceNo || device.deviceId

/** Reloads the device lists. */
export function useReloadDevices() {
  const client = useQueryClient()
  return () => Promise.all(listPaths.map((path) => client.invalidateQueries({ queryKey: [path] })))
}

/** Enables, disables or unassigns one device: with a confirmation if destructive, with undo if reversible. */
export function useDeviceCommands() {
  const t = useText()
  const confirm = useConfirmCount()
  const offerUndo = useUndo()
  const reload = useReloadDevices()
  const unassign = useMutation({
    mutationFn: (id: DeviceId) =>
      questioned(
        (confirmed) =>
          call(devices.deleteAss, { query: { ids: [id], ...(confirmed && { confirmed: '1' as const }) } }),
        { title: t('table.questionTitle'), okText: t('device.removeAssignment') },
      ),
    onSuccess: async (isDone) => {
      if (!isDone) return
      showSuccess(t('device.assignmentRemoved'))
      await reload()
    },
  })
  const setStatus = async (device: Device, status: Status) => {
    await shown(call(devices.batchChangeDevice, { query: { ids: [device.id], status } }))
    await reload()
    const label = t(status === Status.on ? 'device.enable' : 'device.disable')
    const before = status === Status.on ? Status.off : Status.on
    await offerUndo(`${label} ${deviceNameOf(device)}`, () => setStatus(device, before))
  }

  return {
    enable: (device: Device) => void setStatus(device, Status.on).catch(() => undefined),
    disable: (device: Device) =>
      confirm({
        title: t('device.disableTitle', { name: deviceNameOf(device) }),
        names: [deviceNameOf(device)],
        hint: t('device.disableHint'),
        okText: t('device.disable'),
        run: () => setStatus(device, Status.off),
      }),
    unassign: (device: Device) =>
      confirm({
        title: t('device.removeAssignmentTitle', { name: deviceNameOf(device) }),
        names: [deviceNameOf(device)],
        hint: t('device.removeAssignmentHint'),
        okText: t('device.removeAssignment'),
        run: () => unassign.mutateAsync(device.id),
      }),
  }
}

/** The confirmation before devices are deleted. */
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
