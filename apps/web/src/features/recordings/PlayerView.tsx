import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons'
import type { Timeline } from '@fleetdeck/contract/recordings'
import { Alert, Button, Segmented, Slider, Spin, Tooltip } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { clockText } from '../../components/clock-text.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { useText } from '../../ground/language.ts'
import { fetchPiece } from './fetch-piece.ts'
import { PlaybackEvents } from './PlaybackEvents.tsx'
import { aspectRatio, type PlayerState, RecordingPlayer } from './recording-player.ts'
import styles from './recordings.module.css'

const speeds = [0.5, 1, 2, 4]
const stepMs = 5000

/** Space plays and pauses, arrows seek five seconds, comma and point change the speed. */
function onKey(event: KeyboardEvent, player: RecordingPlayer, state: PlayerState, end: number) {
  const change = (by: number) => speeds[speeds.indexOf(state.speed) + by]
  const acts: Record<string, () => void> = {
    ' ': () => player.toggle(),
    ArrowLeft: () => player.seek(player.state().at - stepMs),
    ArrowRight: () => player.seek(player.state().at + stepMs),
    Home: () => player.seek(0),
    End: () => player.seek(end),
    ',': () => player.choose(change(-1) ?? state.speed),
    '.': () => player.choose(change(1) ?? state.speed),
  }
  const act = acts[event.key]
  // The slider and the buttons handle their own keys.
  if (!act || (event.target instanceof HTMLElement && event.target.closest('[role=slider], button, label')))
    return
  event.preventDefault()
  act()
}

/** The frame, with the timeline below and the events next to it. */
export function PlayerView({ id, timeline }: { id: number; timeline: Timeline }) {
  const t = useText()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [player] = useState(() => new RecordingPlayer(timeline, (from, to) => fetchPiece(id, from, to)))
  const state = useSyncExternalStore(player.subscribe, player.state)
  useEffect(() => (canvas.current ? player.attach(canvas.current) : undefined), [player])
  const { durationMs, pictures } = timeline
  if (durationMs === 0) return <EmptyState text={t('recording.nothing')} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keyboard shortcuts for the whole player.
    <div className={styles.player} onKeyDown={(event) => onKey(event, player, state, durationMs)}>
      <div className={styles.stage}>
        {pictures.length === 0 ? (
          <EmptyState text={t('recording.noPictures')} />
        ) : (
          <canvas
            ref={canvas}
            className={styles.canvas}
            style={{ aspectRatio: aspectRatio(pictures) }}
            aria-label={t('recording.screen')}
            role="img"
            tabIndex={0}
            onClick={() => player.toggle()}
          />
        )}
        {state.isWaiting && <Spin delay={400} className={styles.waiting} />}
      </div>
      {state.failure && <Alert type="error" showIcon title={state.failure} className={styles.wide} />}
      <div className={styles.bar}>
        <Tooltip title={t('recording.keys')}>
          <Button
            type="primary"
            shape="circle"
            icon={state.isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
            aria-label={t(state.isPlaying ? 'recording.pause' : 'recording.play')}
            onClick={() => player.toggle()}
          />
        </Tooltip>
        <span className={styles.clock}>
          {clockText(state.at)} / {clockText(durationMs)}
        </span>
        <Slider
          className={styles.slider}
          min={0}
          max={durationMs}
          step={100}
          value={state.at}
          onChange={(at) => player.seek(at)}
          tooltip={{ formatter: (at) => clockText(at ?? 0) }}
          ariaLabelForHandle={t('recording.position')}
        />
        <Segmented
          size="small"
          aria-label={t('recording.speed')}
          value={state.speed}
          options={speeds.map((value) => ({ value, label: `${value}×` }))}
          onChange={(speed) => player.choose(speed)}
        />
      </div>
      <PlaybackEvents timeline={timeline} at={state.at} onSeek={(at) => player.seek(at)} />
    </div>
  )
}
