import { takeControlPermission } from '@fleetdeck/contract/device-socket'
import { Button } from 'antd'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import type { ScreenSession } from '../../realtime/screen/screen-session.ts'
import type { ScreenState } from '../../realtime/screen/screen-state.ts'
import styles from './screen.module.css'

interface ControlToolsProps {
  session: ScreenSession | undefined
  state: ScreenState
}

/** Requests control from another user, takes it, and answers requests. */
export function ControlTools({ session, state }: ControlToolsProps) {
  const t = useText()
  const mayTake = useMay(takeControlPermission)
  if (!session || state.phase !== 'live') return null
  const { youControl, controller, asking, youAsk } = state
  if (youControl)
    return asking.map(({ viewer, name }) => (
      <span key={viewer} className={styles.request} role="status">
        {t('screen.asksControl', { name })}
        <Button size="small" type="primary" onClick={() => session.socket.grantControl(viewer, true)}>
          {t('screen.grant')}
        </Button>
        <Button size="small" onClick={() => session.socket.grantControl(viewer, false)}>
          {t('screen.deny')}
        </Button>
      </span>
    ))
  if (controller === null || state.watches) return null
  return (
    <span className={styles.request}>
      <Button size="small" disabled={youAsk} onClick={() => session.socket.askControl()}>
        {t(youAsk ? 'screen.asked' : 'screen.askControl')}
      </Button>
      {mayTake && (
        <Button size="small" onClick={() => session.socket.takeControl()}>
          {t('screen.takeControl')}
        </Button>
      )}
    </span>
  )
}
