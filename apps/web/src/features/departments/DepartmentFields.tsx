import { phonePattern } from '@fleetdeck/contract/profile'
import { Form, Input, InputNumber } from 'antd'
import { StatusField } from '../../components/StatusField.tsx'
import { useText } from '../../ground/language.ts'

export function DepartmentFields() {
  const t = useText()
  return (
    <>
      <Form.Item
        name="deptName"
        label={t('department.name')}
        rules={[{ required: true, whitespace: true, message: t('department.nameRequired') }]}
      >
        <Input autoFocus maxLength={30} />
      </Form.Item>
      <Form.Item
        name="orderNum"
        label={t('department.order')}
        rules={[{ required: true, message: t('department.orderRequired') }]}
      >
        <InputNumber min={0} max={1_000_000} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="leader" label={t('department.leader')}>
        <Input maxLength={20} />
      </Form.Item>
      <Form.Item
        name="phone"
        label={t('department.phone')}
        rules={[{ pattern: phonePattern, message: t('profile.phoneWrong') }]}
      >
        <Input type="tel" maxLength={20} />
      </Form.Item>
      <Form.Item
        name="email"
        label={t('department.email')}
        rules={[{ type: 'email', message: t('profile.emailWrong') }]}
      >
        <Input type="email" maxLength={50} />
      </Form.Item>
      <StatusField />
    </>
  )
}
