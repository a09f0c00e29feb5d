import { DisconnectOutlined, SyncOutlined, WarningOutlined } from '@ant-design/icons'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { clockTime } from '../../ground/clock-time.ts'
import { type Connection, type ConnectionState, tryNow, useConnection } from '../../ground/connection.ts'
import { type Translate, useText } from '../../ground/language.ts'
import styles from './connection.module.css'

const icons: Record<ConnectionState, ReactNode> = {
  connecting: <SyncOutlined />,
  live: <i className={styles.dot} aria-hidden />,
  stale: <WarningOutlined />,
  reconnecting: <DisconnectOutlined />,
}
const labels: Record<ConnectionState, TextKey> = {
  connecting: 'layout.connecting',
  live: 'layout.live',
  stale: 'layout.staleSince',
  reconnecting: 'layout.reconnectingSince',
}

function hintFor({ state, hasNews }: Connection): TextKey {
  if (state === 'stale') return hasNews ? 'layout.newsLimitedHint' : 'layout.staleHint'
  return state === 'reconnecting' ? 'layout.reconnectingHint' : 'layout.liveHint'
}

const connectionLabel = (t: Translate, { state, liveUntil }: Connection) =>
  t(labels[state], { time: clockTime(liveUntil) })

interface ConnectionMarkProps {
  /** Leaves it out while all is well: next to a screen that is live itself. */
  isQuiet?: boolean
}

/** The one state of this page's connection: whether changes arrive automatically, and since when they do not. */
export function ConnectionMark({ isQuiet = false }: ConnectionMarkProps) {
  const t = useText()
  const connection = useConnection()
  const isWell = connection.state === 'live' || connection.state === 'connecting'
  const label = connectionLabel(t, connection)
  const mayTry = !connection.hasNews
  const tryButton = (
    <Button size="small" onClick={tryNow}>
      {t('layout.outageTry')}
    </Button>
  )
  return (
    <span className={styles.connection} role="status">
      {!(isQuiet && isWell) && (
        <Tooltip
          trigger={['hover', 'focus', 'click']}
          placement="bottom"
          classNames={{ root: 'hint-on-tap' }}
          title={
            <div className={styles.hint}>
              <strong>{label}</strong>
              <p>{t(hintFor(connection))}</p>
              {mayTry && tryButton}
            </div>
          }
        >
          <button type="button" className={styles.mark} data-connection={connection.state} aria-label={label}>
            {icons[connection.state]}
            <span>{label}</span>
          </button>
        </Tooltip>
      )}
      {mayTry && <span className={styles.tryNow}>{tryButton}</span>}
    </span>
  )
}
