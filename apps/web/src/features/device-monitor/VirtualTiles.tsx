import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
} from '@tanstack/react-virtual'
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useMedia } from '../../ground/theme/media.ts'
import styles from './monitor.module.css'
import { isArrow, nextTile } from './next-tile.ts'

const gap = 8
/** Of the name of a group. */
const nameHeight = 32
/** From this width on the tiles have a scroll area of their own; on phones they scroll with the page. */
const ownScroll = '(min-width: 600px)'

/** The tiles by their places, rendered or not. */
export interface TilesHandle {
  /** The place that the key leads to; an arrow leads to the first one in view if there is none before. */
  next(key: string, from: number | undefined): number | undefined
  /** The tile is rendered when this returns. */
  render(place: number): void
}

interface VirtualTilesProps<Item> {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => number
  /** Minimum width of a tile; without it each tile takes a whole row. */
  tileWidth?: number | undefined
  /** Tiles in a row at least, however narrow it is, and at most. */
  minColumns?: number
  maxColumns?: number | undefined
  /** In pixels, for a tile of this minimum width. */
  tileHeight: (tileWidth: number) => number
  tile: (item: Item) => ReactNode
  /** Items in a row with the same name begin a new line, below this name; whole rows have no names. */
  groupOf?: ((item: Item) => string) | undefined
  head?: ReactNode
  /** Number of rows rendered outside the view. */
  overscan?: number
  handle?: Ref<TilesHandle>
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
  /** A line that is rendered wherever it is. */
  heldLine: number
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
function useVisible(place: RefObject<HTMLElement | null>, { heights, overscan, heldLine }: Lines) {
  const scrollsItself = useMedia(ownScroll)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const visible = defaultRangeExtractor(range)
      if (heldLine < 0 || heldLine >= range.count || visible.includes(heldLine)) return visible
      return [...visible, heldLine].sort((a, b) => a - b)
    },
    [heldLine],
  )
  const options = {
    count: heights.length,
    estimateSize: (index: number) => heights[index] ?? 0,
    overscan,
    rangeExtractor,
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

const widthOf = (columns: number, width: number) => Math.floor((width - (columns - 1) * gap) / columns)

/** Tiles in rows; only visible rows, and that of the focus, are rendered, however many there are. */
export function VirtualTiles<Item>(props: VirtualTilesProps<Item>) {
  const { label, items, keyOf, tile, groupOf, head, overscan = 4, handle } = props
  const { minColumns = 1, maxColumns = Number.POSITIVE_INFINITY } = props
  const { place, width } = useWidth()
  const [held, hold] = useState<number>()
  const isWhole = props.tileWidth === undefined
  const space = isWhole ? 0 : gap
  const least = Number.isFinite(maxColumns) ? widthOf(maxColumns, width) : 1
  const tileWidth = Math.max(1, least, Math.min(props.tileWidth ?? width, widthOf(minColumns, width)))
  const fitting = Math.floor((width + gap) / (tileWidth + gap))
  const columns = isWhole ? 1 : Math.min(maxColumns, Math.max(minColumns, fitting))
  const tileHeight = props.tileHeight(tileWidth)
  const all = useMemo(() => toLines(items, columns, groupOf), [items, columns, groupOf])
  const lineHeight = tileHeight + space
  const heights = useMemo(
    () => all.map(({ name }) => (name === undefined ? lineHeight : nameHeight)),
    [all, lineHeight],
  )
  const heldLine = useMemo(
    () =>
      held === undefined ? -1 : all.findIndex((line) => line.items.some((item) => keyOf(item) === held)),
    [all, held, keyOf],
  )
  const { lines, top } = useVisible(place, { heights, overscan, heldLine })
  useImperativeHandle(handle, () => {
    const rows = all.filter((line) => line.name === undefined)
    const firstInView = () => {
      const from = lines.range?.startIndex ?? 0
      const first = all.slice(from).find((line) => line.items.length > 0)?.items[0]
      return first === undefined ? undefined : items.indexOf(first)
    }
    const viewHeight = Math.min(place.current?.clientHeight ?? 0, window.innerHeight)
    const page = Math.max(1, Math.floor(viewHeight / lineHeight))
    return {
      next: (key, from) => {
        if (from === undefined) return isArrow(key) ? firstInView() : undefined
        return nextTile(key, from, { lines: rows.map((line) => line.items.length), page })
      },
      render: (at) => {
        const item = items[at]
        if (item !== undefined) flushSync(() => hold(keyOf(item)))
      },
    }
  }, [all, items, keyOf, lineHeight, lines, place])
  return (
    <section
      ref={place}
      className={styles.scroller}
      aria-label={label}
      onFocus={({ target }) => {
        const cell = target.closest<HTMLElement>('[data-cell]')
        if (cell) hold(Number(cell.dataset.cell))
      }}
    >
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
              data-cell={keyOf(item)}
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
