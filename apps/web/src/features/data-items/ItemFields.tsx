import { type DataItem, dataItems } from '@fleetdeck/contract/data-items'
import { Form, Input } from 'antd'
import { DedupeField } from '../../components/DedupeField.tsx'
import { StoredField } from '../../crud/StoredField.tsx'
import { useText } from '../../ground/language.ts'
import { DataGroupPicker } from './DataGroupPicker.tsx'

export function ItemFields({ item }: { item: DataItem | undefined }) {
  const t = useText()
  return (
    <>
      <Form.Item
        name="name"
        label={t('dataItem.name')}
        rules={[
          { required: true, whitespace: true, message: t('dataItem.nameRequired') },
          { max: 100, message: t('dataItem.nameLength') },
        ]}
      >
        <Input autoFocus maxLength={100} />
      </Form.Item>
      <Form.Item
        name="groupId"
        label={t('dataItem.group')}
        rules={[{ required: true, message: t('dataItem.groupRequired') }]}
      >
        <DataGroupPicker />
      </Form.Item>
      <StoredField name="content" one={dataItems.one} id={item?.id}>
        <Form.Item name="content" label={t('dataItem.content')}>
          <Input.TextArea autoSize={{ minRows: 4, maxRows: 16 }} />
        </Form.Item>
      </StoredField>
      <DedupeField label={t('dataItem.dedupe')} hint={t('dataItem.dedupeHint')} />
    </>
  )
}
