import { deviceNo } from '@fleetdeck/contract/devices'
import { type Admitted, type FormerPhone, formerPhones } from '@fleetdeck/contract/former-phones'
import type { GroupId } from '@fleetdeck/contract/ids'
import { Form } from 'antd'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { GroupPicker } from '../../components/pickers/GroupPicker.tsx'
import { TextField } from '../../crud/fields.tsx'
import { useText } from '../../ground/language.ts'

interface Values {
  groupId?: GroupId
  deviceNo?: string
}
const Draft = z.object({ deviceNo: deviceNo.optional() })
/** Maximum number of names in the text. */
const maxNames = 5

interface AdmitDrawerProps {
  phones: readonly FormerPhone[]
  onDone: (outcome: Admitted) => Promise<unknown>
  onClose: () => void
}

/** Admits phones; those whose number is no device yet need a group. */
export function AdmitDrawer({ phones, onDone, onClose }: AdmitDrawerProps) {
  const t = useText()
  const names = phones.map((phone) => phone.deviceNo)
  const rest = names.length - maxNames
  const needsGroup = phones.some(({ deviceId }) => deviceId === null)
  const admit = async ({ groupId, deviceNo: number }: Values) => {
    const body = {
      ids: phones.map(({ id }) => id),
      ...(groupId && { groupId }),
      ...(number && { deviceNo: number }),
    }
    await onDone(await call(formerPhones.admit, { body }))
  }
  return (
    <FormDrawer<Values>
      place={null}
      title={t('formerPhone.admitTitle', { count: phones.length })}
      okText={t('formerPhone.admit')}
      onSubmit={admit}
      onClose={onClose}
    >
      <p>
        {t('formerPhone.admitHint', { names: names.slice(0, maxNames).join(' ') })}{' '}
        {rest > 0 && t('table.andOthers', { total: names.length, rest })}
      </p>
      {needsGroup && (
        <Form.Item
          name="groupId"
          label={t('device.group')}
          extra={t('formerPhone.groupHint')}
          rules={[{ required: true, message: t('device.groupRequired') }]}
        >
          <GroupPicker allowNew />
        </Form.Item>
      )}
      {needsGroup && phones.length === 1 && (
        <TextField draft={Draft} name="deviceNo" label={t('formerPhone.as')} hint={t('formerPhone.asHint')} />
      )}
    </FormDrawer>
  )
}
