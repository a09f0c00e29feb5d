import { siteText } from '../../ground/site-zone.ts'

/** The hour in the site's time zone, such as `08:00`. */
export const formatHour = (at: string) => siteText(new Date(at)).slice(11, 16)
