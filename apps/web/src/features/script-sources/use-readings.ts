import { scriptSources } from '@fleetdeck/contract/script-sources'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { isUnsettled } from './ResultsDrawer.tsx'

const soonMs = 1500
const lateMs = 15_000

/** Repositories are read in the background: the list is loaded again when one has been. */
export function useReadings(): void {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: [scriptSources.pull.path, 'states'],
    queryFn: async ({ signal }) => {
      const { list } = await call(scriptSources.list, { query: { pageSize: 100 }, signal })
      const states = list.map(({ id, state, triedAt }) => [id, state, triedAt].join(' '))
      return { states: states.join(), isOpen: list.some(isUnsettled) }
    },
    refetchInterval: ({ state }) => (state.data?.isOpen ? soonMs : lateMs),
    meta: { silent: true },
  })
  const states = data?.states
  useEffect(() => {
    if (states === undefined) return
    inBackground(client.invalidateQueries({ queryKey: [scriptSources.list.path] }))
  }, [states, client])
}
