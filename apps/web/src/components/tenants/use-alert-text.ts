import type { AccountAlerts } from '@fleetdeck/contract/account-alerts'
import { formatNumber } from '@fleetdeck/i18n/formats'
import { useText } from '../../ground/language.ts'

/** The limit that an account has reached, with its figures. */
export function useAlertText(): (alert: AccountAlerts['own'][number]) => string {
  const t = useText()
  return ({ kind, value, limit }) =>
    t(`tenantAlert.sentence.${kind}`, {
      value: formatNumber(value) ?? '–',
      limit: formatNumber(limit) ?? '–',
    })
}
