import { formatAmount } from '@fleetdeck/i18n/formats'
import { useConnection } from '../ground/connection.ts'
import { useText } from '../ground/language.ts'
import styles from './components.module.css'
import { lowBatteryBelow } from './device-condition.ts'

interface BatteryLevelProps {
  /** Percent; null while the phone has not reported it. */
  percent: number | null
  isCharging: boolean
}

/** Inner width of the drawn battery. */
const fullWidth = 15

export function BatteryLevel({ percent, isCharging }: BatteryLevelProps) {
  const t = useText()
  const isHeard = useConnection(({ hasNews }) => hasNews)
  if (percent === null) return <span className={styles.faded}>–</span>
  const isLow = percent < lowBatteryBelow && !isCharging
  return (
    <span
      className={`${styles.row} ${styles.figures} ${isHeard ? '' : styles.aged}`}
      title={isCharging ? t('device.charging') : undefined}
    >
      <svg
        className={`${styles.shape} ${isLow ? styles.failed : ''}`}
        width="22"
        height="12"
        viewBox="0 0 22 12"
        aria-hidden="true"
      >
        <rect
          x="0.75"
          y="0.75"
          width="18"
          height="10.5"
          rx="2.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.3"
        />
        <path d="M20.8 4v4" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
        <rect
          x="2.25"
          y="2.25"
          width={(fullWidth * percent) / 100}
          height="7.5"
          rx="1.2"
          fill="currentColor"
          opacity="0.45"
        />
        {isCharging && <path d="M10.8 1.2 6.6 6.7h2.6L8.4 10.8l4.3-5.5h-2.6z" fill="currentColor" />}
      </svg>
      {formatAmount(percent, '%')}
      {isCharging && <span className={styles.hidden}>{t('device.charging')}</span>}
    </span>
  )
}
