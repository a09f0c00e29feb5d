import { BellOutlined } from '@ant-design/icons'
import { type BellNotice, notices } from '@fleetdeck/contract/notices'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Badge, Popover } from 'antd'
import { Suspense, useState } from 'react'
import { call } from '../../api/call.ts'
import { inBackground, showError } from '../../api/feedback.ts'
import { useUrgentBookings } from '../../components/bookings/use-bookings.ts'
import { useOfferNotices } from '../../components/bookings/use-offer-notices.tsx'
import { useOpenDeviceIncidents } from '../../components/device-incidents/use-device-incidents.ts'
import { useIncidentSummary } from '../../components/incidents/use-incident-summary.ts'
import { useQuestionPanel } from '../../components/questions/question-panel.ts'
import { loadPageTexts, type Translate, useText } from '../../ground/language.ts'
import { lazyPart } from '../../ground/lazy-part.ts'
import { useMobile } from '../../ground/theme/media.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'
import { useBellAlerts } from './bell-alerts.ts'
import { HeaderButton } from './HeaderButton.tsx'

const BellPanel = lazyPart(async () => {
  const [{ BellPanel }] = await Promise.all([import('./BellPanel.tsx'), loadPageTexts()])
  return BellPanel
})
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

const bellLabel = (
  t: Translate,
  [unread, incidents, deviceIncidents, accounts, questions, bookings]: readonly [
    ...[unread: number, incidents: number, deviceIncidents: number],
    ...[accounts: number, questions: number, bookings: number],
  ],
) =>
  [
    unread ? t('notice.bellUnread', { count: unread }) : t('notice.bell'),
    ...(incidents ? [t('notice.bellIncidents', { count: incidents })] : []),
    ...(deviceIncidents ? [t('deviceIncident.count', { count: deviceIncidents })] : []),
    ...(accounts ? [t('notice.bellAccounts', { count: accounts })] : []),
    ...(questions ? [t('notice.bellQuestions', { count: questions })] : []),
    ...(bookings ? [t('notice.bellBookings', { count: bookings })] : []),
  ].join(t('notice.bellComma'))

/** The bell: the problems of the installation and of many devices, the number of unread notices, the newest, and a click to read one. */
export function NoticeBell() {
  const t = useText()
  const { list, unread, markRead, markAllRead } = useBell()
  const { data: installation } = useIncidentSummary()
  const { data: deviceIncidents } = useOpenDeviceIncidents()
  const unhandled = installation?.unacknowledged ?? 0
  const unhandledDevices = deviceIncidents?.unacknowledged ?? 0
  const accounts = useBellAlerts()
  const questions = useQuestionPanel((panel) => panel.waiting)
  const urgent = useUrgentBookings()
  useOfferNotices()
  const isMobile = useMobile()
  const [isOpen, setOpen] = useState(false)
  const [reading, setReading] = useState<BellNotice>()
  const read = (notice: BellNotice) => {
    setOpen(false)
    setReading(notice)
    inBackground(markRead(notice))
  }
  const content = (
    <Suspense fallback={null}>
      <BellPanel
        alerts={accounts.alerts}
        incidents={installation?.open ?? []}
        deviceIncidents={deviceIncidents?.list ?? []}
        questions={questions}
        bookings={urgent}
        list={list}
        unread={unread}
        onRead={read}
        onAllRead={markAllRead}
        onLeave={() => setOpen(false)}
      />
    </Suspense>
  )
  return (
    <>
      <Popover
        trigger="click"
        placement={isMobile ? 'bottom' : 'bottomRight'}
        open={isOpen}
        onOpenChange={(open) => {
          setOpen(open)
          if (open) accounts.markSeen()
        }}
        content={content}
      >
        <Badge
          count={unread + unhandled + unhandledDevices + accounts.unseen + questions + urgent.length}
          size="small"
          offset={[-6, 6]}
        >
          <HeaderButton
            label={bellLabel(t, [
              unread,
              unhandled,
              unhandledDevices,
              accounts.unseen,
              questions,
              urgent.length,
            ])}
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
