import { bannerDays, prod } from '@fleetdeck/contract/prod'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const reloadMs = 3_600_000

/** Days until the site's authorization ends, where that is soon or past. */
export function useLicenseWarning(): { days: number; isExpired: boolean } | undefined {
  const { data } = useQuery({
    queryKey: [prod.info.path],
    queryFn: ({ signal }) => call(prod.info, { signal }),
    staleTime: reloadMs,
    refetchInterval: reloadMs,
    meta: { silent: true },
  })
  if (!data || data.daysLeft === null) return undefined
  const { daysLeft: days, isExpired } = data
  return isExpired || days < bannerDays ? { days, isExpired } : undefined
}
