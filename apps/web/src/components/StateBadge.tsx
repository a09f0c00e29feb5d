import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../ground/language.ts'
import styles from './components.module.css'
import { type Condition, conditionTexts } from './device-condition.ts'

const shapes: Record<Condition, ReactNode> = {
  online: <circle cx="6" cy="6" r="4.5" fill="currentColor" />,
  offline: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.8" />,
  busy: (
    <>
      <circle cx="6" cy="6" r="4" fill="currentColor" className={styles.pulse} />
      <circle cx="6" cy="6" r="4" fill="currentColor" />
    </>
  ),
  trouble: <path d="M6 1 11.4 10.6 H0.6 Z" fill="currentColor" />,
  failed: <rect x="1.5" y="1.5" width="9" height="9" rx="1" fill="currentColor" />,
  disabled: (
    <path d="M6 2a4 4 0 1 0 .01 0M3.2 8.8 8.8 3.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
  ),
}

/** Only the shape; the caller adds the text beside it or in a label. */
export function StateShape({ condition }: { condition: Condition }) {
  return (
    <svg
      className={`${styles.shape} ${styles[condition]}`}
      width="12"
      height="12"
      viewBox="0 0 12 12"
      aria-hidden="true"
    >
      {shapes[condition]}
    </svg>
  )
}

interface StateBadgeProps {
  condition: Condition
  /** Replaces the state's own text. */
  text?: ReactNode
  /** The reason, on hover. */
  reason?: ReactNode
}

/** A state by shape, colour and text, the same everywhere. */
export function StateBadge({ condition, text, reason }: StateBadgeProps) {
  const t = useText()
  return (
    <Tooltip title={reason}>
      <span className={styles.row} data-state={condition}>
        <StateShape condition={condition} />
        <span className={condition === 'disabled' ? styles.struck : ''}>
          {text ?? t(conditionTexts[condition])}
        </span>
      </span>
    </Tooltip>
  )
}
