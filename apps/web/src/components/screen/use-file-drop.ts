import { type DragEvent, useState } from 'react'

/** Files that are dropped on an element; without a taker none can be. */
export function useFileDrop(take: ((files: Iterable<File>) => void) | undefined) {
  const [isOver, setOver] = useState(false)
  if (!take) return { isOver: false, handlers: {} }
  return {
    /** Something hovers over it. */
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      },
      // What lies within is left for its neighbour, too.
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
