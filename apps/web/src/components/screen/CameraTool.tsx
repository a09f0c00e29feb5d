import { VideoCameraOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useText } from '../../ground/language.ts'
import type { ScreenSession } from '../../realtime/screen/screen-session.ts'
import type { ScreenState } from '../../realtime/screen/screen-state.ts'
import styles from './screen.module.css'

interface CameraToolProps {
  session: ScreenSession | undefined
  state: ScreenState
}

/** Shows the operator's camera on the phone, or stops that; nothing for phones that show none. */
export function CameraTool({ session, state: { camera, youControl } }: CameraToolProps) {
  const t = useText()
  if (!session || !youControl || camera === 'none') return null
  const isOn = camera === 'on'
  return (
    <span className={styles.mode}>
      <Tooltip title={t(isOn ? 'screen.cameraOnHint' : 'screen.cameraHint')}>
        <Button
          size="small"
          danger={isOn}
          icon={<VideoCameraOutlined />}
          onClick={() => session.shareCamera(!isOn)}
        >
          {t(isOn ? 'screen.cameraStop' : 'screen.cameraShare')}
        </Button>
      </Tooltip>
      {camera === 'failed' && (
        <span className={styles.fallback} role="status">
          {t(navigator.mediaDevices ? 'screen.cameraBlocked' : 'screen.cameraInsecure')}
        </span>
      )}
    </span>
  )
}
