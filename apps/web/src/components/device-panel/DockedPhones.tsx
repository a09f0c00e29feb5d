import { CloseOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { keepDeviceOrder } from '../../ground/device-order.ts'
import { useDockPlace } from '../../ground/dock-place.ts'
import { useText } from '../../ground/language.ts'
import { useMedia } from '../../ground/theme/media.ts'
import { DevicePanel } from './DevicePanel.tsx'
import { DockEdge } from './DockEdge.tsx'
import styles from './dock.module.css'
import { dockWidths, useDockWidth } from './dock-width.ts'
import { NeighbourButtons } from './NeighbourButtons.tsx'
import { type DeviceOrder, followNeighbourKey, type Neighbours } from './neighbours.ts'
import type { useDeviceOverlay } from './use-device-overlay.ts'
import { useNeighbours } from './use-neighbours.ts'

/** Narrower windows have no room beside the page. */
const narrow = '(max-width: 899.98px)'

interface DockedPhonesProps {
  overlay: ReturnType<typeof useDeviceOverlay>
  /** Of the page's list; undefined without a list. */
  order: DeviceOrder | undefined
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
  neighbours: Neighbours | undefined
  ref: (element: HTMLElement | null) => void
  onClose: () => void
  children: ReactNode
}

/** Escape closes it, except on the phone's screen, which receives the key. */
function DockedPhone({ deviceNo, neighbours, ref, onClose, children }: DockedPhoneProps) {
  const t = useText()
  const onKeyDown = (event: KeyboardEvent) => {
    if (neighbours) followNeighbourKey(event, neighbours)
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys work on any of its controls.
    <div ref={ref} className={styles.phone} tabIndex={-1} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <h2>{deviceNo}</h2>
        {neighbours && <NeighbourButtons {...neighbours} />}
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
export function DockedPhones({ overlay, order }: DockedPhonesProps) {
  const t = useText()
  const isNarrow = useMedia(narrow)
  const element = useDockElement()
  const { width, setWidth } = useDockWidth()
  const focused = useRef<string>(undefined)
  const neighboursOf = useNeighbours(overlay, order, (deviceNo) => {
    focused.current = deviceNo
  })
  const { docked, undock } = overlay
  const last = docked.at(-1) ?? ''
  const panel = (deviceNo: string) => (
    <DevicePanel
      key={deviceNo}
      deviceNo={deviceNo}
      onOwnWindow={() => keepDeviceOrder(order?.deviceNos ?? [], deviceNo)}
    />
  )
  if (isNarrow)
    return (
      <Drawer
        open
        size={560}
        title={t('screen.title')}
        extra={order && <NeighbourButtons {...neighboursOf(last)} />}
        onClose={() => undock(last)}
        styles={{ body: { display: 'flex', flexDirection: 'column', padding: 16 } }}
      >
        {panel(last)}
      </Drawer>
    )
  // Keys reach the phone that has the focus; its successor gets it.
  const takeFocus = (deviceNo: string) => (phone: HTMLElement | null) => {
    if (!phone || focused.current !== deviceNo) return
    focused.current = undefined
    phone.focus({ preventScroll: true })
  }
  return createPortal(
    <aside
      className={styles.dock}
      aria-label={t('screen.title')}
      style={{ '--dock-width': `${width * docked.length}px` } as CSSProperties}
    >
      <DockEdge width={width} limits={dockWidths} count={docked.length} onChange={setWidth} />
      {docked.map((deviceNo) => (
        <DockedPhone
          key={deviceNo}
          ref={takeFocus(deviceNo)}
          deviceNo={deviceNo}
          neighbours={order && neighboursOf(deviceNo)}
          onClose={() => undock(deviceNo)}
        >
          {panel(deviceNo)}
        </DockedPhone>
      ))}
    </aside>,
    element,
  )
}
