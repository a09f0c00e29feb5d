import { bookPermission } from '@fleetdeck/contract/bookings'
import { type Device, devices } from '@fleetdeck/contract/devices'
import { Status } from '@fleetdeck/contract/enums'
import { screenLinks } from '@fleetdeck/contract/screen-links'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { ReserveDrawer } from '../../components/bookings/ReserveDrawer.tsx'
import { useBookingEvents } from '../../components/bookings/use-bookings.ts'
import { devicePath } from '../../components/device-panel/device-page.ts'
import { useDeviceOverlay } from '../../components/device-panel/use-device-overlay.ts'
import { useMoveQuestion } from '../../components/use-move-question.ts'
import { CrudPage } from '../../crud/CrudPage.tsx'
import type { RowAction } from '../../crud/crud-contract.ts'
import type { ListPage, StandardActions } from '../../crud/crud-page-props.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { BatchButtons } from './batch/BatchButtons.tsx'
import { DeviceFields, toDraft } from './DeviceFields.tsx'
import { useAssignedColumns } from './device-columns.tsx'
import { useAssignedFilters } from './device-filters.tsx'
import { AddManyButton } from './import/AddManyButton.tsx'
import { deviceNameOf, useDeleteQuestion, useDeviceCommands } from './use-device-commands.ts'

const fixed = { assStatus: '1' }

function useRowActions(reserve: (device: Device) => void) {
  const t = useText()
  const { open } = useDeviceOverlay()
  const navigate = useNavigate()
  const commands = useDeviceCommands()
  const maySwitch = useMay(devices.batchChangeDevice.permission)
  const mayUnassign = useMay(devices.deleteAss.permission)
  const mayReserve = useMay(bookPermission)
  const mayLink = useMay(screenLinks.add.permission)
  const maySet = useMay(devices.updateSettingScreen.permission)
  return (device: Device, { edit, remove }: StandardActions): (RowAction | undefined | false)[] => {
    const isOff = device.status === Status.off
    return [
      { key: 'screen', label: t('screen.open'), run: () => open('screen', device.deviceNo) },
      edit,
      { key: 'details', label: t('monitor.details'), run: () => navigate(devicePath(device.deviceNo)) },
      { key: 'log', label: t('screen.log'), run: () => open('log', device.deviceNo) },
      { key: 'diagnosis', label: t('diagnosis.open'), run: () => open('diagnosis', device.deviceNo) },
      mayReserve && { key: 'reserve', label: t('booking.reserve'), run: () => reserve(device) },
      mayLink && {
        key: 'guestLink',
        label: t('screenLink.add'),
        run: () => open('guestLink', device.deviceNo),
      },
      maySet && {
        key: 'settings',
        label: t('screen.settings'),
        run: () => open('screenSettings', device.deviceNo),
      },
      maySwitch &&
        (isOff
          ? { key: 'enable', label: t('device.enable'), run: () => commands.enable(device) }
          : { key: 'disable', label: t('device.disable'), run: () => commands.disable(device) }),
      mayUnassign && {
        key: 'unassign',
        label: t('device.removeAssignment'),
        run: () => commands.unassign(device),
        isDanger: true,
      },
      remove,
    ]
  }
}

interface AssignedDevicesProps {
  heading: ReactNode
  onShowUnassigned: () => void
  onRows: (rows: readonly Device[], page: ListPage) => void
}

export function AssignedDevices({ heading, onShowUnassigned, onRows }: AssignedDevicesProps) {
  const t = useText()
  const [reserving, setReserving] = useState<Device>()
  const rowActions = useRowActions(setReserving)
  useBookingEvents()
  return (
    <>
      <CrudPage
        contract={devices}
        title={t('device.title')}
        heading={heading}
        columns={useAssignedColumns()}
        filters={useAssignedFilters()}
        fixed={fixed}
        nameOf={deviceNameOf}
        form={{
          addTitle: t('device.add'),
          editTitle: t('device.edit'),
          fields: (device) => <DeviceFields device={device} />,
          initialValues: (device) => device ?? {},
          draft: toDraft,
          question: useMoveQuestion(),
        }}
        primary={<AddManyButton />}
        onRows={onRows}
        rowActions={rowActions}
        opens="screen"
        choosesAll
        batchActions={(rows, clear, all) => <BatchButtons rows={rows} all={all} onDone={clear} />}
        removeQuestion={useDeleteQuestion()}
        emptyText={t('device.emptyAssigned')}
        emptyAction={<Button onClick={onShowUnassigned}>{t('device.goUnassigned')}</Button>}
      />
      {reserving && <ReserveDrawer phones={[reserving]} onClose={() => setReserving(undefined)} />}
    </>
  )
}
