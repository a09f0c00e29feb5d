import type { OwnAccount } from '@fleetdeck/contract/tenants'
import { StateBadge } from '../../components/StateBadge.tsx'
import { isCritical } from '../../components/tenants/AccountState.tsx'
import { listText, seededName, useText } from '../../ground/language.ts'
import styles from './account.module.css'

/** The limits that the account has reached, the next step, and whom to ask. */
export function AccountAdvice({ account: { alerts, contact } }: { account: OwnAccount }) {
  const t = useText()
  const ways = listText([contact?.phone ?? '', contact?.email ?? ''].filter((way) => way !== ''))
  const name = seededName(contact?.nickName ?? '')
  return (
    <section className={styles.card} aria-label={t('tenants.alerts')}>
      <ul className={styles.alerts}>
        {alerts.map((kind) => (
          <li key={kind}>
            <StateBadge
              condition={isCritical(kind) ? 'failed' : 'trouble'}
              text={<strong>{t(`tenantAlert.kind.${kind}`)}</strong>}
            />
            <span>{t(`ownAccount.advice.${kind}`)}</span>
          </li>
        ))}
      </ul>
      {contact && (
        <p className={styles.ask}>
          {ways ? t('ownAccount.ask', { name, ways }) : t('ownAccount.askName', { name })}
        </p>
      )}
    </section>
  )
}
