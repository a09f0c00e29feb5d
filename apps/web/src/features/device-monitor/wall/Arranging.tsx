import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { inBackground } from '../../../api/feedback.ts'
import { ownAnnouncements } from '../../../components/own-announcements.ts'
import { useText } from '../../../ground/language.ts'
import type { useArranging } from './use-arranging.ts'
import type { Layouts } from './use-layouts.ts'
import styles from './wall.module.css'

interface ArrangingProps {
  onMove: (from: string, to: string) => void
  children: ReactNode
}

/** Tiles in it can be dragged; on touch screens after a moment, as a swipe scrolls. */
export function Arranging({ onMove, children }: ArrangingProps) {
  const [dragged, setDragged] = useState('')
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 6 } }),
  )
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged('')
    if (over && over.id !== active.id) onMove(String(active.id), String(over.id))
  }
  return (
    <DndContext
      accessibility={ownAnnouncements}
      sensors={sensors}
      onDragStart={({ active }) => setDragged(String(active.id))}
      onDragCancel={() => setDragged('')}
      onDragEnd={drop}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {dragged && <div className={styles.dragged}>{dragged}</div>}
      </DragOverlay>
    </DndContext>
  )
}

export function MovableTile({ deviceNo, children }: { deviceNo: string; children: ReactNode }) {
  const { listeners, setNodeRef, isDragging } = useDraggable({ id: deviceNo })
  const { setNodeRef: setDropRef, isOver } = useDroppable({ id: deviceNo })
  return (
    <div
      className={styles.movable}
      data-dragging={isDragging}
      data-over={isOver && !isDragging}
      ref={(tile) => {
        setNodeRef(tile)
        setDropRef(tile)
      }}
      {...listeners}
    >
      {children}
    </div>
  )
}

interface ArrangeBarProps {
  arranging: ReturnType<typeof useArranging>
  layouts: Layouts
}

export function ArrangeBar({ arranging, layouts }: ArrangeBarProps) {
  const t = useText()
  const { move, moved, stop } = arranging
  if (!move) return null
  return (
    <div className={styles.bar}>
      <span role="status">{moved ? t('wall.movedTo', moved) : t('wall.arrangeHint')}</span>
      <Button disabled={layouts.order.length === 0} onClick={() => inBackground(layouts.resetOrder())}>
        {t('wall.resetOrder')}
      </Button>
      <Button type="primary" onClick={stop}>
        {t('wall.arrangeDone')}
      </Button>
    </div>
  )
}
