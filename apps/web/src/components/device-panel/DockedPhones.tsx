import { CloseOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
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

/** The keys work on the whole page: for the phone that has the focus, or else for the last one. */
function useNeighbourKeys(docked: readonly string[], neighboursOf: (deviceNo: string) => Neighbours) {
  const follow = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const at = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-docked]') : null
    followNeighbourKey(event, neighboursOf(at?.dataset.docked ?? docked.at(-1) ?? ''))
  })
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => follow(event)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** A phone that is added where the dock is too narrow for all is scrolled to. */
function useAddedInView(docked: readonly string[], element: HTMLElement) {
  const before = useRef(docked)
  useEffect(() => {
    const added = docked.find((deviceNo) => !before.current.includes(deviceNo))
    before.current = docked
    if (added === undefined) return
    const phone = element.querySelector(`[data-docked="${CSS.escape(added)}"]`)
    phone?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [docked, element])
}

interface DockedPhoneProps {
  deviceNo: string
  neighbours: Neighbours
  ref: (element: HTMLElement | null) => void
  onClose: () => void
  children: ReactNode
}

/** Escape closes it, except on the phone's screen, which receives the key. */
function DockedPhone({ deviceNo, neighbours, ref, onClose, children }: DockedPhoneProps) {
  const t = useText()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key works on any of its controls.
    <div ref={ref} className={styles.phone} data-docked={deviceNo} tabIndex={-1} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <h2>{deviceNo}</h2>
        <NeighbourButtons {...neighbours} />
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
  useNeighbourKeys(docked, neighboursOf)
  useAddedInView(docked, element)
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
        extra={<NeighbourButtons {...neighboursOf(last)} />}
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
          neighbours={neighboursOf(deviceNo)}
          onClose={() => undock(deviceNo)}
        >
          {panel(deviceNo)}
        </DockedPhone>
      ))}
    </aside>,
    element,
  )
}
