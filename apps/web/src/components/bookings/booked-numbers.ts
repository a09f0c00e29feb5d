import type { Booking } from '@fleetdeck/contract/bookings'

const namedDevices = 5

/** The first devices of a booking, and how many more there are. */
export const numbersOf = ({ devices }: Pick<Booking, 'devices'>): string =>
  devices
    .slice(0, namedDevices)
    .map(({ deviceNo }) => deviceNo)
    .join(' · ') + (devices.length > namedDevices ? ` +${devices.length - namedDevices}` : '')
