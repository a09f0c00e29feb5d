import { type Booking, bookings, type DeviceBooking } from '@fleetdeck/contract/bookings'
import type { BookingWaitId, DeviceId } from '@fleetdeck/contract/ids'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { ask, inBackground, shown, showSuccess } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'
import { useNow } from '../use-now.ts'
import { bookingTime } from './booking-time.ts'

const { list, mine, states } = bookings
const minuteMs = 60_000
const extendMs = 30 * minuteMs

/** Loads what is shown of bookings again. */
export function useReloadBookings() {
  const client = useQueryClient()
  return () =>
    Promise.all([list, mine, states].map(({ path }) => client.invalidateQueries({ queryKey: [path] })))
}

/** Reloads when the server reports that bookings changed. */
export function useBookingEvents() {
  const reload = useReloadBookings()
  useConsoleEvents((event) => {
    if (event.action === 'bookingsChanged') inBackground(reload())
  })
}

/** The caller's bookings and places in line, live; without the permission no data. */
export function useOwnBookings() {
  const enabled = useMay(mine.permission)
  useBookingEvents()
  return useQuery({
    queryKey: [mine.path],
    queryFn: ({ signal }) => call(mine, { signal }),
    enabled,
    meta: { silent: true },
  })
}

/** Offers to the caller, and own bookings that end soon. */
export function useUrgentBookings(): Booking[] {
  const { data } = useOwnBookings()
  const now = useNow()
  if (!data) return []
  const soon = now + data.warnMinutes * minuteMs
  return data.bookings.filter(
    ({ acceptBy, startsAt, endsAt }) =>
      acceptBy !== null || (Date.parse(startsAt) <= now && Date.parse(endsAt) <= soon),
  )
}

interface StateOfDevice {
  running: DeviceBooking | undefined
  /** Begins soon. */
  next: DeviceBooking | undefined
  endsSoon: boolean
}

/** Who has booked a device, now and next. */
export function useDeviceBooking(deviceId: DeviceId): StateOfDevice {
  const enabled = useMay(states.permission)
  const { data } = useQuery({
    queryKey: [states.path],
    queryFn: ({ signal }) => call(states, { signal }),
    enabled,
    meta: { silent: true },
  })
  const now = useNow()
  const own = useMemo(() => data?.list.filter((each) => each.deviceId === deviceId), [data, deviceId])
  const open = own?.filter(({ endsAt }) => Date.parse(endsAt) > now)
  const running = open?.find(({ startsAt }) => Date.parse(startsAt) <= now)
  const next = open?.find(({ startsAt }) => Date.parse(startsAt) > now)
  const soon = now + (data?.warnMinutes ?? 0) * minuteMs
  return { running, next, endsSoon: running !== undefined && Date.parse(running.endsAt) <= soon }
}

/** What a user can do with a booking; failures are shown. */
export function useBookingActs() {
  const t = useText()
  const reload = useReloadBookings()
  const after = async (change: Promise<unknown>, text: string) => {
    await shown(change)
    showSuccess(text)
    await reload()
  }
  return {
    extend: ({ id, endsAt }: Pick<Booking, 'id' | 'endsAt'>) => {
      const end = new Date(Date.parse(endsAt) + extendMs).toISOString()
      const change = call(bookings.extend, { body: { id, endsAt: end } })
      return after(change, t('booking.extended', { time: bookingTime(end) }))
    },
    end: async (id: Booking['id']) => {
      if (await ask({ title: t('booking.endQuestion'), okText: t('booking.end') }))
        await after(call(bookings.release, { body: { id } }), t('booking.ended'))
    },
    decline: (id: Booking['id']) => after(call(bookings.release, { body: { id } }), t('booking.ended')),
    accept: (id: Booking['id']) => after(call(bookings.accept, { body: { id } }), t('booking.accepted')),
    leave: (id: BookingWaitId) => after(call(bookings.leave, { body: { id } }), t('booking.ended')),
  }
}
