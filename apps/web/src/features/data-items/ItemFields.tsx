import { type DataItem, dataItems } from '@fleetdeck/contract/data-items'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { DedupeField } from '../../components/DedupeField.tsx'
import { useText } from '../../ground/language.ts'
import { DataGroupPicker } from './DataGroupPicker.tsx'

/** The list shows the beginning of a content; the form needs all of it. */
function useWholeContent(item: DataItem | undefined) {
  const form = Form.useFormInstance()
  const { data, isPending } = useQuery({
    queryKey: [dataItems.list.path, 'one', item?.id],
    queryFn: item ? ({ signal }) => call(dataItems.one, { query: { id: item.id }, signal }) : skipToken,
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
      <Form.Item name="content" label={t('dataItem.content')}>
        <Input.TextArea
          autoSize={{ minRows: 4, maxRows: 16 }}
          disabled={isLoading}
          placeholder={isLoading ? t('table.loading') : ''}
        />
      </Form.Item>
      <DedupeField label={t('dataItem.dedupe')} hint={t('dataItem.dedupeHint')} />
    </>
  )
}
