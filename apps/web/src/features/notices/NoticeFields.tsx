import { type Notice, NoticeDraft, notices } from '@fleetdeck/contract/notices'
import { useQuery } from '@tanstack/react-query'
import { Form, Skeleton } from 'antd'
import { lazy, Suspense, useEffect } from 'react'
import { call } from '../../api/call.ts'
import { DictRadio, DictSelect } from '../../components/dictionary/DictSelect.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { TextField } from '../../crud/fields.tsx'
import { useText } from '../../ground/language.ts'

const RichTextEditor = lazy(async () => ({
  default: (await import('../../components/rich-text/RichTextEditor.tsx')).RichTextEditor,
}))

/** The list has no contents: the editor waits until the notice's own is loaded. */
function ContentField({ notice }: { notice: Notice | undefined }) {
  const t = useText()
  const form = Form.useFormInstance()
  const id = notice?.id ?? 0
  const { data, error, refetch } = useQuery({
    queryKey: [notices.one.path, id],
    queryFn: ({ signal }) => call(notices.one, { params: { id }, signal }),
    enabled: notice !== undefined,
    staleTime: 0,
    gcTime: 0,
    meta: { silent: true },
  })
  useEffect(() => {
    if (data) form.setFieldValue('noticeContent', data.noticeContent)
  }, [data, form])
  if (error) return <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => refetch()} />
  if (notice && !data) return <Skeleton active />
  return (
    <Form.Item name="noticeContent" label={t('notice.content')} initialValue={data?.noticeContent ?? ''}>
      <RichTextEditor />
    </Form.Item>
  )
}

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
        <DictSelect type="sys_notice_type" />
      </Form.Item>
      <Form.Item name="status" label={t('notice.status')}>
        <DictRadio type="sys_notice_status" />
      </Form.Item>
      <Suspense fallback={<Skeleton active />}>
        <ContentField notice={notice} />
      </Suspense>
    </>
  )
}
