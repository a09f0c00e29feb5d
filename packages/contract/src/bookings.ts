import { z } from 'zod'
import { addCall, pageCall } from './calls.ts'
import { done, pageQuery, time, timeInput } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { BookingId, BookingWaitId, DeviceId, GroupId } from './ids.ts'

/** Minutes. */
export const minBookingMinutes = 5
/** How far ahead a booking begins. */
export const bookingAheadDays = 90
export const maxBookedDevices = 100
/** Of one user: bookings that are not over, and places in lines. */
export const maxOwnBookings = 100
export const maxOwnWaits = 20
/** Days that a calendar shows together. */
export const maxCalendarDays = 8

const base = '/device/booking'
export const bookingPermission = `${base.slice(1)}/list`
export const bookPermission = `${base.slice(1)}/add`
/**
 * Changes bookings of others on devices in the caller's scope, controls devices that others booked, and books without
 * quota.
 */
export const manageBookingsPermission = `${base.slice(1)}/manage`

const shown = {
  userName: z.string(),
  isOwn: z.boolean(),
  /** The caller may end it. */
  mayChange: z.boolean(),
  purpose: z.string(),
  startsAt: time,
  endsAt: time,
  /** Set for an offer to who was next in line: unless it is accepted by then, it is withdrawn. */
  acceptBy: time.nullable(),
}

export const Booking = z.object({
  id: BookingId,
  ...shown,
  devices: z.array(z.object({ id: DeviceId, deviceNo: z.string() })),
})
export type Booking = z.output<typeof Booking>

export const BookingSpan = z.object({ bookingId: BookingId, ...shown })
export type BookingSpan = z.output<typeof BookingSpan>

/** A line of the calendar. */
export const BookableDevice = z.object({
  id: DeviceId,
  deviceNo: z.string(),
  groupName: z.string().nullable(),
  online: z.boolean(),
  /** In the order of their times. */
  bookings: z.array(BookingSpan),
})
export type BookableDevice = z.output<typeof BookableDevice>

export const BookingWait = z.object({
  id: BookingWaitId,
  /** Null: any devices of the group. */
  deviceNo: z.string().nullable(),
  groupName: z.string().nullable(),
  count: z.number(),
  minutes: z.number(),
  purpose: z.string(),
  createdAt: time,
  /** How many are served earlier, of those who wait for the same device or group. */
  ahead: z.number(),
})
export type BookingWait = z.output<typeof BookingWait>

/** The running booking of a device, or one that begins soon. */
export const DeviceBooking = z.object({ deviceId: DeviceId, ...BookingSpan.shape })
export type DeviceBooking = z.output<typeof DeviceBooking>

const purpose = z.string().trim().max(200, 'booking.purposeLength').default('')
const devicesOf = z
  .array(DeviceId)
  .min(1, 'booking.devicesRequired')
  .max(maxBookedDevices, 'booking.devicesTooMany')
  .refine((ids) => new Set(ids).size === ids.length, 'error.invalidId')
/** These devices, or any of a group. */
export const BookingTarget = z.union([
  z.strictObject({ deviceIds: devicesOf }),
  z.strictObject({ groupId: GroupId, count: z.int().min(1).max(maxBookedDevices) }),
])
export type BookingTarget = z.output<typeof BookingTarget>

/** A device, or any of a group. */
const WaitTarget = z.union([
  z.strictObject({ deviceId: DeviceId }),
  z.strictObject({ groupId: GroupId, count: z.int().min(1).max(maxBookedDevices) }),
])

export type WaitTarget = z.output<typeof WaitTarget>

export const BookingDraft = z.strictObject({
  target: BookingTarget,
  /** Null: now. */
  startsAt: timeInput.nullable(),
  endsAt: timeInput,
  purpose,
})
export type BookingDraft = z.input<typeof BookingDraft>

const reads = { permission: bookingPermission }
const books = { permission: bookPermission }
const ownBooking = z.strictObject({ id: BookingId })

export const bookings = {
  /** Devices with the bookings between two times, up to `maxCalendarDays` apart. */
  list: pageCall(`${base}/list`, {
    row: BookableDevice,
    query: pageQuery({
      startsAt: timeInput,
      endsAt: timeInput,
      groupId: z.int().positive().brand<'GroupId'>().optional(),
      deviceNo: z.string().max(64).optional(),
    }),
    ...reads,
  }),
  /** The caller's bookings that are not over, offers, places in lines, and quota. */
  mine: {
    method: 'GET',
    path: `${base}/mine`,
    ...reads,
    data: z.object({
      bookings: z.array(Booking),
      waits: z.array(BookingWait),
      /** 0: no limit. */
      quota: z.object({ maxPhones: z.number(), weekHours: z.number(), usedHours: z.number() }),
      warnMinutes: z.number(),
    }),
  },
  /** The devices that are booked now or soon. */
  states: {
    method: 'GET',
    path: `${base}/states`,
    ...reads,
    data: z.object({ list: z.array(DeviceBooking), warnMinutes: z.number() }),
  },
  add: {
    ...addCall(`${base}/add`, BookingDraft),
    ...books,
    data: z.object({ id: BookingId, deviceNos: z.array(z.string()) }),
  },
  /** Moves the end of a booking that is not over. */
  extend: {
    method: 'POST',
    path: `${base}/extend`,
    ...books,
    body: z.strictObject({ id: BookingId, endsAt: timeInput }),
    data: done,
    log: OperationType.edit,
  },
  /** Ends a booking now; one that has not begun is deleted. Also declines an offer. */
  release: {
    method: 'POST',
    path: `${base}/release`,
    ...books,
    body: ownBooking,
    data: done,
    log: OperationType.edit,
  },
  /** Turns an offer into a booking. */
  accept: {
    method: 'POST',
    path: `${base}/accept`,
    ...books,
    body: ownBooking,
    data: done,
    log: OperationType.edit,
  },
  /** Takes a place in line: the devices are offered for so many minutes as soon as they are free. */
  wait: {
    ...addCall(
      `${base}/wait`,
      z.strictObject({
        target: WaitTarget,
        minutes: z
          .int()
          .min(minBookingMinutes)
          .max(31 * 1440),
        purpose,
      }),
    ),
    ...books,
    data: z.object({ id: BookingWaitId }),
  },
  leave: {
    method: 'POST',
    path: `${base}/leave`,
    ...books,
    body: z.strictObject({ id: BookingWaitId }),
    data: done,
    log: OperationType.remove,
  },
} as const
