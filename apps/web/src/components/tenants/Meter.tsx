import { fullPercents } from '@fleetdeck/contract/storage'
import styles from './tenants.module.css'

export type MeterTone = 'calm' | 'warning' | 'critical' | 'passedOn'

/** The tone of a share of a limit. */
export function toneOf(used: number, limit: number): MeterTone {
  const percent = limit > 0 ? (used / limit) * 100 : 100
  if (percent >= fullPercents.critical) return 'critical'
  return percent >= fullPercents.warning ? 'warning' : 'calm'
}

interface MeterProps {
  parts: readonly { amount: number; tone: MeterTone }[]
  whole: number
}

/** A bar with parts of a whole; the text next to it says the same. */
export function Meter({ parts, whole }: MeterProps) {
  return (
    <div className={styles.track} aria-hidden>
      {parts.map(({ amount, tone }) => (
        <i
          key={tone}
          className={styles[tone]}
          style={{ width: `${whole > 0 ? Math.min(100, (amount / whole) * 100) : amount > 0 ? 100 : 0}%` }}
        />
      ))}
    </div>
  )
}
