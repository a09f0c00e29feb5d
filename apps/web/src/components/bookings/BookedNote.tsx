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
  const name = booking.isOwn ? t('booking.byYou') : booking.userName
  return (
    <span className={styles.note}>
      {running
        ? t('booking.until', { name, time: bookingTime(running.endsAt) })
        : t('booking.from', { name, time: bookingTime(booking.startsAt) })}
    </span>
  )
}
