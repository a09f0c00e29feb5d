import type { Booking } from '@fleetdeck/contract/bookings'
import { Button } from 'antd'
import { inBackground } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { useBookingActs } from './use-bookings.ts'

type Shown = Pick<Booking, 'id' | 'isOwn' | 'mayChange' | 'acceptBy' | 'endsAt'>

/** Accept or decline an offer, else extend or end the booking. */
export function BookingButtons({ booking }: { booking: Shown }) {
  const t = useText()
  const acts = useBookingActs()
  if (!booking.mayChange) return null
  if (booking.acceptBy !== null && booking.isOwn)
    return (
      <>
        <Button size="small" type="primary" onClick={() => inBackground(acts.accept(booking.id))}>
          {t('booking.accept')}
        </Button>
        <Button size="small" onClick={() => inBackground(acts.decline(booking.id))}>
          {t('booking.decline')}
        </Button>
      </>
    )
  return (
    <>
      {booking.acceptBy === null && (
        <Button size="small" onClick={() => inBackground(acts.extend(booking))}>
          {t('booking.extend')}
        </Button>
      )}
      <Button size="small" danger onClick={() => inBackground(acts.end(booking.id))}>
        {t('booking.end')}
      </Button>
    </>
  )
}
