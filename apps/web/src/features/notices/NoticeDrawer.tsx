import { type Notice, notices } from '@fleetdeck/contract/notices'
import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton, Space } from 'antd'
import { call } from '../../api/call.ts'
import { DictTag } from '../../components/dictionary/DictTag.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { RichText } from '../../components/rich-text/RichText.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { seededName, useText } from '../../ground/language.ts'

/** A notice as its readers see it. */
export function NoticeDrawer({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: [notices.one.path, notice.id],
    queryFn: ({ signal }) => call(notices.one, { params: { id: notice.id }, signal }),
    staleTime: 0,
    meta: { silent: true },
  })
  return (
    <Drawer open size={560} title={notice.noticeTitle} onClose={onClose}>
      <Space style={{ marginBottom: 16 }}>
        <DictTag type="sys_notice_type" value={notice.noticeType} />
        {seededName(notice.createBy)}
        <TimeText value={notice.createdAt} />
      </Space>
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton active />}
      {data && <RichText html={data.noticeContent} />}
    </Drawer>
  )
}
