import type { BookingSpan } from '@fleetdeck/contract/bookings'
import { Popover } from 'antd'
import type { ReactElement } from 'react'
import { BookingButtons } from '../../components/bookings/BookingButtons.tsx'
import { bookingTime } from '../../components/bookings/booking-time.ts'
import { useText } from '../../ground/language.ts'
import styles from './calendar.module.css'

export function useSpanText() {
  const t = useText()
  return ({ startsAt, endsAt }: Pick<BookingSpan, 'startsAt' | 'endsAt'>) =>
    t('booking.span', { from: bookingTime(startsAt), to: bookingTime(endsAt) })
}

/** Who, when and what for, and what the caller may do, at a click. */
export function BookingDetails({ booking, children }: { booking: BookingSpan; children: ReactElement }) {
  const spanText = useSpanText()
  return (
    <Popover
      trigger="click"
      title={booking.userName}
      content={
        <div className={styles.details}>
          <span>{spanText(booking)}</span>
          {booking.purpose && <span>{booking.purpose}</span>}
          <span className={styles.buttons}>
            <BookingButtons booking={{ ...booking, id: booking.bookingId }} />
          </span>
        </div>
      }
    >
      {children}
    </Popover>
  )
}
