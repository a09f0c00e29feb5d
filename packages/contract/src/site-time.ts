import { z } from 'zod'

/** Writes times in the format of the spec, `2027-12-31 23:59:59`, in the site's time zone. */
export function siteClock(timeZone: string): (time: Date) => string {
  // Swedish times have this format.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (time) => format.format(time)
}

const asUtc = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`)

/**
 * The time of such a text. One that clocks skip is as much later as they are set forward; of one that exists twice it
 * is one of the two.
 */
function timeOf(text: string, timeZone: string): Date {
  const clock = siteClock(timeZone)
  const aheadAt = (ms: number) => asUtc(clock(new Date(ms))) - ms
  const nearby = asUtc(text) - aheadAt(asUtc(text))
  return new Date(asUtc(text) - aheadAt(nearby))
}

let zoneNow: (() => string) | undefined

/** Schemas that `parse` applies read texts without a zone in this time zone; without one they refuse such texts. */
export function withSiteZone<T>(timeZone: () => string, parse: () => T): T {
  const before = zoneNow
  zoneNow = timeZone
  try {
    return parse()
  } finally {
    zoneNow = before
  }
}

const wrong = 'error.timeFormat'
const isReal = (text: string) => z.iso.datetime({ local: true }).safeParse(text.replace(' ', 'T')).success

/** `2027-12-31 23:59:59` in the site's time zone, as ISO 8601. */
export const siteText = z
  .string(wrong)
  .regex(/^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/, wrong)
  .refine(isReal, wrong)
  .transform((text, context) => {
    if (zoneNow) return timeOf(text, zoneNow()).toISOString()
    context.addIssue(wrong)
    return z.NEVER
  })
