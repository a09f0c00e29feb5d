import { redPercent } from '@fleetdeck/contract/service-monitor'
import { formatAmount } from '@fleetdeck/i18n/formats'
import { Progress } from 'antd'
import type { ReactNode } from 'react'
import styles from './panels.module.css'

interface InfoListProps {
  title: string
  rows: readonly (readonly [label: string, value: ReactNode])[]
}

/** A card of names and values. */
export function InfoList({ title, rows }: InfoListProps) {
  return (
    <section className={styles.card} aria-label={title}>
      <h2>{title}</h2>
      <dl className={styles.info}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** A percentage as a bar with its number, red when critical. */
export function Share({ label, percent }: { label: string; percent: number }) {
  return (
    <Progress
      aria-label={label}
      percent={Math.round(percent)}
      size="small"
      status={percent > redPercent ? 'exception' : 'normal'}
      format={(value) => formatAmount(value ?? 0, '%')}
    />
  )
}
