import { siteText, zoneName } from './site-zone.ts'

/** Hours, minutes and seconds of a moment in the site's zone, as 05:58:20. */
export function clockTime(ms: number): string {
  const time = new Date(ms)
  return siteText(time).slice(11) + zoneName(time)
}
