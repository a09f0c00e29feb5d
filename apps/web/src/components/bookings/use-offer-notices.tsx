import type { Booking } from '@fleetdeck/contract/bookings'
import { Button, Space } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { feedback, inBackground } from '../../api/feedback.ts'
import { loadPageTexts, text } from '../../ground/language.ts'
import { numbersOf } from './booked-numbers.ts'
import { bookingTime } from './booking-time.ts'
import { useBookingActs, useUrgentBookings } from './use-bookings.ts'

const keyOf = (id: Booking['id']) => `offer-${id}`

/** Announces phones that are offered to the user, who waits in line for them, on any page, until the offer is over. */
export function useOfferNotices(): void {
  const acts = useBookingActs()
  const announced = useRef(new Set<Booking['id']>())
  const offers = useUrgentBookings().filter(({ acceptBy, isOwn }) => acceptBy !== null && isOwn)

  const show = async (offer: Booking) => {
    const [{ notification }] = await Promise.all([feedback(), loadPageTexts()])
    const answer = (act: (id: Booking['id']) => Promise<unknown>) => () => {
      notification.destroy(keyOf(offer.id))
      inBackground(act(offer.id))
    }
    notification.info({
      key: keyOf(offer.id),
      title: text('booking.offered', { devices: numbersOf(offer) }),
      description: text('booking.offer', { time: bookingTime(offer.acceptBy ?? '') }),
      duration: false,
      // The buttons of forms are at the right.
      placement: 'bottomLeft',
      actions: (
        <Space>
          <Button size="small" onClick={answer(acts.decline)}>
            {text('booking.decline')}
          </Button>
          <Button size="small" type="primary" onClick={answer(acts.accept)}>
            {text('booking.accept')}
          </Button>
        </Space>
      ),
    })
  }
  const update = useEffectEvent(async () => {
    const now = new Set(offers.map(({ id }) => id))
    const over = [...announced.current].filter((id) => !now.has(id))
    const added = offers.filter(({ id }) => !announced.current.has(id))
    announced.current = now
    if (over.length > 0) {
      const { notification } = await feedback()
      for (const id of over) notification.destroy(keyOf(id))
    }
    for (const offer of added) await show(offer)
  })
  const ids = offers.map(({ id }) => id).join()
  useEffect(() => {
    if (ids !== '' || announced.current.size > 0) inBackground(update())
  }, [ids])
}
