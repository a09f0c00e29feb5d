import { useQuery } from '@tanstack/react-query'
import type { PickSource } from './pick-source.ts'

/** The query for one option by its value; cached while the page is open. */
export const pickedQuery = (source: PickSource, value: number | undefined) => ({
  queryKey: [...source.key, 'one', value],
  queryFn: async () => (await source.one(value ?? 0)) ?? null,
  staleTime: Number.POSITIVE_INFINITY,
})

/** The selected option by name; its number until the name is loaded. */
export function PickedName({ source, value }: { source: PickSource; value: string }) {
  const picked = useQuery(pickedQuery(source, Number(value)))
  return picked.data?.label ?? value
}
