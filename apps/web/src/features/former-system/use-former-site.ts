import { formerPhones } from '@fleetdeck/contract/former-phones'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Whether and from where the site takes calls by number. */
export const useFormerSite = () =>
  useQuery({
    queryKey: [formerPhones.site.path],
    queryFn: ({ signal }) => call(formerPhones.site, { signal }),
    meta: { silent: true },
  }).data
