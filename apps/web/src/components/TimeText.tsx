import { useText } from '../ground/language.ts'
import { useSiteZone } from '../ground/site-zone.ts'
import styles from './components.module.css'
import { ageText, fullTime, type Moment, parseMoment, shortTimeParts } from './time-text.ts'
import { useNow } from './use-now.ts'

interface TimeTextProps {
  value: Moment | null | undefined
  /** Above this age, it fades. */
  staleAfterSeconds?: number
}

/** A short time, with the full one on hover. */
export function TimeText({ value, staleAfterSeconds }: TimeTextProps) {
  const now = useNow()
  const t = useText()
  // Shown again when the site has sent its time zone.
  useSiteZone()
  if (value === null || value === undefined || value === '') return <span className={styles.faded}>–</span>
  const age = now - parseMoment(value).getTime()
  const isStale = staleAfterSeconds !== undefined && age > staleAfterSeconds * 1000
  const [short, zone] = shortTimeParts(value)
  const ageNote = isStale
    ? ` · ${t('device.ageOfValue', { age: ageText(age, document.documentElement.lang) })}`
    : ''
  return (
    // Lists have hundreds of them: the browser's own hint costs nothing.
    <time
      className={isStale ? styles.stale : styles.figures}
      dateTime={parseMoment(value).toISOString()}
      title={fullTime(value) + ageNote}
    >
      {short}
      {zone && <small className={styles.zone}>{zone}</small>}
    </time>
  )
}
