import { spaceChinese } from '@fleetdeck/i18n/formats'
import { languageTags } from '@fleetdeck/i18n/languages'
import { currentLanguage } from '../ground/language.ts'
import styles from './components.module.css'
import { type Moment, parseMoment } from './time-text.ts'
import { useNow } from './use-now.ts'

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** How long something lasted; without an end it counts up to now. */
export function DurationText({ since, until }: { since: Moment; until: Moment | null }) {
  const now = useNow()
  const end = until === null ? now : parseMoment(until).getTime()
  const seconds = Math.max(1, Math.round((end - parseMoment(since).getTime()) / 1000))
  const [unit, size] = units.find(([, least]) => seconds >= least) ?? units[3]
  const format = new Intl.NumberFormat(languageTags[currentLanguage()], {
    style: 'unit',
    unit,
    unitDisplay: 'short',
  })
  return <span className={styles.figures}>{spaceChinese(format.format(Math.floor(seconds / size)))}</span>
}
