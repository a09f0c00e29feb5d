import { type Notice, notices } from '@fleetdeck/contract/notices'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Form, Input, Skeleton } from 'antd'
import { lazy, Suspense, useEffect } from 'react'
import { call } from '../../api/call.ts'
import { DictRadio, DictSelect } from '../../components/dictionary/DictSelect.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useText } from '../../ground/language.ts'

const RichTextEditor = lazy(async () => ({
  default: (await import('../../components/rich-text/RichTextEditor.tsx')).RichTextEditor,
}))

/** The list has no texts; the editor waits for the one of this notice. */
function ContentField({ notice }: { notice: Notice | undefined }) {
  const t = useText()
  const form = Form.useFormInstance()
  const id = notice?.id
  const { data, error, refetch } = useQuery({
    queryKey: [notices.one.path, id],
    queryFn: id === undefined ? skipToken : ({ signal }) => call(notices.one, { params: { id }, signal }),
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
      <Form.Item
        name="noticeTitle"
        label={t('notice.noticeTitle')}
        rules={[
          { required: true, whitespace: true, message: t('notice.titleRequired') },
          { max: 50, message: t('notice.titleLength') },
        ]}
      >
        <Input autoFocus maxLength={50} showCount />
      </Form.Item>
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
