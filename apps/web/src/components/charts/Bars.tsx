import { formatNumber } from '@fleetdeck/i18n/formats'
import { useState } from 'react'
import { listText, useText } from '../../ground/language.ts'
import { countAxis } from './count-axis.ts'

interface BarsProps {
  className?: string
  title: string
  /** Null: unknown. */
  bars: readonly (readonly [name: string, count: number | null])[]
  /** A count with its noun, for screen readers and next to the title. */
  formatCount: (count: number | null) => string
}

/** Every third hour is named. */
const namedEach = 3

/** A bar for each hour below its title; the value of the one that is pointed at is next to it. */
export function Bars({ className, title, bars, formatCount }: BarsProps) {
  const [pointed, setPointed] = useState<number>()
  const axis = countAxis(Math.max(0, ...bars.map(([, count]) => count ?? 0)))
  const top = axis[0] ?? 1
  const bar = pointed === undefined ? undefined : bars[pointed]
  const t = useText()
  const labelled = (label: string, value: string) => t('common.labelled', { label, value })
  const description = listText(
    bars.map(([name, count]) => labelled(name, count === null ? formatCount(count) : formatNumber(count))),
  )
  return (
    <figure className={className}>
      <figcaption>
        {title}
        {bar && <strong>{`${bar[0]} · ${formatCount(bar[1])}`}</strong>}
      </figcaption>
      <div className="bars-chart" role="img" aria-label={labelled(title, description)}>
        <div className="bars-axis" aria-hidden>
          {axis.map((value) => (
            <span key={value}>{formatNumber(value)}</span>
          ))}
        </div>
        <div className="bars-plot" aria-hidden onPointerLeave={() => setPointed(undefined)}>
          {axis.map((value) => (
            <hr key={value} style={{ bottom: `${(value / top) * 100}%` }} />
          ))}
          {bars.map(([name, count], at) => (
            <div key={name} data-pointed={at === pointed} onPointerEnter={() => setPointed(at)}>
              <i style={{ height: `${((count ?? 0) / top) * 100}%` }} />
              {at % namedEach === 0 && <span>{name}</span>}
            </div>
          ))}
        </div>
      </div>
    </figure>
  )
}
