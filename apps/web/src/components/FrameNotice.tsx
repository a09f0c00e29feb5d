import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import { useText } from '../ground/language.ts'
import type { Note } from '../realtime/wall/wall-session.ts'
import styles from './frame-notice.module.css'
import { ageText } from './time-text.ts'
import { useNow } from './use-now.ts'

function Age({ until }: { until: number }) {
  return <>{ageText(useNow() - until, document.documentElement.lang)}</>
}

interface FrameNoticeProps {
  runtime: Pick<DeviceRuntime, 'online' | 'overHttp'>
  note: Note | undefined
  isLive: boolean
  /** The newest frame is black. */
  isBlack: boolean
}

/** On a picture that is not its phone's present screen: how old the frame is, or why there is none. */
export function FrameNotice({ runtime: { online, overHttp }, note, isLive, isBlack }: FrameNoticeProps) {
  const t = useText()
  if (note?.until !== undefined)
    return (
      <span className={styles.age}>
        <Age until={note.until} />
      </span>
    )
  if (!online) return <span className={styles.notice}>{t('wall.offlineNoFrame')}</span>
  if (overHttp) return <span className={styles.notice}>{t('wall.overHttp')}</span>
  if (note) return <span className={styles.notice}>{note.failure || t('wall.noFrame')}</span>
  if (isBlack) return <span className={styles.notice}>{t('wall.black')}</span>
  return isLive ? null : <span className={`${styles.notice} ${styles.late}`}>{t('wall.noFrame')}</span>
}
