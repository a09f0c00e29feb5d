import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useLatest } from '../ground/use-latest.ts'
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
  const read = useMemo(() => readAddress(params, known), [params, known])
  const filterText = JSON.stringify(read.filter)
  // The same object while no condition changes, so that a new order or page renders no filter.
  const filter = useMemo(() => JSON.parse(filterText) as ListAddress['filter'], [filterText])
  const address = useMemo(() => ({ ...read, filter }), [read, filter])
  // The router gives another function with each address.
  const latest = useLatest(setParams)
  const change = useCallback(
    (part: Partial<ListAddress>, { replace = false } = {}) => {
      latest.current((now) => writeAddress(now, { ...readAddress(now, known), ...part }, known), { replace })
    },
    [latest, known],
  )
  return { address, change }
}
