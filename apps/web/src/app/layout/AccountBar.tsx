import type { AccountAlerts } from '@fleetdeck/contract/account-alerts'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { isCritical } from '../../components/tenants/AccountState.tsx'
import { useAlertText } from '../../components/tenants/use-alert-text.ts'
import { useText } from '../../ground/language.ts'

interface AccountBarProps {
  alerts: AccountAlerts['own']
  onDismiss: () => void
}

/** The limits that the account has reached, and the way to what can be done. */
export function AccountBar({ alerts, onDismiss }: AccountBarProps) {
  const t = useText()
  const alertText = useAlertText()
  return (
    <Alert
      banner
      role="status"
      type={alerts.some(({ kind }) => isCritical(kind)) ? 'error' : 'warning'}
      title={alerts.map(alertText).join(' · ')}
      action={<Link to="/user/account">{t('ownAccount.openAccount')}</Link>}
      closable={{ 'aria-label': t('ownAccount.dismiss'), onClose: onDismiss }}
    />
  )
}
