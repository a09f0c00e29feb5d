import { type DataItem, DataItemDraft, dataItems } from '@fleetdeck/contract/data-items'
import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { DedupeField } from '../../components/DedupeField.tsx'
import { TextAreaField, TextField } from '../../crud/fields.tsx'
import { useText } from '../../ground/language.ts'
import { DataGroupPicker } from './DataGroupPicker.tsx'

/** The list contains the beginning of a content; the form needs all of it. */
function useWholeContent(item: DataItem | undefined) {
  const form = Form.useFormInstance()
  const { data, isPending } = useQuery({
    queryKey: [dataItems.list.path, 'one', item?.id],
    queryFn: ({ signal }) => call(dataItems.one, { query: { id: item?.id ?? 0 }, signal }),
    enabled: item !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const content = data?.content
  useEffect(() => {
    if (content !== undefined) form.setFieldValue('content', content)
  }, [form, content])
  return item !== undefined && isPending
}

export function ItemFields({ item }: { item: DataItem | undefined }) {
  const t = useText()
  const isLoading = useWholeContent(item)
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
      <TextAreaField
        draft={DataItemDraft}
        name="content"
        label={t('dataItem.content')}
        autoSize={{ minRows: 4, maxRows: 16 }}
        disabled={isLoading}
        placeholder={isLoading ? t('table.loading') : ''}
      />
      <DedupeField label={t('dataItem.dedupe')} hint={t('dataItem.dedupeHint')} />
    </>
  )
}
