import type { DataOf } from '@fleetdeck/contract/endpoint'
import type { site } from '@fleetdeck/contract/site'
import { useQuery } from '@tanstack/react-query'
import { useText } from './language.ts'

export const siteKey = ['systemParam']

/** What the site is called and offers, loaded as the query client says; the title is the spec's words until the site has one of its own. */
export function useSite() {
  const t = useText()
  const { data } = useQuery<DataOf<typeof site.systemParam>>({
    queryKey: siteKey,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  })
  return {
    title: data?.systemTitle || t('common.systemTitle'),
    logo: data?.logo ?? '',
    loginBackground: data?.loginBackground ?? '',
    copyright: data?.copyright ?? '',
    filing: data?.filing ?? '',
    /** Undefined until the site has answered. */
    registerEnabled: data?.registerEnabled,
    oidcEnabled: data?.oidcEnabled,
    oidcLabel: data?.oidcLabel ?? '',
    /** IANA name; undefined until the site has answered. */
    timeZone: data?.timeZone,
    /** Most MB of an uploaded file. */
    uploadMb: data?.uploadMb,
    /** Endings of files that may be uploaded, comma-joined. */
    uploadTypes: data?.uploadTypes,
  }
}
