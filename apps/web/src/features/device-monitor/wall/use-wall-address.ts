import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { readChoice, storeChoice } from './wall-labels.ts'

const defaultSize = 2

/** Device ids; undefined when the address contains none. */
function parseIds(text: string): ReadonlySet<number> | undefined {
  const ids = text.split(',').map(Number).filter(Boolean)
  return ids.length > 0 ? new Set(ids) : undefined
}

/** Tile size, enlarged phone and selected devices, stored in the address like the filters; the size also for later. */
export function useWallAddress(sizes: number) {
  const [params, setParams] = useSearchParams()
  const put = useCallback(
    (name: string, value: string, replace: boolean) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
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
  return {
    size: Number.isInteger(size) && size >= 0 && size < sizes ? size : defaultSize,
    setSize: (value: number) => {
      storeChoice('size', String(value))
      put('size', String(value), true)
    },
    /** Number of the enlarged phone; empty when there is none. */
    openNo: params.get('big') ?? '',
    open: useCallback((deviceNo: string) => put('big', deviceNo, false), [put]),
    /** If set, only these phones are shown. */
    named: useMemo(() => parseIds(chosen), [chosen]),
    showAll: () => put('chosen', '', false),
  }
}
