import type { RecordedAction, Timeline } from '@fleetdeck/contract/recordings'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Checkbox } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { clockText } from '../../components/clock-text.ts'
import { actionTexts } from '../../components/screen/action-texts.ts'
import { type Translate, useText } from '../../ground/language.ts'
import { lastIndexUntil } from './moments.ts'
import styles from './recordings.module.css'

interface PlaybackEvent {
  at: number
  kind: 'input' | 'line' | 'online'
  text: string
  level?: string
}

const rowHeight = 26

const percents = ({ x, y }: { x: number; y: number }) => ({ x: Math.round(x * 100), y: Math.round(y * 100) })

const hasSecond = (frame: RecordedAction | undefined) =>
  frame?.action === 'canvas_action' && frame.second !== undefined

/** before: the input before it. */
function describeInput(
  frame: RecordedAction,
  before: RecordedAction | undefined,
  t: Translate,
): string | undefined {
  if (frame.action === 'typeText') return t('recording.typed', { text: frame.text })
  if (frame.action === 'setClipboard') return t('recording.clipboard', { text: frame.text.slice(0, 100) })
  if (frame.action === 'hiddenText') return t('recording.hidden', { count: frame.length })
  if (frame.action === 'pressKey') return t('recording.key', { key: frame.key })
  const { action_type: type, second } = frame
  if (type === 'touchMove' && hasSecond(frame) && !hasSecond(before))
    return t('recording.twoFingers', percents(frame))
  if (type === 'touchDown') return t(second ? 'recording.twoFingers' : 'recording.touch', percents(frame))
  return type === 'touchMove' || type === 'touchUp'
    ? undefined
    : t('recording.key', { key: t(actionTexts[type]) })
}

function listEvents({ inputs, lines, online }: Timeline, t: Translate): PlaybackEvent[] {
  const all: PlaybackEvent[] = [
    ...inputs.flatMap(({ at, frame }, place) => {
      const text = describeInput(frame, inputs[place - 1]?.frame, t)
      return text === undefined ? [] : [{ at, kind: 'input' as const, text }]
    }),
    ...lines.map(({ at, level, msg }) => ({ at, kind: 'line' as const, text: msg, level })),
    ...online.map(({ at, isOnline }) => ({
      at,
      kind: 'online' as const,
      text: t(isOnline ? 'recording.phoneBack' : 'recording.phoneGone'),
    })),
  ]
  return all.sort((one, other) => one.at - other.at)
}

interface PlaybackEventsProps {
  timeline: Timeline
  at: number
  onSeek: (at: number) => void
}

/** Inputs and log lines in order; the one at the current time is marked, a click seeks to it. */
export function PlaybackEvents({ timeline, at, onSeek }: PlaybackEventsProps) {
  const t = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const [withLog, setWithLog] = useState(true)
  const all = useMemo(() => listEvents(timeline, t), [timeline, t])
  const shown = useMemo(() => (withLog ? all : all.filter(({ kind }) => kind !== 'line')), [all, withLog])
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  })
  const now = lastIndexUntil(shown, at)
  useEffect(() => {
    if (now >= 0) virtual.scrollToIndex(now, { align: 'auto' })
  }, [now, virtual])
  return (
    <aside className={styles.events} aria-label={t('recording.happenings')}>
      <div className={styles.eventsHead}>
        <strong>{t('recording.happenings')}</strong>
        <Checkbox checked={withLog} onChange={(event) => setWithLog(event.target.checked)}>
          {t('recording.withLog')}
        </Checkbox>
      </div>
      {shown.length === 0 && <p className={styles.none}>{t('recording.noHappenings')}</p>}
      <div ref={scroller} className={styles.scroller}>
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map(({ index, start, key }) => {
            const { at: when, kind, text, level } = shown[index] as PlaybackEvent
            return (
              <button
                key={key}
                type="button"
                className={styles.event}
                data-kind={level ?? kind}
                data-now={index === now}
                style={{ transform: `translateY(${start}px)` }}
                title={text}
                onClick={() => onSeek(when)}
              >
                <span className={styles.clock}>{clockText(when)}</span>
                <span className={styles.words}>{text}</span>
              </button>
            )
          })}
        </div>
      </div>
    </aside>
  )
}
