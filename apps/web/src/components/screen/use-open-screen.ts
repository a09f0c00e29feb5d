import { site } from '@fleetdeck/contract/site'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Whether this site has projection switched on (spec §7, systemEnv); undefined until it is known. */
export function useOpenScreen(): boolean | undefined {
  const { data } = useQuery({
    queryKey: [site.env.path],
    queryFn: ({ signal }) => call(site.env, { query: {}, signal }),
    staleTime: 60_000,
  })
  return data?.openScreen
}
