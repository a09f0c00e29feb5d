import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useMedia } from '../../ground/theme/media.ts'
import styles from './monitor.module.css'

const gap = 8
/** Of the name of a group. */
const nameHeight = 32
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
  /** Items in a row with the same name begin a new line, below this name; whole rows have no names. */
  groupOf?: ((item: Item) => string) | undefined
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
  heights: readonly number[]
  overscan: number
}

interface Line<Item> {
  /** The name of the group, in place of items. */
  name?: string
  items: readonly Item[]
}

function toLines<Item>(
  items: readonly Item[],
  columns: number,
  groupOf: ((item: Item) => string) | undefined,
): Line<Item>[] {
  const lines: Line<Item>[] = []
  for (let at = 0; at < items.length; ) {
    const name = groupOf?.(items[at] as Item)
    let end = at
    while (end < items.length && groupOf?.(items[end] as Item) === name) end += 1
    if (name !== undefined) lines.push({ name, items: [] })
    for (; at < end; at += columns) lines.push({ items: items.slice(at, Math.min(at + columns, end)) })
    at = end
  }
  return lines
}

/** The visible lines: within the place, or within the window. */
function useVisible(place: RefObject<HTMLElement | null>, { heights, overscan }: Lines) {
  const scrollsItself = useMedia(ownScroll)
  const options = {
    count: heights.length,
    estimateSize: (index: number) => heights[index] ?? 0,
    overscan,
  }
  const own = useVirtualizer({
    ...options,
    getScrollElement: () => place.current,
    enabled: scrollsItself,
  })
  const top = place.current ? Math.round(place.current.getBoundingClientRect().top + window.scrollY) : 0
  const paged = useWindowVirtualizer({ ...options, scrollMargin: top, enabled: !scrollsItself })
  useEffect(() => {
    if (heights.length === 0) return
    own.measure()
    paged.measure()
  }, [heights, own, paged])
  return scrollsItself ? { lines: own, top: 0 } : { lines: paged, top }
}

/** Tiles in rows; only visible rows are rendered, however many there are. */
export function VirtualTiles<Item>(props: VirtualTilesProps<Item>) {
  const { label, items, keyOf, tile, groupOf, head, minColumns = 1, overscan = 4 } = props
  const { place, width } = useWidth()
  const isWhole = props.tileWidth === undefined
  const space = isWhole ? 0 : gap
  const most = Math.floor((width - (minColumns - 1) * gap) / minColumns)
  const tileWidth = Math.max(1, Math.min(props.tileWidth ?? width, most))
  const columns = isWhole ? 1 : Math.max(minColumns, Math.floor((width + gap) / (tileWidth + gap)))
  const tileHeight = props.tileHeight(tileWidth)
  const all = useMemo(() => toLines(items, columns, groupOf), [items, columns, groupOf])
  const lineHeight = tileHeight + space
  const heights = useMemo(
    () => all.map(({ name }) => (name === undefined ? lineHeight : nameHeight)),
    [all, lineHeight],
  )
  const { lines, top } = useVisible(place, { heights, overscan })
  return (
    <section ref={place} className={styles.scroller} aria-label={label}>
      {head}
      <div className={styles.sizer} style={{ height: lines.getTotalSize() }}>
        {/* Not in an element for each line: a tile that moves to another one keeps its focus and its canvas. */}
        {lines.getVirtualItems().map(({ index, start }) => {
          const name = all[index]?.name
          return (
            name !== undefined && (
              <h2
                key={`name ${index}`}
                className={styles.groupName}
                style={{ height: nameHeight, transform: `translateY(${start - top}px)` }}
              >
                {name}
              </h2>
            )
          )
        })}
        {lines.getVirtualItems().flatMap(({ index, start }) =>
          (all[index]?.items ?? []).map((item, column) => (
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
