import { DisconnectOutlined, LoadingOutlined, PauseCircleOutlined, StopOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { type Translate, useText } from '../../ground/language.ts'
import type { ScreenState } from '../../realtime/screen/screen-state.ts'
import styles from './screen.module.css'

interface ScreenCoverProps {
  deviceNo: string
  state: ScreenState
  /** Undefined if the screen cannot be started. */
  onStart?: (() => void) | undefined
}

interface CoverContent {
  icon: ReactNode
  title: string
  hint?: string
  canStart?: boolean
}

function coverContent(
  { phase, message, socket }: ScreenState,
  deviceNo: string,
  t: Translate,
): CoverContent | undefined {
  const busy = <LoadingOutlined style={{ fontSize: 28 }} />
  switch (phase) {
    case 'live':
      return undefined
    case 'connecting':
      return { icon: busy, title: t(socket === 'connecting' ? 'screen.connecting' : 'screen.reconnecting') }
    case 'starting':
      return { icon: busy, title: t('screen.starting') }
    case 'stopped':
      return {
        icon: <PauseCircleOutlined style={{ fontSize: 28 }} />,
        title: t('screen.stopped'),
        hint: message,
        canStart: true,
      }
    case 'offline':
      return {
        icon: <DisconnectOutlined style={{ fontSize: 28 }} />,
        title: t('screen.offline'),
        hint: message || t('screen.offlineHint'),
      }
    case 'refused':
      return {
        icon: <StopOutlined style={{ fontSize: 28 }} />,
        // spec §8: the device number and the server's message.
        title: t('screen.refused', { device: deviceNo, msg: message }),
        canStart: true,
      }
    case 'closed':
      return { icon: <StopOutlined style={{ fontSize: 28 }} />, title: t('screen.closed'), hint: message }
  }
}

/** Covers the screen while there is no frame, and explains why. */
export function ScreenCover({ deviceNo, state, onStart }: ScreenCoverProps) {
  const t = useText()
  const content = coverContent(state, deviceNo, t)
  if (!content) return null
  const isAlarm = state.phase === 'refused' || state.phase === 'closed'
  return (
    <div className={styles.cover} role={isAlarm ? 'alert' : 'status'}>
      {content.icon}
      <p>{content.title}</p>
      {content.hint && <p className={styles.hint}>{content.hint}</p>}
      {content.canStart && onStart && (
        <Button type="primary" onClick={onStart}>
          {t('screen.start')}
        </Button>
      )}
    </div>
  )
}
