import { Form } from 'antd'
import { GroupPicker } from '../../components/pickers/GroupPicker.tsx'
import { UserPicker } from '../../components/pickers/UserPicker.tsx'
import { useText } from '../../ground/language.ts'

/** Owner and group of a device; only groups of the selected owner are offered. */
export function OwnerAndGroup({ fixedOwnerId }: { fixedOwnerId?: number | undefined }) {
  const t = useText()
  const form = Form.useFormInstance()
  const chosen: number | undefined = Form.useWatch('tenantId', form)
  const ownerId = fixedOwnerId ?? chosen
  // A programmatic change does not count as input: the form can be closed without confirmation.
  const choose = (name: string, value: number) => form.setFields([{ name, value, touched: false }])
  return (
    <>
      {fixedOwnerId === undefined && (
        <Form.Item
          name="tenantId"
          label={t('device.user')}
          rules={[{ required: true, message: t('device.selectUser') }]}
        >
          <UserPicker
            onOnly={(id) => choose('tenantId', id)}
            title={t('device.user')}
            placeholder={t('device.selectUser')}
            onChange={() => form.setFieldValue('groupId', undefined)}
          />
        </Form.Item>
      )}
      <Form.Item
        name="groupId"
        label={t('device.group')}
        rules={[{ required: true, message: t('device.selectGroup') }]}
      >
        <GroupPicker
          allowNew
          onOnly={(id) => choose('groupId', id)}
          title={t('device.group')}
          ownerId={ownerId}
          disabled={ownerId === undefined}
          placeholder={t('device.selectGroup')}
        />
      </Form.Item>
    </>
  )
}
