import { LogDialog } from '../device-log/LogDialog.tsx'
import { NewLinkPart } from '../screen-links/NewLinkPart.tsx'
import { DeviceSettingsDrawer } from '../settings/DeviceSettingsDrawer.tsx'
import { DiagnosisDialog } from './DiagnosisDialog.tsx'
import { DockedPhones } from './DockedPhones.tsx'
import type { DeviceOrder } from './neighbours.ts'
import { useDeviceOverlay } from './use-device-overlay.ts'

function Dialogs({ name, deviceNo, close }: ReturnType<typeof useDeviceOverlay>) {
  if (name === 'log') return <LogDialog deviceNo={deviceNo} onClose={close} />
  if (name === 'guestLink') return <NewLinkPart deviceNo={deviceNo} onClose={close} />
  if (name === 'screenSettings') return <DeviceSettingsDrawer deviceNo={deviceNo} onClose={close} />
  if (name === 'diagnosis') return <DiagnosisDialog deviceNo={deviceNo} onClose={close} />
  return null
}

/** What the address opens: phones beside the page, and the log, the screen settings or the diagnosis of one. */
export function DeviceOverlays({ order }: { order?: DeviceOrder }) {
  const overlay = useDeviceOverlay()
  return (
    <>
      {overlay.docked.length > 0 && <DockedPhones overlay={overlay} order={order} />}
      <Dialogs {...overlay} />
    </>
  )
}
