import { DownloadOutlined } from '@ant-design/icons'
import { type DataItem, DataItemDraft, dataItems } from '@fleetdeck/contract/data-items'
import { Button, Flex, Form } from 'antd'
import { Base64Image, imageAddress, imageTypeOf } from '../../components/Base64Image.tsx'
import { DedupeField } from '../../components/DedupeField.tsx'
import { DataGroupPicker } from '../../components/pickers/DataGroupPicker.tsx'
import { TextAreaField, TextField } from '../../crud/fields.tsx'
import { StoredField } from '../../crud/StoredField.tsx'
import { useText } from '../../ground/language.ts'

/** What the content shows, if it is an image in base64. */
function ContentImage({ name }: { name: string }) {
  const t = useText()
  const content: unknown = Form.useWatch('content')
  const type = typeof content === 'string' ? imageTypeOf(content) : undefined
  if (!type || typeof content !== 'string') return null
  return (
    <Flex vertical gap={8} align="start" style={{ marginBottom: 24 }}>
      <Base64Image base64={content} alt={name} style={{ maxHeight: 240 }} />
      <Button icon={<DownloadOutlined />} href={imageAddress(content)} download={`${name}.${type}`}>
        {t('dataItem.downloadImage')}
      </Button>
    </Flex>
  )
}

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
      <ContentImage name={item?.name ?? 'image'} />
      <DedupeField label={t('dataItem.dedupe')} hint={t('dataItem.dedupeHint')} />
    </>
  )
}
