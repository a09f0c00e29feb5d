import { DisconnectOutlined, WarningOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { useText } from '../ground/language.ts'
import { useNewsState } from '../realtime/use-console-socket.ts'
import styles from './components.module.css'

const marks = {
  limited: { icon: <WarningOutlined />, label: 'layout.newsLimited', hint: 'layout.newsLimitedHint' },
  lost: { icon: <DisconnectOutlined />, label: 'layout.newsLost', hint: 'layout.newsLostHint' },
} as const

/** Shown while server pushes do not arrive, or not all of them: what is missing, and what works. */
export function NewsMark() {
  const t = useText()
  const state = useNewsState()
  const mark = state === 'live' ? undefined : marks[state]
  return (
    <span role="status">
      {mark && (
        <Tooltip title={t(mark.hint)} trigger={['hover', 'focus', 'click']} placement="bottom">
          <button type="button" className={styles.news} data-news={state} aria-label={t(mark.label)}>
            {mark.icon}
            <span>{t(mark.label)}</span>
          </button>
        </Tooltip>
      )}
    </span>
  )
}
