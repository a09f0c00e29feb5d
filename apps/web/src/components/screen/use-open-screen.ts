import { site } from '@fleetdeck/contract/site'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Whether screen mirroring is enabled for this site (spec §7, systemEnv); undefined until known. */
export function useOpenScreen(): boolean | undefined {
  const { data } = useQuery({
    queryKey: [site.env.path],
    queryFn: ({ signal }) => call(site.env, { query: {}, signal }),
    staleTime: 60_000,
  })
  return data?.openScreen
}
