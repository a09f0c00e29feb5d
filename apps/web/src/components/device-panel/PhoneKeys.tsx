import { AppstoreOutlined, ArrowLeftOutlined, HomeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useText } from '../../ground/language.ts'
import { acceptsInput } from '../../realtime/screen/screen-state.ts'
import styles from './panel.module.css'
import type { DeviceControl } from './use-device-control.ts'

/** Whether keys reach the phone: there is a frame, and no other user is in control. */
export const acceptsKeys = ({ state }: DeviceControl) => acceptsInput(state)

/** Back, home and menu below the screen (spec §2). */
export function PhoneKeys({ control }: { control: DeviceControl }) {
  const t = useText()
  const isOff = !acceptsKeys(control)
  const { session } = control
  return (
    <div className={styles.keys}>
      <Button disabled={isOff} icon={<ArrowLeftOutlined />} onClick={() => session?.act('back')}>
        {t('screen.back')}
      </Button>
      <Button disabled={isOff} icon={<HomeOutlined />} onClick={() => session?.act('home')}>
        {t('screen.home')}
      </Button>
      <Button disabled={isOff} icon={<AppstoreOutlined />} onClick={() => session?.act('recent')}>
        {t('screen.recent')}
      </Button>
    </div>
  )
}
