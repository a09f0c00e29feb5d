import { type DataItem, DataItemDraft, dataItems } from '@fleetdeck/contract/data-items'
import { Form } from 'antd'
import { DedupeField } from '../../components/DedupeField.tsx'
import { TextAreaField, TextField } from '../../crud/fields.tsx'
import { StoredField } from '../../crud/StoredField.tsx'
import { useText } from '../../ground/language.ts'
import { DataGroupPicker } from './DataGroupPicker.tsx'

export function ItemFields({ item }: { item: DataItem | undefined }) {
  const t = useText()
  return (
    <>
      <TextField draft={DataItemDraft} name="name" label={t('dataItem.name')} autoFocus />
      <Form.Item
        name="groupId"
        label={t('dataItem.group')}
        rules={[{ required: true, message: t('dataItem.groupRequired') }]}
      >
        <DataGroupPicker />
      </Form.Item>
      <StoredField name="content" one={dataItems.one} id={item?.id}>
        <TextAreaField
          draft={DataItemDraft}
          name="content"
          label={t('dataItem.content')}
          autoSize={{ minRows: 4, maxRows: 16 }}
        />
      </StoredField>
      <DedupeField label={t('dataItem.dedupe')} hint={t('dataItem.dedupeHint')} />
    </>
  )
}
