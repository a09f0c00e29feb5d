import type { SameKeys } from '../catalogue.ts'
import type { booking as zhcn } from '../zhcn/booking.ts'

export const booking: SameKeys<typeof zhcn> = {
  'booking.purposeLength': 'Purposes can be up to 200 characters',
  'booking.devicesRequired': 'Select phones',
  'booking.devicesTooMany': 'You can reserve up to 100 phones together',
  'booking.deviceBooked': '“{{deviceNo}}” is reserved by “{{name}}” until {{time}}',
  'booking.overlap': '“{{deviceNo}}” is reserved by “{{name}}” from {{from}} to {{time}}',
  'booking.groupShort':
    'Only {{count}} {{count|phone|phones}} of this group {{count|is|are}} free then. Reserve fewer, or wait in line.',
  'booking.past': 'Select a time in the future',
  'booking.tooEarly': 'Bookings can begin up to {{days}} {{days|day|days}} ahead',
  'booking.length': 'Bookings last from {{minutes}} minutes to {{days}} {{days|day|days}}',
  'booking.phonesQuota':
    'You can reserve up to {{most}} phones for the same time, and this would be {{count}}',
  'booking.hoursQuota': 'You can reserve up to {{most}} phone hours a week, and this would be {{hours}}',
  'booking.full': 'You can have up to {{count}} bookings. End one that is no longer needed first.',
  'booking.waitsFull': 'You can wait in up to {{count}} lines. Leave one that is no longer needed first.',
  'booking.acceptFirst': 'Accept this booking first',
  'booking.foreign': 'Only the user who made the booking and administrators of bookings can change it',
  'booking.calendarLength': 'The calendar shows up to {{days}} {{days|day|days}}',
}
