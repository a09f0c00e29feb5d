import { spaceChinese } from '@fleetdeck/i18n/formats'
import { Tooltip } from 'antd'
import { useText } from '../ground/language.ts'
import styles from './components.module.css'
import { fullTime } from './time-text.ts'
import { useSecond } from './use-now.ts'

const pad = (value: number) => String(value).padStart(2, '0')

/** Hours, minutes and seconds, preceded by days if more than one. */
function remainingText(seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  const clock = [Math.floor((seconds % 86_400) / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  const unit = { style: 'unit', unit: 'day', unitDisplay: 'short' } as const
  const before = new Intl.NumberFormat(document.documentElement.lang, unit).format(days)
  return `${days > 0 ? `${spaceChinese(before)} ` : ''}${clock.map(pad).join(':')}`
}

/** The remaining time; without a time it never expires. */
export function TimeLeft({ until }: { until: string | null }) {
  const t = useText()
  const now = useSecond()
  if (until === null) return <span className={styles.faded}>{t('cache.never')}</span>
  const seconds = Math.ceil((Date.parse(until) - now) / 1000)
  return (
    <Tooltip title={fullTime(until)}>
      <span className={styles.figures}>{seconds > 0 ? remainingText(seconds) : t('cache.over')}</span>
    </Tooltip>
  )
}
