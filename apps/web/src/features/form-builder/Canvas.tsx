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

/** One place to drop for all parts: to keep each place's box would take longer than a step of the pointer. */
export const dropUnder: CollisionDetection = ({ pointerCoordinates, droppableContainers: [canvas] }) => {
  const element = canvas?.node.current
  const drop = element && pointerCoordinates && dropAt(element, pointerCoordinates)
  return canvas && drop ? [{ id: canvas.id, data: { drop } }] : []
}

interface Hit {
  collisions: { data?: Record<string, unknown> }[] | null
}
export const findDrop = ({ collisions }: Hit) => collisions?.[0]?.data?.drop as Drop | undefined

/** Where what is dragged would come to stand. */
function DropLine() {
  const [drop, setDrop] = useState<Drop>()
  const end = () => setDrop(undefined)
  useDndMonitor({ onDragMove: (event) => setDrop(findDrop(event)), onDragEnd: end, onDragCancel: end })
  return drop && <div className={styles.dropLine} style={drop.line} />
}

/** The form being built: parts are chosen, moved, copied and removed here, by pointer or keyboard. */
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys are heard from the parts inside */}
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
