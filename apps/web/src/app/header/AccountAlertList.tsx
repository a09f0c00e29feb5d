import type { AccountAlerts } from '@fleetdeck/contract/tenants'
import { Link } from 'react-router'
import { StateBadge } from '../../components/StateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { isCritical } from '../../components/tenants/AccountState.tsx'
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
        {own.map(({ kind, openedAt }) => (
          <li key={kind}>
            <Link to="/user/account" onClick={onLeave} className={styles.alert}>
              <StateBadge
                condition={isCritical(kind) ? 'failed' : 'trouble'}
                text={t(`tenants.alert.${kind}`)}
              />
              <span className={styles.info}>
                <span>{t('/user/account')}</span>
                <TimeText value={openedAt} />
              </span>
            </Link>
          </li>
        ))}
        {shown.map(({ userId, userName, kind, openedAt }) => (
          <li key={`${userId} ${kind}`}>
            <Link
              to={maySeeTenants ? `${tenantList}?userName=${encodeURIComponent(userName)}` : '/user/account'}
              onClick={onLeave}
              className={styles.alert}
            >
              <StateBadge
                condition={isCritical(kind) ? 'failed' : 'trouble'}
                text={t(`tenants.alert.${kind}`)}
              />
              <span className={styles.info}>
                <span>{userName}</span>
                <TimeText value={openedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
