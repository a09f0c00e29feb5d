import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { clockTime } from '../ground/clock-time.ts'
import { useConnection } from '../ground/connection.ts'
import { useText } from '../ground/language.ts'
import styles from './components.module.css'
import { type Condition, conditionTexts } from './device-condition.ts'
import { ageText } from './time-text.ts'
import { useNow } from './use-now.ts'

/** done: of work of which nothing is left. */
type Shape = Condition | 'done'

const shapes: Record<Shape, ReactNode> = {
  done: <path d="M1.5 6.5 4.8 9.8 10.5 2.8" fill="none" stroke="currentColor" strokeWidth="1.8" />,
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
  unknown: (
    <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2 2.2" />
  ),
  disabled: (
    <path d="M6 2a4 4 0 1 0 .01 0M3.2 8.8 8.8 3.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
  ),
}

/** Only the shape; the caller adds the text next to it or in a label. */
export function StateShape({ condition }: { condition: Shape }) {
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

const texts = { ...conditionTexts, done: 'task.completed' } as const

interface StateBadgeProps {
  condition: Shape
  /** It can change at any moment, so it is unknown while no pushes arrive. */
  isLive?: boolean
  /** Replaces the state's own text. */
  text?: ReactNode
  /** The reason, on hover. */
  reason?: ReactNode
}

/** A state by shape, colour and text, the same everywhere. */
export function StateBadge({ condition, isLive = false, text, reason }: StateBadgeProps) {
  const t = useText()
  const isHeard = useConnection(({ hasNews }) => hasNews)
  const shown = text ?? t(texts[condition])
  if (isLive && !isHeard) return <UnknownState last={shown} />
  const badge = (
    <span className={styles.row} data-state={condition}>
      <StateShape condition={condition} />
      <span className={condition === 'disabled' && text === undefined ? styles.struck : ''}>{shown}</span>
    </span>
  )
  return reason ? <Tooltip title={reason}>{badge}</Tooltip> : badge
}

/** In place of a state of which nothing is heard: the last one, and how old it is. */
function UnknownState({ last }: { last: ReactNode }) {
  const t = useText()
  const since = useConnection(({ liveUntil }) => liveUntil)
  const age = ageText(useNow() - since, document.documentElement.lang)
  return (
    <span
      className={styles.row}
      data-state="unknown"
      title={t('layout.lastKnown', { time: clockTime(since) })}
    >
      <StateShape condition="unknown" />
      <span>{t('device.stateUnknown')}</span>
      <span className={`${styles.aged} ${styles.cut}`}>
        {last} · {age}
      </span>
    </span>
  )
}
