import { CloseOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useDockPlace } from '../../ground/dock-place.ts'
import { useText } from '../../ground/language.ts'
import { useMedia } from '../../ground/theme/media.ts'
import { DevicePanel } from './DevicePanel.tsx'
import { DockEdge } from './DockEdge.tsx'
import styles from './dock.module.css'
import { useDockWidth } from './dock-width.ts'
import type { useDeviceOverlay } from './use-device-overlay.ts'

/** Narrower windows have no room beside the page. */
const narrow = '(max-width: 899.98px)'

interface DockedPhonesProps {
  overlay: ReturnType<typeof useDeviceOverlay>
}

/** An element in the layout's place, while the page is visible. */
function useDockElement(): HTMLElement {
  const place = useDockPlace((state) => state.place)
  const [element] = useState(() => document.createElement('div'))
  useLayoutEffect(() => {
    place?.append(element)
    return () => element.remove()
  }, [place, element])
  return element
}

interface DockedPhoneProps {
  deviceNo: string
  onClose: () => void
  children: ReactNode
}

/** Escape closes it, except on the phone's screen, which receives the key. */
function DockedPhone({ deviceNo, onClose, children }: DockedPhoneProps) {
  const t = useText()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key closes it from any of its controls.
    <div className={styles.phone} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <h2>{deviceNo}</h2>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('screen.undock', { device: deviceNo })}
          onClick={onClose}
        />
      </header>
      {children}
    </div>
  )
}

/** The phones beside the page, which stays usable; in a narrow window the last one, over the page. */
export function DockedPhones({ overlay: { docked, undock } }: DockedPhonesProps) {
  const t = useText()
  const isNarrow = useMedia(narrow)
  const element = useDockElement()
  const { width, setWidth } = useDockWidth()
  const last = docked.at(-1) ?? ''
  if (isNarrow)
    return (
      <Drawer
        open
        size={560}
        title={t('screen.title')}
        onClose={() => undock(last)}
        styles={{ body: { display: 'flex', flexDirection: 'column', padding: 16 } }}
      >
        <DevicePanel key={last} deviceNo={last} />
      </Drawer>
    )
  return createPortal(
    <aside
      className={styles.dock}
      aria-label={t('screen.title')}
      style={{ '--dock-width': `${width * docked.length}px` } as CSSProperties}
    >
      <DockEdge width={width} count={docked.length} onChange={setWidth} />
      {docked.map((deviceNo) => (
        <DockedPhone key={deviceNo} deviceNo={deviceNo} onClose={() => undock(deviceNo)}>
          <DevicePanel deviceNo={deviceNo} />
        </DockedPhone>
      ))}
    </aside>,
    element,
  )
}
