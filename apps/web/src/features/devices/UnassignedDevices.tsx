import { QrcodeOutlined } from '@ant-design/icons'
import { type Device, devices } from '@fleetdeck/contract/devices'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { EnrolmentSteps } from '../../components/enrol/EnrolmentSteps.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { AssignDrawer } from './AssignDrawer.tsx'
import { useUnassignedColumns } from './device-columns.tsx'
import { useUnassignedFilters } from './device-filters.tsx'
import { EnrolmentDialog } from './enrol/EnrolmentDialog.tsx'
import { UnassignedButtons } from './UnassignedButtons.tsx'
import { deviceNameOf, useDeleteQuestion } from './use-device-commands.ts'

const contract = { list: devices.listUnAssignedDevice, remove: devices.remove }

/** Enrolled phones without a number, an owner and a group. */
export function UnassignedDevices({ heading }: { heading: ReactNode }) {
  const t = useText()
  const mayAssign = useMay(devices.addAssDevice.permission)
  const [assigning, setAssigning] = useState<{ devices: readonly Device[]; onDone: () => void }>()
  const [isEnrolling, setEnrolling] = useState(false)
  return (
    <>
      <CrudPage
        contract={contract}
        title={t('device.title')}
        heading={heading}
        columns={useUnassignedColumns()}
        filters={useUnassignedFilters()}
        nameOf={deviceNameOf}
        primary={
          <Button icon={<QrcodeOutlined />} onClick={() => setEnrolling(true)}>
            {t('enrol.title')}
          </Button>
        }
        rowActions={(device, { remove }) => [
          mayAssign && {
            key: 'assign',
            label: t('device.assign'),
            run: () => setAssigning({ devices: [device], onDone: () => {} }),
          },
          remove,
        ]}
        choosesAll
        batchActions={(rows, clear, all) => (
          <UnassignedButtons
            rows={rows}
            all={all}
            onAssign={(devices) => setAssigning({ devices, onDone: clear })}
            onDone={clear}
          />
        )}
        removeQuestion={useDeleteQuestion()}
        emptyText={t('device.emptyUnassigned')}
        emptyAction={<EnrolmentSteps />}
      />
      {isEnrolling && <EnrolmentDialog onClose={() => setEnrolling(false)} />}
      {assigning && (
        <AssignDrawer
          devices={assigning.devices}
          onClose={() => {
            assigning.onDone()
            setAssigning(undefined)
          }}
        />
      )}
    </>
  )
}
