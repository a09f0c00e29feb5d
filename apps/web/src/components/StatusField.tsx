import { Status } from '@fleetdeck/contract/enums'
import { Form, Radio } from 'antd'
import { useText } from '../ground/language.ts'

/** Enabled or disabled, in a form. */
export function StatusField() {
  const t = useText()
  return (
    <Form.Item name="status" label={t('common.status')}>
      <Radio.Group
        options={[
          { value: Status.on, label: t('common.enabled') },
          { value: Status.off, label: t('common.disabled') },
        ]}
      />
    </Form.Item>
  )
}
