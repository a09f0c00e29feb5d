import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { formatAmount } from '@fleetdeck/i18n/formats'
import { useEffect, useState } from 'react'
import { useText } from '../../ground/language.ts'
import type { LatencyFigures } from '../../realtime/screen/latency-meter.ts'
import type { ScreenSession } from '../../realtime/screen/screen-session.ts'
import styles from './screen.module.css'

const rows: readonly { name: keyof LatencyFigures; label: TextKey; isSum?: true }[] = [
  { name: 'capture', label: 'screen.latencyCapture' },
  { name: 'encode', label: 'screen.latencyEncode' },
  { name: 'network', label: 'screen.latencyNetwork' },
  { name: 'decode', label: 'screen.latencyDecode' },
  { name: 'total', label: 'screen.latencyTotal', isSum: true },
  { name: 'total95', label: 'screen.latencyTotal95' },
  { name: 'input', label: 'screen.latencyInput', isSum: true },
]

const inMs = (value: number | undefined) => (value === undefined ? '–' : formatAmount(value, 'ms', 1))

/** Measures while shown, and displays the latency of each step (time-code.ts). */
export function LatencyPanel({ session }: { session: ScreenSession }) {
  const t = useText()
  const [figures, setFigures] = useState<LatencyFigures>()
  useEffect(() => {
    session.measure(true)
    const timer = setInterval(() => setFigures(session.latency()), 500)
    return () => {
      clearInterval(timer)
      session.measure(false)
    }
  }, [session])
  return (
    <div style={{ maxWidth: 340 }}>
      <dl className={styles.measures}>
        {rows.map(({ name, label, isSum }) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt className={isSum ? styles.sum : undefined}>{t(label)}</dt>
            <dd className={isSum ? styles.sum : undefined} data-measure={name}>
              {inMs(figures?.[name])}
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.figures} style={{ whiteSpace: 'normal' }}>
        {t(figures?.pictures ? 'screen.latencyExplained' : 'screen.latencyWaiting')}
      </div>
    </div>
  )
}
