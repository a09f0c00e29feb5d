import { type Device, devices as deviceCalls } from '@fleetdeck/contract/devices'
import { Form } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../api/call.ts'
import { inBackground, showSuccess } from '../../api/feedback.ts'
import { formatModel } from '../../components/DeviceIdentity.tsx'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { useText } from '../../ground/language.ts'
import { AssignManyDrawer } from './AssignManyDrawer.tsx'
import { firstScheme, proposeNumbers, schemeAfter } from './assign-numbers.ts'
import { DeviceNumberField } from './DeviceNumberField.tsx'
import styles from './devices.module.css'
import { findLastNumber } from './find-last-number.ts'
import { LocateButton } from './LocateButton.tsx'
import { OwnerAndGroup } from './OwnerAndGroup.tsx'
import { useReloadDevices } from './use-device-commands.ts'

interface AssignForm {
  deviceNo: string
  tenantId: number
  groupId: number
}

/** Proposes the number after the last one, unless the user has typed one. */
function ProposedNumber() {
  const form = Form.useFormInstance<AssignForm>()
  const propose = async () => {
    const last = await findLastNumber(firstScheme.prefix).catch(() => undefined)
    if (form.isFieldTouched('deviceNo') || form.getFieldValue('deviceNo')) return
    const [value] = proposeNumbers(schemeAfter(firstScheme, last), 1)
    form.setFields([{ name: 'deviceNo', value, touched: false }])
  }
  const begin = useEffectEvent(() => inBackground(propose()))
  useEffect(() => begin(), [])
  return <DeviceNumberField />
}

function AssignOneDrawer({ device, onClose }: { device: Device; onClose: () => void }) {
  const t = useText()
  const reload = useReloadDevices()
  return (
    <FormDrawer<AssignForm>
      place={`device/assign/${device.id}`}
      title={t('device.assignTitle')}
      okText={t('device.assign')}
      failureTitle={t('assign.refused')}
      onSubmit={async (values) => {
        const { deviceId, brand, mode } = device
        await call(deviceCalls.addAssDevice, { body: { ...values, deviceId, brand, mode } })
        showSuccess(t('device.assignedToast'))
        await reload()
      }}
      onClose={onClose}
    >
      <p className={styles.phone}>
        {formatModel(device)}
        <small>{device.deviceId}</small>
        <LocateButton device={device} />
      </p>
      <ProposedNumber />
      <OwnerAndGroup />
    </FormDrawer>
  )
}

interface AssignDrawerProps {
  /** The unassigned phones, at least one. */
  devices: readonly Device[]
  onClose: () => void
}

/** Assigns a number, an owner and a group to phones (spec §4, allocate and batch allocate). */
export function AssignDrawer({ devices, onClose }: AssignDrawerProps) {
  const [first, second] = devices
  if (first && !second) return <AssignOneDrawer device={first} onClose={onClose} />
  return <AssignManyDrawer devices={devices} onClose={onClose} />
}
