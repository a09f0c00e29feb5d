import { HolderOutlined } from '@ant-design/icons'
import { useDraggable, useDroppable } from '@dnd-kit/core'
import { Button } from 'antd'
import { createContext, type HTMLAttributes, useContext } from 'react'

type Handle = Pick<ReturnType<typeof useDraggable>, 'listeners' | 'setActivatorNodeRef'>
const HandleContext = createContext<Handle | undefined>(undefined)

/** A table row that can be dragged by its handle. */
export function SortableRow(props: HTMLAttributes<HTMLTableRowElement> & { 'data-row-key'?: string }) {
  const id = props['data-row-key'] ?? ''
  const { listeners, setActivatorNodeRef, setNodeRef, transform, isDragging } = useDraggable({ id })
  const { setNodeRef: setDropRef, isOver } = useDroppable({ id })
  const moved = transform && {
    transform: `translateY(${Math.round(transform.y)}px)`,
    position: 'relative' as const,
  }
  const style = {
    ...props.style,
    ...moved,
    ...(isDragging && { zIndex: 10, opacity: 0.8 }),
    ...(isOver && !isDragging && { boxShadow: 'inset 0 2px 0 var(--ant-color-primary)' }),
  }
  return (
    <HandleContext value={{ listeners, setActivatorNodeRef }}>
      <tr
        {...props}
        style={style}
        ref={(row) => {
          setNodeRef(row)
          setDropRef(row)
        }}
      />
    </HandleContext>
  )
}

/** The drag handle of a row; arrow keys move the row too. */
export function RowHandle({ label, move }: { label: string; move: (by: -1 | 1) => void }) {
  const handle = useContext(HandleContext)
  return (
    <Button
      type="text"
      size="small"
      icon={<HolderOutlined />}
      aria-label={label}
      style={{ cursor: 'grab', touchAction: 'none' }}
      ref={handle?.setActivatorNodeRef}
      {...handle?.listeners}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        move(event.key === 'ArrowUp' ? -1 : 1)
      }}
    />
  )
}
