import { type DragEvent, useState } from 'react'

/** Files dropped on an element; without a handler drops are ignored. */
export function useFileDrop(take: ((files: Iterable<File>) => void) | undefined) {
  const [isOver, setOver] = useState(false)
  if (!take) return { isOver: false, handlers: {} }
  return {
    /** A drag is over it. */
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      },
      // Moving between child elements also fires leave events.
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      },
    },
  }
}
