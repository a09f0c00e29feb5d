import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type ListAddress, readAddress, writeAddress } from './list-address.ts'

/** The list's filter, sort and page from the address, and functions to change them. */
export function useListAddress(filters: readonly string[], sortable: readonly string[]) {
  const [params, setParams] = useSearchParams()
  const filterNames = filters.join(',')
  const sortNames = sortable.join(',')
  const known = useMemo(
    () => ({ filters: filterNames.split(','), sortable: sortNames.split(',') }),
    [filterNames, sortNames],
  )
  const address = useMemo(() => readAddress(params, known), [params, known])
  const change = useCallback(
    (part: Partial<ListAddress>, { replace = false } = {}) => {
      setParams((now) => writeAddress(now, { ...readAddress(now, known), ...part }, known), { replace })
    },
    [setParams, known],
  )
  return { address, change }
}
