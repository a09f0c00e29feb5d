import type { RecordingMark } from '@fleetdeck/contract/recording-marks'
import { useText } from '../../ground/language.ts'
import { useSecond } from '../use-now.ts'
import styles from './tools.module.css'

/** The record icon: a dot in a ring, a square while recording. */
export function RecordingIcon({ isOn = false }: { isOn?: boolean }) {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden className={isOn ? styles.recording : ''}>
      <circle cx="7" cy="7" r="6" fill="none" stroke="currentColor" strokeWidth="1.4" />
      {isOn ? (
        <rect x="4.5" y="4.5" width="5" height="5" rx="1" fill="currentColor" />
      ) : (
        <circle cx="7" cy="7" r="3.2" fill="currentColor" />
      )}
    </svg>
  )
}

/** Shown to all viewers of the phone: the recording user, and the duration. */
export function RecordingTime({ recording }: { recording: RecordingMark }) {
  const t = useText()
  const now = useSecond()
  const seconds = Math.max(0, Math.floor((now - recording.startedAt) / 1000))
  const clock = `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <span className={styles.recordingTime} role="status">
      <RecordingIcon isOn />
      {t('recording.runsBy', { name: recording.by })} <span aria-live="off">{clock}</span>
    </span>
  )
}
