import type { Device } from '@fleetdeck/contract/devices'
import { DatePicker, Form, Input } from 'antd'
import dayjs from 'dayjs'
import { dateTimeFormat } from '../../ground/constants.ts'
import { useText } from '../../ground/language.ts'
import { DeviceNumberField } from './DeviceNumberField.tsx'
import { OwnerAndGroup } from './OwnerAndGroup.tsx'

export interface DeviceForm {
  deviceNo: string
  groupId: number
  tenantId?: number
  imei?: string
  expireTime?: dayjs.Dayjs | null
}

export const initialDevice = (device: Device | undefined) =>
  device && { ...device, expireTime: device.expireTime ? dayjs(device.expireTime) : null }

/** The owner can only be set when a device is added, the expiry only afterwards. */
export function toDraft(values: Partial<DeviceForm>, device: Device | undefined) {
  const { deviceNo, groupId, tenantId, imei, expireTime } = values
  const common = { deviceNo, groupId, imei: imei ?? '' }
  return device ? { ...common, expireTime: expireTime?.toISOString() ?? null } : { ...common, tenantId }
}

export function DeviceFields({ device }: { device: Device | undefined }) {
  const t = useText()
  return (
    <>
      <DeviceNumberField />
      <OwnerAndGroup fixedOwnerId={device?.tenantId ?? undefined} />
      <Form.Item name="imei" label={t('device.imei')}>
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      {device && (
        <Form.Item name="expireTime" label={t('device.expires')}>
          <DatePicker
            showTime
            format={dateTimeFormat}
            placeholder={t('device.neverExpires')}
            style={{ width: '100%' }}
          />
        </Form.Item>
      )}
    </>
  )
}
