import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { bookings } from '@fleetdeck/contract/bookings'
import type { GroupId } from '@fleetdeck/contract/ids'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Pagination, Segmented, Skeleton, Space } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { ReserveDrawer, type Reserving } from '../../components/bookings/ReserveDrawer.tsx'
import { useReloadBookings } from '../../components/bookings/use-bookings.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import type { CrudFilter } from '../../crud/crud-contract.ts'
import { groupFilter } from '../../crud/filters.tsx'
import { ListFrame } from '../../crud/ListFrame.tsx'
import { useListAddress } from '../../crud/use-list-address.ts'
import { type Translate, useText, useTranslated } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { useMedia } from '../../ground/theme/media.ts'
import { Calendar } from './Calendar.tsx'
import styles from './calendar.module.css'
import { type CalendarRange, type CalendarView, rangeAt, stepFrom } from './calendar-range.ts'
import { OwnBookings } from './OwnBookings.tsx'
import { PhoneList } from './PhoneList.tsx'
import { useCalendarAddress } from './use-calendar-address.ts'

const pageSize = 20
/** Narrower windows have no room for the calendar. */
const narrow = '(max-width: 767.98px)'

const filtersOf = (t: Translate): CrudFilter[] => [
  groupFilter(t('booking.group')),
  { name: 'deviceNo', label: t('device.number') },
]

function useCalendar(filter: Record<string, string>, { from, to }: CalendarRange, pageNum: number) {
  const query = {
    startsAt: from.toISOString(),
    endsAt: to.toISOString(),
    groupId: filter.groupId ? (Number(filter.groupId) as GroupId) : undefined,
    deviceNo: filter.deviceNo,
    pageNum,
    pageSize,
  }
  return useQuery({
    queryKey: [bookings.list.path, query],
    queryFn: ({ signal }) => call(bookings.list, { query, signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
}

interface RangeToolsProps {
  view: CalendarView
  range: CalendarRange
  onView: (view: CalendarView) => void
  onStep: (direction: -1 | 1) => void
  onToday: () => void
}

function RangeTools({ view, range, onView, onStep, onToday }: RangeToolsProps) {
  const t = useText()
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium' })
  const last = new Date(range.to.getTime() - 1)
  return (
    <div className={styles.tools}>
      <strong>{view === 'day' ? format.format(range.from) : format.formatRange(range.from, last)}</strong>
      <Space.Compact>
        <Button icon={<LeftOutlined />} aria-label={t('booking.before')} onClick={() => onStep(-1)} />
        <Button onClick={onToday}>{t('booking.today')}</Button>
        <Button icon={<RightOutlined />} aria-label={t('booking.after')} onClick={() => onStep(1)} />
      </Space.Compact>
      <Segmented<CalendarView>
        aria-label={t('monitor.timeRange')}
        value={view}
        onChange={onView}
        options={[
          { value: 'day', label: t('booking.day') },
          { value: 'week', label: t('booking.week') },
        ]}
      />
    </div>
  )
}

/** Who has reserved which phones, and when; with a drag a phone is reserved. */
export function BookingsPage() {
  const t = useText()
  const filters = useTranslated(filtersOf)
  const { address, change } = useListAddress(['groupId', 'deviceNo'], [])
  const { view, at, show } = useCalendarAddress()
  const [reserving, setReserving] = useState<Reserving>()
  const reload = useReloadBookings()
  const mayReserve = useMay(bookings.add.permission)
  const isNarrow = useMedia(narrow)
  const range = rangeAt(view, at)
  const { pageNum } = address
  const { data, error, refetch } = useCalendar(address.filter, range, pageNum)
  const onReserve = mayReserve ? setReserving : undefined
  return (
    <>
      <OwnBookings />
      <ListFrame
        title={t('/device/booking')}
        filters={filters}
        values={address.filter}
        onFilter={(filter) => change({ filter, pageNum: 1 })}
        onRefresh={() => inBackground(reload())}
        primary={
          mayReserve && (
            <Button type="primary" onClick={() => setReserving({})}>
              {t('booking.reserve')}
            </Button>
          )
        }
      >
        <RangeTools
          view={view}
          range={range}
          onView={(next) => show({ view: next })}
          onStep={(direction) => show({ at: stepFrom(view, at, direction) })}
          onToday={() => show({ at: undefined })}
        />
        {error && <ErrorState title={t('booking.calendar')} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton active paragraph={{ rows: 6 }} className={styles.waiting} />}
        {data?.list.length === 0 && <EmptyState text={t('booking.empty')} />}
        {data && data.list.length > 0 && !isNarrow && (
          <Calendar devices={data.list} view={view} range={range} onReserve={onReserve} />
        )}
        {data && data.list.length > 0 && isNarrow && <PhoneList devices={data.list} onReserve={onReserve} />}
        {data && data.total > pageSize && (
          <Pagination
            className={styles.pages}
            align="end"
            current={pageNum}
            pageSize={pageSize}
            total={data.total}
            showSizeChanger={false}
            onChange={(page) => change({ pageNum: page })}
          />
        )}
      </ListFrame>
      {reserving && <ReserveDrawer {...reserving} onClose={() => setReserving(undefined)} />}
    </>
  )
}
