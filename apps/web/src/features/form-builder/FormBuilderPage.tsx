import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type CSSProperties, useEffect, useState } from 'react'
import { showFailure } from '../../api/feedback.ts'
import { useText } from '../../ground/language.ts'
import { useStickyOffset } from '../../ground/theme/sticky-offset.ts'
import { Canvas, dropUnder, findDrop } from './Canvas.tsx'
import { FormTools } from './FormTools.tsx'
import styles from './form-builder.module.css'
import { addItem, moveItem, saveWaiting } from './model/builder-store.ts'
import { Palette, type PaletteKind, useNewItem } from './Palette.tsx'
import { Properties } from './Properties.tsx'

/** The palette does not scroll while a part is dragged from it. */
const autoScroll = { canScroll: (element: Element) => element === document.scrollingElement }

/** Builds forms from parts, with preview, storage and generated code. */
export function FormBuilderPage() {
  const t = useText()
  const make = useNewItem()
  const [dragged, setDragged] = useState<PaletteKind | ''>()
  const stickyTop = { '--sticky-top': `${useStickyOffset()}px` } as CSSProperties
  useEffect(() => saveWaiting, [])
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }))
  const drop = (event: DragEndEvent) => {
    setDragged(undefined)
    const place = findDrop(event)?.place
    if (!place) return
    const { kind, itemId } = (event.active.data.current ?? {}) as { kind?: PaletteKind; itemId?: string }
    const isDone = itemId === undefined ? kind && addItem(make(kind), place) : moveItem(itemId, place)
    if (!isDone) showFailure(t('form.noPlace'))
  }
  return (
    <div className={styles.page} style={stickyTop}>
      <div className={styles.head}>
        <h1 className="page-title">{t('form.title')}</h1>
        <FormTools />
      </div>
      <DndContext
        sensors={sensors}
        collisionDetection={dropUnder}
        autoScroll={autoScroll}
        onDragStart={({ active }) => setDragged((active.data.current?.kind as PaletteKind | undefined) ?? '')}
        onDragCancel={() => setDragged(undefined)}
        onDragEnd={drop}
      >
        <div className={styles.columns}>
          <Palette />
          <Canvas />
          <Properties />
        </div>
        <DragOverlay dropAnimation={null} className={styles.overlay ?? ''}>
          {dragged !== undefined && (
            <div className={styles.ghost}>{dragged ? t(`form.widget.${dragged}`) : t('form.moving')}</div>
          )}
        </DragOverlay>
      </DndContext>
    </div>
  )
}
