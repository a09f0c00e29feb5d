import { Alert } from 'antd'
import { useText } from '../../ground/language.ts'

/** Shown above every page while the site's authorization expires soon or has expired. */
export function LicenseBanner({ days, isExpired }: { days: number; isExpired: boolean }) {
  const t = useText()
  return (
    <Alert
      banner
      role="status"
      type={isExpired ? 'error' : 'warning'}
      title={isExpired ? t('license.expired') : t('license.soon', { days })}
    />
  )
}
