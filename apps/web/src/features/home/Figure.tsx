import { Link } from 'react-router'
import { useText } from '../../ground/language.ts'
import type { DeviceFigure } from './device-addresses.ts'

interface FigureProps {
  state: DeviceFigure | 'alarms' | 'running' | 'failed'
  label: string
  count: number | undefined
  isError: boolean
  /** The list that the number counts. */
  to: string
}

/** A number with icon and label, linked to its list. */
export function Figure({ state, label, count, isError, to }: FigureProps) {
  const t = useText()
  const isMissing = isError && count === undefined
  return (
    <Link to={to} className="figure">
      <span className="figure-label">
        <i className={`state-mark state-${state}`} aria-hidden />
        {label}
      </span>
      {isMissing ? (
        <span className="figure-missing">{t('home.figureFailed')}</span>
      ) : (
        <strong className="figure-count">{count?.toLocaleString() ?? ' '}</strong>
      )}
    </Link>
  )
}
