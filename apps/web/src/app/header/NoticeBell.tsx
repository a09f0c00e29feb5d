import { BellOutlined } from '@ant-design/icons'
import { type BellNotice, notices } from '@fleetdeck/contract/notices'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Badge, Popover } from 'antd'
import { Suspense, useState } from 'react'
import { call } from '../../api/call.ts'
import { inBackground, showError } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'
import { HeaderButton } from './HeaderButton.tsx'

const BellPanel = lazyPart(async () => (await import('./BellPanel.tsx')).BellPanel)
const NoticeReading = lazyPart(async () => (await import('../../components/NoticeReading.tsx')).NoticeReading)

/** The newest notices, updated live. */
function useBell() {
  const client = useQueryClient()
  const queryKey = [notices.listTop.path]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(notices.listTop, { signal }),
    meta: { silent: true },
  })
  const reload = () => client.invalidateQueries({ queryKey })
  useConsoleEvents((event) => {
    if (event.action === 'noticesChanged') inBackground(reload())
  })
  const markRead = (notice: BellNotice) =>
    notice.isRead
      ? undefined
      : call(notices.markRead, { query: { noticeId: notice.id } })
          .then(reload)
          .catch(showError)
  const markAllRead = () => call(notices.markReadAll).then(reload).catch(showError)
  return { list: data?.list ?? [], unread: data?.unreadCount ?? 0, markRead, markAllRead }
}

/** The bell: the number of unread notices, the newest of them, and a click to read one. */
export function NoticeBell() {
  const t = useText()
  const { list, unread, markRead, markAllRead } = useBell()
  const [isOpen, setOpen] = useState(false)
  const [reading, setReading] = useState<BellNotice>()
  const read = (notice: BellNotice) => {
    setOpen(false)
    setReading(notice)
    inBackground(markRead(notice))
  }
  const content = (
    <Suspense fallback={null}>
      <BellPanel list={list} unread={unread} onRead={read} onAllRead={markAllRead} />
    </Suspense>
  )
  return (
    <>
      <Popover trigger="click" placement="bottomRight" open={isOpen} onOpenChange={setOpen} content={content}>
        <Badge count={unread} size="small" offset={[-6, 6]}>
          <HeaderButton
            label={unread ? t('notice.bellUnread', { count: unread }) : t('notice.bell')}
            icon={<BellOutlined />}
            isQuiet={isOpen}
          />
        </Badge>
      </Popover>
      {reading && (
        <Suspense fallback={null}>
          <NoticeReading notice={reading} onClose={() => setReading(undefined)} />
        </Suspense>
      )}
    </>
  )
}
