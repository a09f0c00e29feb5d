import type { BookableDevice, BookingSpan } from '@fleetdeck/contract/bookings'
import { Button } from 'antd'
import { type PointerEvent, useState } from 'react'
import type { Reserving } from '../../components/bookings/ReserveDrawer.tsx'
import { StateBadge } from '../../components/StateBadge.tsx'
import { useNow } from '../../components/use-now.ts'
import { useText } from '../../ground/language.ts'
import { BookingDetails, useSpanText } from './BookingDetails.tsx'
import styles from './calendar.module.css'
import { type CalendarRange, type CalendarView, percentAt, slotAt, spanOfSlots } from './calendar-range.ts'

interface CalendarProps {
  devices: readonly BookableDevice[]
  view: CalendarView
  range: CalendarRange
  /** Undefined if the caller may not reserve. */
  onReserve: ((reserving: Reserving) => void) | undefined
}

const hourMs = 3_600_000
/** Every third hour of a day has a label. */
const labelledHours = 3

function labelsOf(view: CalendarView, { from }: CalendarRange): { key: string; text: string }[] {
  const language = document.documentElement.lang
  if (view === 'day')
    return Array.from({ length: 24 / labelledHours }, (_, n) => {
      const text = `${String(n * labelledHours).padStart(2, '0')}:00`
      return { key: text, text }
    })
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric' })
  return Array.from({ length: 7 }, (_, n) => {
    const day = new Date(from)
    day.setDate(day.getDate() + n)
    return { key: String(n), text: format.format(day) }
  })
}

const percents = (range: CalendarRange, from: number, to: number) => {
  const left = percentAt(range, from)
  return { left: `${left}%`, width: `${percentAt(range, to) - left}%` }
}

function Bar({ booking, range }: { booking: BookingSpan; range: CalendarRange }) {
  const spanText = useSpanText()
  const name = `${booking.userName} · ${spanText(booking)}`
  return (
    <BookingDetails booking={booking}>
      <button
        type="button"
        className={styles.bar}
        data-own={booking.isOwn}
        data-offer={booking.acceptBy !== null}
        style={percents(range, Date.parse(booking.startsAt), Date.parse(booking.endsAt))}
        title={name}
        aria-label={name}
        onPointerDown={(event) => event.stopPropagation()}
      >
        {booking.userName}
      </button>
    </BookingDetails>
  )
}

type TrackProps = Omit<CalendarProps, 'devices' | 'view'> & { device: BookableDevice }

/** The times of one phone; dragging over free ones reserves it. */
function Track({ device, range, onReserve }: TrackProps) {
  const now = useNow()
  const [dragged, setDragged] = useState<readonly [number, number]>()
  const slotOf = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return slotAt(range, (event.clientX - left) / width)
  }
  const span = dragged && spanOfSlots(range, dragged, now)
  return (
    <div
      className={styles.track}
      data-free={onReserve !== undefined}
      onPointerDown={(event) => {
        if (event.button !== 0 || !onReserve) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const slot = slotOf(event)
        setDragged([slot, slot])
      }}
      onPointerMove={(event) => dragged && setDragged([dragged[0], slotOf(event)])}
      onPointerUp={() => {
        setDragged(undefined)
        if (span) onReserve?.({ phones: [device], ...span })
      }}
      onPointerCancel={() => setDragged(undefined)}
    >
      {device.bookings.map((booking) => (
        <Bar key={booking.bookingId} booking={booking} range={range} />
      ))}
      {span && (
        <span
          className={styles.choice}
          style={percents(range, span.startsAt?.getTime() ?? now, span.endsAt.getTime())}
        />
      )}
    </div>
  )
}

/** Phones in rows, times in columns; times are of the viewer's time zone. */
export function Calendar({ devices, view, range, onReserve }: CalendarProps) {
  const t = useText()
  const now = useNow()
  const isNow = now >= range.from.getTime() && now < range.to.getTime()
  const endsAt = new Date(now + hourMs)
  return (
    <section className={styles.calendar} data-view={view} aria-label={t('booking.calendar')}>
      <div className={styles.times}>
        {labelsOf(view, range).map(({ key, text }) => (
          <span key={key}>{text}</span>
        ))}
      </div>
      {devices.map((device) => (
        <section key={device.id} className={styles.row} aria-label={device.deviceNo}>
          <header>
            <StateBadge condition={device.online ? 'online' : 'offline'} text={device.deviceNo} />
            {onReserve && (
              <Button size="small" type="link" onClick={() => onReserve({ phones: [device], endsAt })}>
                {t('booking.reserve')}
              </Button>
            )}
          </header>
          <Track device={device} range={range} onReserve={onReserve} />
        </section>
      ))}
      {isNow && (
        <i
          className={styles.now}
          style={{ '--at': percentAt(range, now) / 100 } as React.CSSProperties}
          aria-hidden
        />
      )}
    </section>
  )
}
