import type { DataOf } from '@fleetdeck/contract/endpoint'
import type { site } from '@fleetdeck/contract/site'
import { useQuery } from '@tanstack/react-query'
import { passwordMax, passwordMin } from './constants.ts'
import { useText } from './language.ts'

export const siteKey = ['systemParam']

/** The site's name and options, cached by the query client; the title is the spec's until the site has its own. */
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
    /** For which passkeys are made; empty: for none. */
    passkeyHost: data?.passkeyHost,
    oidcEnabled: data?.oidcEnabled,
    oidcLabel: data?.oidcLabel ?? '',
    /** IANA name; undefined until the site has answered. */
    timeZone: data?.timeZone,
    /** Characters of a new password. */
    passwordLimits: data?.passwordLimits ?? { min: passwordMin, max: passwordMax },
    /** Maximum MB of an uploaded file. */
    uploadMb: data?.uploadMb,
    /** Allowed endings of uploaded files, comma-joined. */
    uploadTypes: data?.uploadTypes,
  }
}
