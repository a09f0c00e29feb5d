import { Form, Input } from 'antd'
import { useText } from '../../ground/language.ts'

/** The number of a device (spec §5): letters and digits only. */
export function DeviceNumberField() {
  const t = useText()
  return (
    <Form.Item
      name="deviceNo"
      label={t('device.number')}
      extra={t('device.numberHint')}
      rules={[
        { required: true, message: t('device.noRequired') },
        { pattern: /^[A-Za-z0-9]+$/, message: t('device.noFormat') },
        { max: 32, message: t('device.noLength') },
      ]}
      normalize={(text: string) => text.trim()}
    >
      <Input autoFocus maxLength={32} autoComplete="off" />
    </Form.Item>
  )
}
