import { formatAmount } from '@fleetdeck/i18n/formats'
import { Button, Popover, Tooltip } from 'antd'
import { useEffect, useState } from 'react'
import { type Translate, useText } from '../../ground/language.ts'
import type { ScreenSession } from '../../realtime/screen/screen-session.ts'
import type { ScreenPhase, ScreenState } from '../../realtime/screen/screen-state.ts'
import type { ScreenStats } from '../../realtime/screen/screen-stats.ts'
import type { Condition } from '../device-condition.ts'
import { StateBadge } from '../StateBadge.tsx'
import { LatencyPanel } from './LatencyPanel.tsx'
import styles from './screen.module.css'

const conditions: Record<ScreenPhase, Condition> = {
  connecting: 'busy',
  starting: 'busy',
  live: 'online',
  stopped: 'offline',
  offline: 'offline',
  refused: 'failed',
  closed: 'failed',
}

function stateText(state: ScreenState, t: Translate): string {
  if (state.phase === 'live')
    return t(state.watches || (state.controller && !state.youControl) ? 'screen.watching' : 'screen.live')
  if (state.phase === 'refused') return t('device.stateFailed')
  const words = {
    connecting: 'screen.connecting',
    starting: 'screen.starting',
    stopped: 'screen.stopped',
    offline: 'screen.offline',
    closed: 'screen.closed',
  } as const
  return t(words[state.phase])
}

function explainReason(
  { phase, controller, youControl, watches, message }: ScreenState,
  t: Translate,
): string {
  if (phase !== 'live') return message
  if (controller === null) return t(watches ? 'phone.watchOnly' : 'screen.nobodyControls')
  return youControl ? '' : t('screen.watchingHint', { name: controller })
}

/** Numbers that may be wrong due to clock offset are not shown. */
const isPlausible = (latencyMs: number) => latencyMs >= 0 && latencyMs < 60_000

/** An unchanged screen sends no frame, and its video one in a second. */
function statsText({ framesPerSecond, latencyMs }: ScreenStats, t: Translate): string {
  if (framesPerSecond <= 1) return t('screen.still')
  const rate = formatAmount(framesPerSecond, 'fps')
  if (latencyMs === undefined || !isPlausible(latencyMs)) return rate
  return `${formatAmount(Math.round(latencyMs), 'ms')} · ${rate}`
}

interface ScreenFiguresProps {
  session: ScreenSession | undefined
  /** Shows the latency elsewhere, where a popover would cover the phone. */
  onDetails?: () => void
}

/** Age and rate of the frames, once a second; on request the latency of each step. */
export function ScreenFigures({ session, onDetails }: ScreenFiguresProps) {
  const t = useText()
  const [stats, setStats] = useState<ScreenStats>()
  useEffect(() => {
    const timer = setInterval(() => setStats(session?.stats()), 1000)
    return () => clearInterval(timer)
  }, [session])
  if (!session || !stats || stats.frames === 0) return null
  const figures = (
    <Tooltip title={t('screen.latencyHint')} placement="left">
      <Button type="text" size="small" className={styles.figures} onClick={onDetails}>
        {statsText(stats, t)}
      </Button>
    </Tooltip>
  )
  if (onDetails) return figures
  return (
    <Popover
      trigger="click"
      placement="bottom"
      destroyOnHidden
      title={t('screen.latency')}
      content={<LatencyPanel session={session} />}
    >
      {figures}
    </Popover>
  )
}

/** The current state of the screen: connection, controller, viewers. */
export function ScreenStatus({ state }: { state: ScreenState }) {
  const t = useText()
  const reason = explainReason(state, t)
  return (
    <span className={styles.status} aria-live="polite">
      <StateBadge condition={conditions[state.phase]} text={stateText(state, t)} />
      {reason && <span className={styles.figures}>{reason}</span>}
      {state.viewers.length > 1 && (
        <Tooltip title={state.viewers.join(' · ')}>
          <span className={styles.figures}>{t('screen.viewers', { count: state.viewers.length })}</span>
        </Tooltip>
      )}
    </span>
  )
}
