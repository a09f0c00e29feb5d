import { site } from '@fleetdeck/contract/site'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useText } from './language.ts'

export const siteKey = ['systemParam']

/** Title and logo of the site; the title is the spec's words until the site has one of its own. */
export function useSite() {
  const t = useText()
  const { data } = useQuery({
    queryKey: siteKey,
    queryFn: () => call(site.systemParam),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  })
  return { title: data?.systemTitle || t('common.systemTitle'), logo: data?.logo ?? '' }
}
