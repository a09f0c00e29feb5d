import type { Booking } from '@fleetdeck/contract/bookings'
import { useText } from '../../ground/language.ts'
import { BookingButtons } from './BookingButtons.tsx'
import { numbersOf } from './booked-numbers.ts'
import { bookingTime } from './booking-time.ts'
import styles from './bookings.module.css'

/** Bookings of the caller, with what can be done with them. */
export function OwnBookingList({ list }: { list: readonly Booking[] }) {
  const t = useText()
  return (
    <ul className={styles.list}>
      {list.map((booking) => (
        <li key={booking.id}>
          <strong>{numbersOf(booking)}</strong>
          <span className={styles.time}>
            {booking.acceptBy === null
              ? t('booking.span', { from: bookingTime(booking.startsAt), to: bookingTime(booking.endsAt) })
              : t('booking.offer', { time: bookingTime(booking.acceptBy) })}
          </span>
          {booking.purpose && <span className={styles.purpose}>{booking.purpose}</span>}
          <span className={styles.buttons}>
            <BookingButtons booking={booking} />
          </span>
        </li>
      ))}
    </ul>
  )
}
