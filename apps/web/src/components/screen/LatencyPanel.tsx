import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { formatAmount, formatNumber } from '@fleetdeck/i18n/formats'
import { Flex } from 'antd'
import { useEffect, useId, useState } from 'react'
import { type Translate, useText } from '../../ground/language.ts'
import { changeSettings, saveSettings, useSettings } from '../../ground/theme/settings-store.ts'
import type { QualityReason } from '../../realtime/screen/auto-quality.ts'
import type { LatencyFigures } from '../../realtime/screen/latency-meter.ts'
import type { LineFigures, ScreenSession } from '../../realtime/screen/screen-session.ts'
import { QualityChoice } from './QualityChoice.tsx'
import styles from './screen.module.css'

const steps: readonly {
  name: Exclude<keyof LatencyFigures, 'encoder' | 'source'>
  label: TextKey
  isSum?: true
}[] = [
  { name: 'capture', label: 'screen.latencyCapture' },
  { name: 'encode', label: 'screen.latencyEncode' },
  { name: 'network', label: 'screen.latencyNetwork' },
  { name: 'decode', label: 'screen.latencyDecode' },
  { name: 'total', label: 'screen.latencyTotal', isSum: true },
  { name: 'total95', label: 'screen.latencyTotal95' },
  { name: 'input', label: 'screen.latencyInput', isSum: true },
  { name: 'input95', label: 'screen.latencyInput95' },
]

const refreshMs = 500

const explainReason = ({ kind, value }: QualityReason, t: Translate): string =>
  t(`screen.qualityReason.${kind}`, {
    value:
      kind === 'loss' ? formatAmount(Math.round(value * 100), '%') : formatAmount(Math.round(value), 'ms'),
  })

interface Row {
  name: string
  label: TextKey
  isSum?: true | undefined
  value: string
}

/** The codec of what is shown, and what encodes it on the phone. */
const codecText = (codec: string | undefined, encoder: LatencyFigures['encoder'], t: Translate): string =>
  codec ? [codec, encoder && t(`screen.encoder.${encoder}`)].filter(Boolean).join(' · ') : t('screen.unknown')

const sourceRows = (source: LatencyFigures['source']): Row[] =>
  source
    ? [
        {
          name: 'source',
          label: 'screen.source',
          value: [source.way, source.version].filter(Boolean).join(' '),
        },
      ]
    : []

const regionRows = (region: string | undefined): Row[] =>
  region ? [{ name: 'region', label: 'screen.region', value: region }] : []

/** Why the phone does not use a better way to show its screen. */
function LostWays({ source }: { source: LatencyFigures['source'] }) {
  const t = useText()
  return source?.lost.map(({ way, why, detail }) => (
    <div key={way} className={styles.figures} style={{ whiteSpace: 'normal' }} data-measure={`lost-${way}`}>
      {t(`screen.sourceLost.${why}`, { way, detail })}
    </div>
  ))
}

function lineRows(line: LineFigures | undefined, t: Translate): Row[] {
  const unknown = t('screen.unknown')
  const inMs = (value: number | undefined, digits = 0) =>
    value === undefined ? unknown : formatAmount(value, 'ms', digits)
  const { count, longestMs, lastMinute } = line?.freezes ?? { count: 0, longestMs: undefined, lastMinute: 0 }
  return [
    { name: 'roundTrip', label: 'screen.roundTrip', value: inMs(line?.roundTripMs) },
    {
      name: 'loss',
      label: 'screen.loss',
      value: line?.loss === undefined ? unknown : formatAmount(Math.round(line.loss * 100), '%'),
    },
    { name: 'freezes', label: 'screen.freezes', value: formatNumber(count) },
    { name: 'freezesLastMinute', label: 'screen.freezesLastMinute', value: formatNumber(lastMinute) },
    {
      name: 'longestFreeze',
      label: 'screen.longestFreeze',
      value: longestMs === undefined ? t('screen.noFreeze') : inMs(longestMs),
    },
  ]
}

function QualityLine({ line }: { line: LineFigures | undefined }) {
  const t = useText()
  const id = useId()
  const screenQuality = useSettings((settings) => settings.screenQuality)
  const choose = (quality: typeof screenQuality) => {
    changeSettings({ screenQuality: quality })
    saveSettings()
  }
  const quality = line?.quality
  return (
    <Flex vertical gap={4} style={{ marginBlockEnd: 8 }}>
      <Flex justify="space-between" align="center" gap={24}>
        <span id={id}>{t('layout.screenQuality')}</span>
        <QualityChoice labelledBy={id} value={screenQuality} onChange={choose} />
      </Flex>
      <span className={styles.figures} style={{ whiteSpace: 'normal' }} data-measure="quality">
        {quality
          ? [
              t('screen.qualityStep', {
                step: quality.step,
                steps: quality.steps,
                size: formatAmount(Math.round(quality.sharePercent), '%'),
              }),
              quality.reason && explainReason(quality.reason, t),
            ]
              .filter(Boolean)
              .join(' · ')
          : t('screen.qualityHint.device')}
      </span>
    </Flex>
  )
}

interface LatencyPanelProps {
  session: ScreenSession
  /** Of the phone's server, if it is another one than that of the page's server. */
  region: string | undefined
}

/** Measures while shown, and displays the latency of each step (time-code.ts), and what the line does to the screen. */
export function LatencyPanel({ session, region }: LatencyPanelProps) {
  const t = useText()
  const [figures, setFigures] = useState<LatencyFigures>()
  const [line, setLine] = useState<LineFigures>()
  useEffect(() => {
    session.measure(true)
    const refresh = () => {
      setFigures(session.latency())
      setLine(session.line())
    }
    refresh()
    const timer = setInterval(refresh, refreshMs)
    return () => {
      clearInterval(timer)
      session.measure(false)
    }
  }, [session])
  const codec: Row = {
    name: 'codec',
    label: 'screen.codec',
    value: codecText(line?.codec, figures?.encoder, t),
  }
  const measured = steps.map(({ name, label, isSum }): Row => {
    const value = figures?.[name]
    return {
      name,
      label,
      isSum,
      value: value === undefined ? t('screen.unknown') : formatAmount(value, 'ms', 1),
    }
  })
  return (
    <div style={{ maxWidth: 360 }}>
      <QualityLine line={line} />
      <dl className={styles.measures}>
        {[
          ...regionRows(region),
          ...sourceRows(figures?.source),
          codec,
          ...measured,
          ...lineRows(line, t),
        ].map(({ name, label, isSum, value }) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt className={isSum ? styles.sum : undefined}>{t(label)}</dt>
            <dd className={isSum ? styles.sum : undefined} data-measure={name}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <LostWays source={figures?.source} />
      <div className={styles.figures} style={{ whiteSpace: 'normal' }}>
        {t(figures?.pictures ? 'screen.latencyExplained' : 'screen.latencyWaiting')}
      </div>
    </div>
  )
}
