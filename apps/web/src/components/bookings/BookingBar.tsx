import type { DeviceId } from '@fleetdeck/contract/ids'
import { Alert } from 'antd'
import { useText } from '../../ground/language.ts'
import { BookingButtons } from './BookingButtons.tsx'
import { bookingTime } from './booking-time.ts'
import styles from './bookings.module.css'
import { useBookingEvents, useDeviceBooking } from './use-bookings.ts'

/** Above a phone's screen: who has booked it, and what is about to change. */
export function BookingBar({ deviceId }: { deviceId: DeviceId }) {
  const t = useText()
  useBookingEvents()
  const { running, next, endsSoon } = useDeviceBooking(deviceId)
  if (running?.isOwn) {
    const time = bookingTime(running.endsAt)
    return (
      <Alert
        type={endsSoon ? 'warning' : 'info'}
        showIcon
        title={
          <span className={styles.line}>
            {t(endsSoon ? 'booking.endsSoon' : 'booking.untilOwn', { time })}
            <span className={styles.buttons}>
              <BookingButtons booking={{ ...running, id: running.bookingId }} />
            </span>
          </span>
        }
      />
    )
  }
  if (running)
    return (
      <Alert
        type="warning"
        showIcon
        title={t(running.mayChange ? 'booking.until' : 'booking.watchUntil', {
          name: running.userName,
          time: bookingTime(running.endsAt),
        })}
      />
    )
  if (next && !next.isOwn)
    return (
      <Alert
        type="warning"
        showIcon
        title={t(next.mayChange ? 'booking.from' : 'booking.losesSoon', {
          name: next.userName,
          time: bookingTime(next.startsAt),
        })}
      />
    )
  return null
}
