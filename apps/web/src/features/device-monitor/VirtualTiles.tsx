import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useMedia } from '../../ground/theme/media.ts'
import styles from './monitor.module.css'

const gap = 8
/** From this width on the tiles have a scroll area of their own; on phones they scroll with the page. */
const ownScroll = '(min-width: 600px)'

interface VirtualTilesProps<Item> {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => number
  /** Minimum width of a tile; without it each tile takes a whole row. */
  tileWidth?: number | undefined
  /** Tiles in a row at least, however narrow it is. */
  minColumns?: number
  /** In pixels, for a tile of this minimum width. */
  tileHeight: (tileWidth: number) => number
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

interface Lines {
  count: number
  lineHeight: number
  overscan: number
}

/** The visible lines: within the place, or within the window. */
function useVisible(place: RefObject<HTMLElement | null>, { count, lineHeight, overscan }: Lines) {
  const scrollsItself = useMedia(ownScroll)
  const options = { count, estimateSize: () => lineHeight, overscan }
  const own = useVirtualizer({
    ...options,
    getScrollElement: () => place.current,
    enabled: scrollsItself,
  })
  const top = place.current ? Math.round(place.current.getBoundingClientRect().top + window.scrollY) : 0
  const paged = useWindowVirtualizer({ ...options, scrollMargin: top, enabled: !scrollsItself })
  useEffect(() => {
    if (lineHeight <= 0) return
    own.measure()
    paged.measure()
  }, [lineHeight, own, paged])
  return scrollsItself ? { lines: own, top: 0 } : { lines: paged, top }
}

/** Tiles in rows; only visible rows are rendered, however many there are. */
export function VirtualTiles<Item>(props: VirtualTilesProps<Item>) {
  const { label, items, keyOf, tile, head, minColumns = 1, overscan = 4 } = props
  const { place, width } = useWidth()
  const isWhole = props.tileWidth === undefined
  const space = isWhole ? 0 : gap
  const most = Math.floor((width - (minColumns - 1) * gap) / minColumns)
  const tileWidth = Math.max(1, Math.min(props.tileWidth ?? width, most))
  const columns = isWhole ? 1 : Math.max(minColumns, Math.floor((width + gap) / (tileWidth + gap)))
  const tileHeight = props.tileHeight(tileWidth)
  const { lines, top } = useVisible(place, {
    count: Math.ceil(items.length / columns),
    lineHeight: tileHeight + space,
    overscan,
  })
  return (
    <section ref={place} className={styles.scroller} aria-label={label}>
      {head}
      <div className={styles.sizer} style={{ height: lines.getTotalSize() }}>
        {/* Not in an element for each line: a tile that moves to another one keeps its focus and its canvas. */}
        {lines.getVirtualItems().flatMap(({ index, start }) =>
          items.slice(index * columns, (index + 1) * columns).map((item, column) => (
            <div
              key={keyOf(item)}
              className={styles.cell}
              style={{
                left: `calc(${column} * (100% + ${space}px) / ${columns})`,
                width: `calc((100% + ${space}px) / ${columns} - ${space}px)`,
                height: tileHeight,
                transform: `translateY(${start - top}px)`,
              }}
            >
              {tile(item)}
            </div>
          )),
        )}
      </div>
    </section>
  )
}
