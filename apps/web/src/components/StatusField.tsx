import { Status } from '@fleetdeck/contract/enums'
import { Form, Radio, Select } from 'antd'
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

interface StatusSelectProps {
  id?: string
  value?: string | null
  onChange?: (value: string | undefined) => void
}

/** The same as a list filter. */
export function StatusSelect(props: StatusSelectProps) {
  const t = useText()
  return (
    <Select
      allowClear
      aria-label={t('common.status')}
      style={{ width: '100%' }}
      {...props}
      placeholder={t('organisation.all')}
      options={[
        { value: '0', label: t('common.enabled') },
        { value: '1', label: t('common.disabled') },
      ]}
    />
  )
}
