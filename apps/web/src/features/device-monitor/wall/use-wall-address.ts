import { type WallLabel, wallLabels, wallTileWidths } from '@fleetdeck/contract/device-wall'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { readChoice, storeChoice } from './wall-labels.ts'
import { type WallOrder, wallOrders } from './wall-rows.ts'

export const defaultSize = 2
const defaultLabels = 'state,battery'
/** In place of an empty list, so that the address has it. */
const nothing = 'none'

/** Device ids; undefined when the address contains none. */
function parseIds(text: string): ReadonlySet<number> | undefined {
  const ids = text.split(',').map(Number).filter(Boolean)
  return ids.length > 0 ? new Set(ids) : undefined
}

/** In the usual order, whatever was selected first. */
const toLabels = (text: string) => wallLabels.filter((label) => text.split(',').includes(label))

/** A dash is not escaped in addresses, so that hundreds of ids fit. */
function parseOrder(text: string | null): number[] | undefined {
  if (text === null) return undefined
  return text.split('-').map(Number).filter(Boolean)
}

type Parts = Record<string, string>

/**
 * Tile size, labels, arrangement, enlarged phone and selected devices, stored in the address like the filters; size and
 * labels also for later.
 */
export function useWallAddress() {
  const [params, setParams] = useSearchParams()
  const putAll = useCallback(
    (parts: Parts, replace: boolean) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          for (const [name, value] of Object.entries(parts))
            if (value === '') next.delete(name)
            else next.set(name, value)
          return next
        },
        { replace },
      ),
    [setParams],
  )
  const chosen = params.get('chosen') ?? ''
  const size = Number(params.get('size') ?? readChoice('size') ?? defaultSize)
  const labels = params.get('labels') ?? readChoice('labels') ?? defaultLabels
  const order = params.get('order')
  const layoutId = Number(params.get('layout')) || undefined
  const isArranged = layoutId !== undefined || order !== null
  const by = params.get('by') ?? (isArranged ? null : readChoice('by'))
  return {
    size: Number.isInteger(size) && size >= 0 && size < wallTileWidths.length ? size : defaultSize,
    setSize: (value: number) => {
      storeChoice('size', String(value))
      putAll({ size: String(value) }, true)
    },
    labels: useMemo(() => toLabels(labels), [labels]),
    setLabels: (value: readonly WallLabel[]) => {
      const text = toLabels(value.join(',')).join(',')
      storeChoice('labels', text)
      putAll({ labels: text || nothing }, true)
    },
    /** What the automatic order follows; an arrangement counts only for `online`. */
    by: wallOrders.find((one) => one === by) ?? 'online',
    setBy: (value: WallOrder) => {
      storeChoice('by', value)
      putAll({ by: value }, true)
    },
    /** The arrangement that is not saved yet. */
    order: useMemo(() => parseOrder(order), [order]),
    setOrder: useCallback(
      (ids: readonly number[] | undefined) =>
        putAll({ order: ids === undefined ? '' : ids.join('-') || nothing }, true),
      [putAll],
    ),
    /** Id of the layout that was chosen. */
    layoutId,
    /** All phones are shown although a team was chosen. */
    showsWhole: params.get('whole') === '1',
    setWhole: (value: boolean) => putAll({ whole: value ? '1' : '' }, true),
    /** Shows another layout, or none. */
    setLayout: (id: number | undefined, look: Parts = {}) =>
      putAll({ ...look, layout: id === undefined ? '' : String(id), order: '', whole: '' }, false),
    /** Number of the enlarged phone; empty when there is none. */
    openNo: params.get('big') ?? '',
    open: useCallback((deviceNo: string) => putAll({ big: deviceNo }, false), [putAll]),
    /** If set, only these phones are shown. */
    named: useMemo(() => parseIds(chosen), [chosen]),
    showAll: () => putAll({ chosen: '' }, false),
  }
}

export type WallLook = ReturnType<typeof useWallAddress>
