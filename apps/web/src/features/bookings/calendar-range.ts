export interface CalendarRange {
  from: Date
  to: Date
  /** Of equal length. */
  slots: number
}

const days = { day: 1, week: 7 } as const
/** Half hours of a day, hours of a week. */
const slotsOf = { day: 48, week: 168 } as const
export type CalendarView = keyof typeof days

/** The day of `at` in the viewer's time zone, or its week, which begins on Monday. */
export function rangeAt(view: CalendarView, at: Date): CalendarRange {
  const from = new Date(at.getFullYear(), at.getMonth(), at.getDate())
  if (view === 'week') from.setDate(from.getDate() - ((from.getDay() + 6) % 7))
  const to = new Date(from)
  to.setDate(to.getDate() + days[view])
  return { from, to, slots: slotsOf[view] }
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** As in the address: `2026-11-29`, in the viewer's time zone. */
export const dayText = (at: Date): string =>
  `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`

/** Undefined for anything that is no day. */
export function parseDay(text: string | null): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text ?? '') ?? []
  if (!year) return undefined
  const at = new Date(Number(year), Number(month) - 1, Number(day))
  return dayText(at) === text ? at : undefined
}

/** A day or week before or after. */
export function stepFrom(view: CalendarView, at: Date, direction: -1 | 1): Date {
  const next = new Date(at)
  next.setDate(next.getDate() + direction * days[view])
  return next
}

const lengthOf = ({ from, to }: CalendarRange) => to.getTime() - from.getTime()

/** Where a time lies in the range: 0 to 100. */
export const percentAt = (range: CalendarRange, time: number): number =>
  Math.min(100, Math.max(0, (100 * (time - range.from.getTime())) / lengthOf(range)))

/** The slot at a fraction of the range's width. */
export const slotAt = ({ slots }: CalendarRange, fraction: number): number =>
  Math.min(slots - 1, Math.max(0, Math.floor(fraction * slots)))

/** From the begin of one slot to the end of another, in any order; undefined if that is over. What has passed is cut off. */
export function spanOfSlots(range: CalendarRange, [first, last]: readonly [number, number], now: number) {
  const slotMs = lengthOf(range) / range.slots
  const at = (slot: number) => range.from.getTime() + slot * slotMs
  const endsAt = new Date(at(Math.max(first, last) + 1))
  if (endsAt.getTime() <= now) return undefined
  const start = at(Math.min(first, last))
  return { startsAt: start <= now ? undefined : new Date(start), endsAt }
}
