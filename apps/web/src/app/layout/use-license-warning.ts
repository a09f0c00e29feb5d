import { bannerDays, siteLicense } from '@fleetdeck/contract/license'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const reloadMs = 3_600_000

/** Days until the site's authorization expires, if that is soon or past. */
export function useLicenseWarning(): { days: number; isExpired: boolean } | undefined {
  const { data } = useQuery({
    queryKey: [siteLicense.info.path],
    queryFn: ({ signal }) => call(siteLicense.info, { signal }),
    staleTime: reloadMs,
    refetchInterval: reloadMs,
    meta: { silent: true },
  })
  if (!data || data.daysLeft === null) return undefined
  const { daysLeft: days, isExpired } = data
  return isExpired || days < bannerDays ? { days, isExpired } : undefined
}
