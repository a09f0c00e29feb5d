import type { DeviceId } from '@fleetdeck/contract/ids'
import { useText } from '../../ground/language.ts'
import { bookingTime } from './booking-time.ts'
import styles from './bookings.module.css'
import { useDeviceBooking } from './use-bookings.ts'

/** In a row of devices: who has booked it. */
export function BookedNote({ deviceId }: { deviceId: DeviceId }) {
  const t = useText()
  const { running, next } = useDeviceBooking(deviceId)
  const booking = running ?? next
  if (!booking) return null
  const { isOwn, userName: name } = booking
  const time = bookingTime(running ? booking.endsAt : booking.startsAt)
  if (isOwn)
    return (
      <span className={styles.note}>{t(running ? 'booking.untilOwn' : 'booking.fromOwn', { time })}</span>
    )
  return <span className={styles.note}>{t(running ? 'booking.until' : 'booking.from', { name, time })}</span>
}
