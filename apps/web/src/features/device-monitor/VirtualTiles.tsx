import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './monitor.module.css'

const gap = 8

interface VirtualTilesProps<Item> {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => number
  /** Minimum width of a tile; without it each tile takes a whole row. */
  tileWidth?: number | undefined
  tileHeight: number
  tile: (item: Item) => ReactNode
  head?: ReactNode
  /** Number of rows rendered outside the view. */
  overscan?: number
}

function useWidth() {
  const place = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!place.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return { place, width }
}

/** Tiles in rows; only visible rows are rendered, however many there are. */
export function VirtualTiles<Item>(props: VirtualTilesProps<Item>) {
  const { label, items, keyOf, tileWidth, tileHeight, tile, head, overscan = 4 } = props
  const { place, width } = useWidth()
  const space = tileWidth === undefined ? 0 : gap
  const columns = tileWidth === undefined ? 1 : Math.max(1, Math.floor((width + gap) / (tileWidth + gap)))
  const lineHeight = tileHeight + space
  const virtual = useVirtualizer({
    count: Math.ceil(items.length / columns),
    getScrollElement: () => place.current,
    estimateSize: () => lineHeight,
    overscan,
  })
  useEffect(() => {
    if (lineHeight > 0) virtual.measure()
  }, [lineHeight, virtual])
  return (
    <section ref={place} className={styles.scroller} aria-label={label}>
      {head}
      <div className={styles.sizer} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            className={styles.lineOfTiles}
            style={{
              height: tileHeight,
              gap: space,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              transform: `translateY(${start}px)`,
            }}
          >
            {items.slice(index * columns, (index + 1) * columns).map((item) => (
              <div key={keyOf(item)} className={styles.cell}>
                {tile(item)}
              </div>
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}
