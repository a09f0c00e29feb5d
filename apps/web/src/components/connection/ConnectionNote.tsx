import { DisconnectOutlined } from '@ant-design/icons'
import { clockTime } from '../../ground/clock-time.ts'
import { useConnection } from '../../ground/connection.ts'
import { useText } from '../../ground/language.ts'
import styles from './connection.module.css'

/** Beside a button that sends something: that it cannot be sent now. */
export function ConnectionNote() {
  const t = useText()
  const { state, liveUntil } = useConnection()
  return (
    <span role="status" className={styles.note}>
      {state === 'reconnecting' && (
        <>
          <DisconnectOutlined /> {t('layout.cannotSend', { time: clockTime(liveUntil) })}
        </>
      )}
    </span>
  )
}
