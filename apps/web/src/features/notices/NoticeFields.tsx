import { type Notice, NoticeDraft, notices } from '@fleetdeck/contract/notices'
import { Form, Skeleton } from 'antd'
import { Suspense } from 'react'
import { DictField } from '../../components/dictionary/DictField.tsx'
import { TextField } from '../../crud/fields.tsx'
import { StoredField } from '../../crud/StoredField.tsx'
import { useText } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'

const RichTextEditor = lazyPart(
  async () => (await import('../../components/rich-text/RichTextEditor.tsx')).RichTextEditor,
)

export function NoticeFields({ notice }: { notice: Notice | undefined }) {
  const t = useText()
  return (
    <>
      <TextField draft={NoticeDraft} name="noticeTitle" label={t('notice.noticeTitle')} autoFocus showCount />
      <Form.Item
        name="noticeType"
        label={t('notice.type')}
        rules={[{ required: true, message: t('notice.typeRequired') }]}
      >
        <DictField type="sys_notice_type" />
      </Form.Item>
      <Form.Item name="status" label={t('notice.status')}>
        <DictField type="sys_notice_status" as="radio" isNumber />
      </Form.Item>
      <Suspense fallback={<Skeleton active />}>
        <StoredField name="noticeContent" one={notices.one} id={notice?.id}>
          <Form.Item name="noticeContent" label={t('notice.content')} initialValue="">
            <RichTextEditor />
          </Form.Item>
        </StoredField>
      </Suspense>
    </>
  )
}
