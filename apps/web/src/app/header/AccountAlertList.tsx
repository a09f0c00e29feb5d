import type { AccountAlerts } from '@fleetdeck/contract/account-alerts'
import { Link } from 'react-router'
import { StateBadge } from '../../components/StateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { isCritical } from '../../components/tenants/AccountState.tsx'
import { useAlertText } from '../../components/tenants/use-alert-text.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import styles from './notice-bell.module.css'

interface AccountAlertListProps {
  alerts: AccountAlerts
  onLeave: () => void
}

const shownBelow = 5
const tenantList = '/system/tenantList'

/** Alerts of the caller's account and of those below, each with the way to its page. */
export function AccountAlertList({ alerts: { own, below }, onLeave }: AccountAlertListProps) {
  const t = useText()
  const maySeeTenants = useMay('system/tenant/list')
  const shown = below.alerts.slice(0, shownBelow)
  return (
    <section className={styles.incidents} aria-label={t('ownAccount.bell')}>
      <header>
        <strong>{t('ownAccount.bell')}</strong>
        {maySeeTenants && below.count > shown.length && (
          <Link to={tenantList} onClick={onLeave}>
            {t('ownAccount.bellMore', { count: below.count })}
          </Link>
        )}
      </header>
      <ul>
        {own.map((alert) => (
          <li key={alert.kind}>
            <Link to="/user/account" onClick={onLeave} className={styles.alert}>
              <AlertLine alert={alert} name={t('/user/account')} />
            </Link>
          </li>
        ))}
        {shown.map((alert) => {
          const line = <AlertLine alert={alert} name={alert.userName} />
          return (
            <li key={`${alert.userId} ${alert.kind}`}>
              {maySeeTenants ? (
                <Link
                  to={`${tenantList}?userName=${encodeURIComponent(alert.userName)}`}
                  onClick={onLeave}
                  className={styles.alert}
                >
                  {line}
                </Link>
              ) : (
                <div className={styles.alert}>{line}</div>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface AlertLineProps {
  alert: AccountAlerts['own'][number]
  name: string
}

function AlertLine({ alert, name }: AlertLineProps) {
  const alertText = useAlertText()
  return (
    <>
      <StateBadge condition={isCritical(alert.kind) ? 'failed' : 'trouble'} text={alertText(alert)} />
      <span className={styles.info}>
        <span>{name}</span>
        <TimeText value={alert.openedAt} />
      </span>
    </>
  )
}
