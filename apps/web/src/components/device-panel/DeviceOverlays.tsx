import { Drawer } from 'antd'
import { useText } from '../../ground/language.ts'
import { LogDialog } from '../device-log/LogDialog.tsx'
import { DeviceSettingsDrawer } from '../settings/DeviceSettingsDrawer.tsx'
import { DevicePanel } from './DevicePanel.tsx'
import { DiagnosisDialog } from './DiagnosisDialog.tsx'
import { useDeviceOverlay } from './use-device-overlay.ts'

/** Overlays opened by the address: a phone's panel, its log or its screen settings. */
export function DeviceOverlays() {
  const t = useText()
  const { name, deviceNo, close } = useDeviceOverlay()
  if (name === 'log') return <LogDialog deviceNo={deviceNo} onClose={close} />
  if (name === 'screenSettings') return <DeviceSettingsDrawer deviceNo={deviceNo} onClose={close} />
  if (name === 'diagnosis') return <DiagnosisDialog deviceNo={deviceNo} onClose={close} />
  if (name !== 'screen') return null
  return (
    <Drawer
      open
      size={560}
      title={t('screen.title')}
      onClose={close}
      styles={{ body: { display: 'flex', flexDirection: 'column', padding: 16 } }}
    >
      <DevicePanel key={deviceNo} deviceNo={deviceNo} />
    </Drawer>
  )
}
