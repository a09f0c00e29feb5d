import type { BookableDevice } from '@fleetdeck/contract/bookings'
import { Button } from 'antd'
import type { Reserving } from '../../components/bookings/ReserveDrawer.tsx'
import { StateBadge } from '../../components/StateBadge.tsx'
import { useText } from '../../ground/language.ts'
import { BookingDetails, useSpanText } from './BookingDetails.tsx'
import styles from './calendar.module.css'

interface PhoneListProps {
  devices: readonly BookableDevice[]
  onReserve: ((reserving: Reserving) => void) | undefined
}

/** The calendar where it has no room: the bookings of each phone as text. */
export function PhoneList({ devices, onReserve }: PhoneListProps) {
  const t = useText()
  const spanText = useSpanText()
  return (
    <ul className={styles.phones} aria-label={t('booking.calendar')}>
      {devices.map((device) => (
        <li key={device.id}>
          <header>
            <StateBadge condition={device.online ? 'online' : 'offline'} text={device.deviceNo} />
            {onReserve && (
              <Button size="small" onClick={() => onReserve({ phones: [device] })}>
                {t('booking.reserve')}
              </Button>
            )}
          </header>
          {device.bookings.length === 0 && <span className={styles.free}>{t('booking.free')}</span>}
          {device.bookings.map((booking) => (
            <BookingDetails key={booking.bookingId} booking={booking}>
              <button type="button" className={styles.entry} data-own={booking.isOwn}>
                <span>{spanText(booking)}</span>
                <span>{booking.userName}</span>
              </button>
            </BookingDetails>
          ))}
        </li>
      ))}
    </ul>
  )
}
