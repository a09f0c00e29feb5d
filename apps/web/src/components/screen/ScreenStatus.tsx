import { formatAmount } from '@fleetdeck/i18n/formats'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { type Translate, useText } from '../../ground/language.ts'
import type { ScreenSession } from '../../realtime/screen/screen-session.ts'
import type { ScreenPhase, ScreenState } from '../../realtime/screen/screen-state.ts'
import type { ScreenStats } from '../../realtime/screen/screen-stats.ts'
import type { Condition } from '../device-condition.ts'
import { StateBadge } from '../StateBadge.tsx'
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
  /** The latency of each step is shown beside the phone. */
  isOpen: boolean
  /** Shows it, or closes it. */
  onDetails: () => void
}

/** Age and rate of the frames, once a second. */
export function ScreenFigures({ session, isOpen, onDetails }: ScreenFiguresProps) {
  const t = useText()
  const [stats, setStats] = useState<ScreenStats>()
  useEffect(() => {
    const timer = setInterval(() => setStats(session?.stats()), 1000)
    return () => clearInterval(timer)
  }, [session])
  if (!session || !stats || stats.frames === 0) return null
  return (
    <Tooltip title={isOpen ? '' : t('screen.latencyHint')} placement="bottom">
      <Button type="text" size="small" className={styles.stats} aria-expanded={isOpen} onClick={onDetails}>
        {statsText(stats, t)}
      </Button>
    </Tooltip>
  )
}

/** The current state of the screen: connection, controller, viewers, and what follows them. */
export function ScreenStatus({ state, children }: { state: ScreenState; children?: ReactNode }) {
  const t = useText()
  const reason = explainReason(state, t)
  return (
    <span className={styles.status}>
      <span className={styles.status} aria-live="polite">
        <StateBadge condition={conditions[state.phase]} text={stateText(state, t)} />
        {reason && <span className={styles.figures}>{reason}</span>}
        {state.viewers.length > 1 && (
          <Tooltip title={state.viewers.join(' · ')}>
            <span className={styles.figures}>{t('screen.viewers', { count: state.viewers.length })}</span>
          </Tooltip>
        )}
      </span>
      {children}
    </span>
  )
}
