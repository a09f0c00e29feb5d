import {
  type Collision,
  type CollisionDetection,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  PointerSensor,
  pointerWithin,
  rectIntersection,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { useState } from 'react'
import { showFailure } from '../../api/feedback.ts'
import { useText } from '../../app/language.ts'
import { Canvas } from './Canvas.tsx'
import { FormTools } from './FormTools.tsx'
import styles from './form-builder.module.css'
import { addItem, moveItem } from './model/builder-store.ts'
import type { Place } from './model/item-tree.ts'
import { Palette, type PaletteKind, useNewItem } from './Palette.tsx'
import { Properties } from './Properties.tsx'

/** The gap under the pointer, else the nearest that the dragged thing touches. */
const gapUnder: CollisionDetection = (args): Collision[] => {
  const under = pointerWithin(args)
  return under.length ? under : rectIntersection(args)
}

/** Forms are put together from parts, tried, saved, and made into code. */
export function FormBuilderPage() {
  const t = useText()
  const make = useNewItem()
  const [dragged, setDragged] = useState<PaletteKind | ''>()
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }))
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(undefined)
    const place = over?.data.current as Place | undefined
    if (!place) return
    const { kind, itemId } = (active.data.current ?? {}) as { kind?: PaletteKind; itemId?: string }
    const isDone = itemId === undefined ? kind && addItem(make(kind), place) : moveItem(itemId, place)
    if (!isDone) showFailure(t('form.noPlace'))
  }
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 className="page-title">{t('form.title')}</h1>
        <FormTools />
      </div>
      <DndContext
        sensors={sensors}
        collisionDetection={gapUnder}
        onDragStart={({ active }) => setDragged((active.data.current?.kind as PaletteKind | undefined) ?? '')}
        onDragCancel={() => setDragged(undefined)}
        onDragEnd={drop}
      >
        <div className={styles.columns} data-dragging={dragged !== undefined}>
          <Palette />
          <Canvas />
          <Properties />
        </div>
        <DragOverlay dropAnimation={null}>
          {dragged !== undefined && (
            <div className={styles.ghost}>{dragged ? t(`form.widget.${dragged}`) : t('form.moving')}</div>
          )}
        </DragOverlay>
      </DndContext>
    </div>
  )
}
