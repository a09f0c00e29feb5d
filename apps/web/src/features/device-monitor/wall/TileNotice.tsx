import { ageText } from '../../../components/time-text.ts'
import { useNow } from '../../../components/use-now.ts'
import { useText } from '../../../ground/language.ts'
import type { Note } from '../../../realtime/wall/wall-session.ts'
import type { MonitorRow } from '../monitor-view.ts'
import styles from './wall.module.css'

function Age({ until }: { until: number }) {
  return <>{ageText(useNow() - until, document.documentElement.lang)}</>
}

interface TileNoticeProps {
  row: MonitorRow
  note: Note | undefined
  isLive: boolean
}

/** On a tile without its phone's present screen: how old the frame is, or why there is none. */
export function TileNotice({ row, note, isLive }: TileNoticeProps) {
  const t = useText()
  const { online, overHttp } = row.runtime
  if (note?.until !== undefined)
    return (
      <span className={styles.age}>
        <Age until={note.until} />
      </span>
    )
  if (!online) return <span className={styles.notice}>{t('wall.offlineNoFrame')}</span>
  if (overHttp) return <span className={styles.notice}>{t('wall.overHttp')}</span>
  if (note) return <span className={styles.notice}>{note.failure || t('wall.noFrame')}</span>
  return isLive ? null : <span className={`${styles.notice} ${styles.late}`}>{t('wall.noFrame')}</span>
}
