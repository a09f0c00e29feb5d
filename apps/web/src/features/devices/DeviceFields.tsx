import type { Device } from '@fleetdeck/contract/devices'
import { Form, Input } from 'antd'
import { SiteTimeField } from '../../components/SiteTimeField.tsx'
import { useText } from '../../ground/language.ts'
import { DeviceNumberField } from './DeviceNumberField.tsx'
import { OwnerAndGroup } from './OwnerAndGroup.tsx'

export interface DeviceForm {
  deviceNo: string
  groupId: number
  tenantId?: number
  imei?: string
  /** ISO 8601. */
  expireTime?: string | null
}

/** The owner can only be set when a device is added, the expiry only afterwards. */
export function toDraft(values: Partial<DeviceForm>, device: Device | undefined) {
  const { deviceNo, groupId, tenantId, imei, expireTime } = values
  const common = { deviceNo, groupId, imei: imei ?? '' }
  return device ? { ...common, expireTime: expireTime ?? null } : { ...common, tenantId }
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
          <SiteTimeField placeholder={t('device.neverExpires')} />
        </Form.Item>
      )}
    </>
  )
}
