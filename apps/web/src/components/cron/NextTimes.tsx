import { nextTimes } from '@fleetdeck/cron/next-times'
import type { Cron } from '@fleetdeck/cron/parse-cron'
import { useText } from '../../ground/language.ts'
import { useNow } from '../use-now.ts'
import styles from './cron.module.css'
import { siteTime } from './cron-check.ts'

/** Spec §9. */
const timesShown = 10

/** The next run times, computed by the scheduler's own code in the site's time zone. */
export function NextTimes({ cron, timeZone }: { cron: Cron; timeZone: string }) {
  const t = useText()
  // Past times are removed as the page's clock ticks.
  useNow()
  const times = nextTimes(cron, { timeZone, after: new Date(), count: timesShown })
  if (times.length === 0) return null
  return (
    <section className={styles.next}>
      <div className={styles.nextTitle}>
        {t('cron.next', { count: times.length })} · {t('cron.zone', { zone: timeZone })}
      </div>
      <ol className={styles.times}>
        {times.map((time) => {
          const { text, weekday } = siteTime(time, timeZone, document.documentElement.lang)
          return (
            <li key={time.getTime()}>
              <time dateTime={time.toISOString()}>{text}</time> <span>{weekday}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
