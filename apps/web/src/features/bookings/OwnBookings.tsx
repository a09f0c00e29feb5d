import { Button } from 'antd'
import { inBackground } from '../../api/feedback.ts'
import shared from '../../components/bookings/bookings.module.css'
import { OwnBookingList } from '../../components/bookings/OwnBookingList.tsx'
import { useBookingActs, useOwnBookings } from '../../components/bookings/use-bookings.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useText } from '../../ground/language.ts'
import styles from './calendar.module.css'

/** The caller's bookings, offers and places in line, and how much of the quota is used. */
export function OwnBookings() {
  const t = useText()
  const { data, error, refetch } = useOwnBookings()
  const acts = useBookingActs()
  if (error) return <ErrorState title={t('booking.mine')} error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const { bookings, waits, quota } = data
  return (
    <section className={styles.own} aria-label={t('booking.mine')}>
      <header>
        <h2>{t('booking.mine')}</h2>
        {quota.weekHours > 0 && (
          <span className={shared.note}>
            {t('booking.quota', { used: Math.round(quota.usedHours * 10) / 10, most: quota.weekHours })}
          </span>
        )}
      </header>
      {bookings.length + waits.length === 0 && <p className={shared.note}>{t('booking.noneYet')}</p>}
      <OwnBookingList list={bookings} />
      <ul className={shared.list}>
        {waits.map(({ id, deviceNo, groupName, count, minutes, ahead }) => (
          <li key={id}>
            <strong>{deviceNo ?? t('booking.anyOf', { group: groupName ?? '', count })}</strong>
            <span>{t('booking.inLine', { minutes })}</span>
            <span className={shared.note}>
              {ahead === 0 ? t('booking.next') : t('booking.ahead', { count: ahead })}
            </span>
            <span className={shared.buttons}>
              <Button size="small" onClick={() => inBackground(acts.leave(id))}>
                {t('booking.leave')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
