import type { AccountAlertKind } from '@fleetdeck/contract/account-alerts'
import { type TenantSummary, tenants } from '@fleetdeck/contract/tenants'
import { formatNumber } from '@fleetdeck/i18n/formats'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { StateShape } from '../../components/StateBadge.tsx'
import { isCritical } from '../../components/tenants/AccountState.tsx'
import { GrowthChart } from '../../components/tenants/GrowthChart.tsx'
import { Meter, toneOf } from '../../components/tenants/Meter.tsx'
import { useText } from '../../ground/language.ts'
import styles from './tenants.module.css'

export const useTenantSummary = () =>
  useQuery({
    // It is loaded again with the list.
    queryKey: [tenants.list.path, 'summary'],
    queryFn: ({ signal }) => call(tenants.summary, { signal }),
    meta: { silent: true },
  })

interface TenantsHeadProps {
  summary: TenantSummary
}

/** The figures of all accounts in view, each leading to its accounts, and their growth. */
export function TenantsHead({ summary }: TenantsHeadProps) {
  return (
    <div className={styles.head}>
      <div className={styles.cards}>
        <Accounts summary={summary} />
        <Devices devices={summary.devices} />
        <Ends summary={summary} />
        <Alerts summary={summary} />
      </div>
      <div className={styles.chart}>
        <GrowthChart
          queryKey={[tenants.growth.path]}
          load={(days, signal) => call(tenants.growth, { query: { days }, signal })}
        />
      </div>
    </div>
  )
}

function Accounts({ summary: { tenants: count, states } }: TenantsHeadProps) {
  const t = useText()
  return (
    <section className={styles.card} aria-label={t('tenants.title')}>
      <h2>{t('tenants.title')}</h2>
      <span className={styles.count}>{formatNumber(count)}</span>
      <div className={styles.links}>
        <Link to={{ search: 'state=active' }}>
          <StateShape condition="online" />
          {t('tenants.state.active')} <strong>{formatNumber(states.active)}</strong>
        </Link>
        {states.disabled > 0 && (
          <Link to={{ search: 'state=disabled' }}>
            <StateShape condition="disabled" />
            {t('tenants.state.disabled')} <strong>{formatNumber(states.disabled)}</strong>
          </Link>
        )}
      </div>
    </section>
  )
}

function Devices({ devices: { given, used, unlimited } }: Pick<TenantSummary, 'devices'>) {
  const t = useText()
  return (
    <section className={styles.card} aria-label={t('tenants.devices')}>
      <h2>{t('tenants.devices')}</h2>
      <span className={styles.count}>
        {formatNumber(used)} {given > 0 && <small>{`/ ${formatNumber(given)}`}</small>}
      </span>
      {given > 0 && <Meter whole={given} parts={[{ amount: used, tone: toneOf(used, given) }]} />}
      <span className={styles.calm}>
        {[
          ...(given > 0 && unlimited === 0 ? [t('tenants.left', { count: Math.max(0, given - used) })] : []),
          ...(unlimited > 0 ? [t('tenants.unlimitedCount', { count: unlimited })] : []),
        ].join(' · ')}
      </span>
    </section>
  )
}

function Ends({ summary: { states } }: TenantsHeadProps) {
  const t = useText()
  return (
    <section className={styles.card} aria-label={t('tenants.ends')}>
      <h2>{t('tenants.state.expiring')}</h2>
      <Link className={styles.count} to={{ search: 'state=expiring' }}>
        {formatNumber(states.expiring)}
      </Link>
      <div className={styles.links}>
        {states.expired > 0 && (
          <Link to={{ search: 'state=expired' }}>
            <StateShape condition="failed" />
            {t('tenants.state.expired')} <strong>{formatNumber(states.expired)}</strong>
          </Link>
        )}
        {states.expiring + states.expired === 0 && (
          <span className={styles.calm}>{t('tenants.noneEnds')}</span>
        )}
      </div>
    </section>
  )
}

/** The ends are counted by their own card. */
const limits: AccountAlertKind[] = ['devicesOver', 'devicesFull', 'storageFull', 'devicesLow', 'storageLow']

function Alerts({ summary: { alerts } }: TenantsHeadProps) {
  const t = useText()
  const open = limits.filter((kind) => alerts[kind] > 0)
  const count = open.reduce((sum, kind) => sum + alerts[kind], 0)
  return (
    <section className={styles.card} aria-label={t('tenants.limitsReached')}>
      <h2>{t('tenants.limitsReached')}</h2>
      <span className={styles.count}>{formatNumber(count)}</span>
      <div className={styles.links}>
        {open.map((kind) => (
          <Link key={kind} to={{ search: `alert=${kind}` }}>
            <StateShape condition={isCritical(kind) ? 'failed' : 'trouble'} />
            {t(`tenantAlert.kind.${kind}`)} <strong>{formatNumber(alerts[kind])}</strong>
          </Link>
        ))}
        {open.length === 0 && <span className={styles.calm}>{t('tenants.noneNear')}</span>}
      </div>
    </section>
  )
}
