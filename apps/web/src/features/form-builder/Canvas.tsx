import { type CollisionDetection, useDndMonitor, useDroppable } from '@dnd-kit/core'
import { Empty, Form } from 'antd'
import { type CSSProperties, useState } from 'react'
import { useText } from '../../ground/language.ts'
import { Parts } from './CanvasPart.tsx'
import { labelProps } from './FormPreview.tsx'
import styles from './form-builder.module.css'
import { useBuilder } from './model/builder-store.ts'
import { type Drop, dropAt } from './model/drop-place.ts'
import { useCanvasKeys } from './use-canvas-keys.ts'

/** A single drop target for all parts: dnd-kit's box per part would be slower than a pointer move. */
export const dropUnder: CollisionDetection = ({ pointerCoordinates, droppableContainers: [canvas] }) => {
  const element = canvas?.node.current
  const drop = element && pointerCoordinates && dropAt(element, pointerCoordinates)
  return canvas && drop ? [{ id: canvas.id, data: { drop } }] : []
}

interface Hit {
  collisions: { data?: Record<string, unknown> }[] | null
}
export const findDrop = ({ collisions }: Hit) => collisions?.[0]?.data?.drop as Drop | undefined

/** Marks the position where the dragged part would be inserted. */
function DropLine() {
  const [drop, setDrop] = useState<Drop>()
  const end = () => setDrop(undefined)
  useDndMonitor({ onDragMove: (event) => setDrop(findDrop(event)), onDragEnd: end, onDragCancel: end })
  return drop && <div className={styles.dropLine} style={drop.line} />
}

/** The edited form: parts are selected, moved, copied and removed, by pointer or keyboard. */
export function Canvas() {
  const t = useText()
  const items = useBuilder(({ form }) => form.items)
  const settings = useBuilder(({ form }) => form.settings)
  const { setNodeRef } = useDroppable({ id: 'canvas' })
  const onKeyDown = useCanvasKeys()
  const gutter = { '--gutter': `${settings.gutter}px` } as CSSProperties
  return (
    <main ref={setNodeRef} className={styles.canvas} style={gutter}>
      <p className={styles.hint}>{t('form.keys')}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles key events of the parts inside */}
      <div onKeyDown={onKeyDown}>
        <Form {...labelProps(settings)} component={false}>
          {items.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('form.empty')} />}
          <Parts items={items} rowId={undefined} />
        </Form>
      </div>
      <DropLine />
    </main>
  )
}
