import { formatNumber } from '@fleetdeck/i18n/formats'
import { Link } from 'react-router'
import { ageText } from '../../components/time-text.ts'
import { useNow } from '../../components/use-now.ts'
import { useConnection } from '../../ground/connection.ts'
import { useText } from '../../ground/language.ts'
import type { DeviceFigure } from './device-addresses.ts'
import { Sparkline } from './Sparkline.tsx'

interface FigureProps {
  state: DeviceFigure | 'running' | 'failed'
  label: string
  count: number | undefined
  /** By hour, oldest first; undefined while not known. */
  hours: readonly (number | null)[] | undefined
  isError: boolean
  /** The list that the number counts. */
  to: string
}

/** A number with icon, label and its last day, linked to its list. */
export function Figure({ state, label, count, hours, isError, to }: FigureProps) {
  const t = useText()
  const isHeard = useConnection(({ hasNews }) => hasNews)
  const isMissing = isError && count === undefined
  return (
    <Link to={to} className="figure" data-figure={state} data-zero={count === 0}>
      <span className="figure-label">
        <i className={`state-mark state-${state}`} aria-hidden />
        {label}
      </span>
      <span className="figure-line">
        {isMissing ? (
          <span className="figure-missing">{t('home.figureFailed')}</span>
        ) : (
          <strong className="figure-count" data-known={isHeard}>
            {formatNumber(count) ?? '\u00a0'}
          </strong>
        )}
        {hours ? (
          <Sparkline values={hours} label={t('home.lastDay')} />
        ) : (
          <span className="sparkline" aria-hidden />
        )}
      </span>
      {!isHeard && <UnknownNow />}
    </Link>
  )
}

/** There have been no reports about the counted items for so long. */
function UnknownNow() {
  const t = useText()
  const since = useConnection(({ liveUntil }) => liveUntil)
  const age = ageText(useNow() - since, document.documentElement.lang)
  return <span className="figure-unknown">{t('home.figureUnknown', { age })}</span>
}
