import { type OwnAccount, ownAccount } from '@fleetdeck/contract/tenants'
import { formatNumber } from '@fleetdeck/i18n/formats'
import { useQuery } from '@tanstack/react-query'
import { Skeleton, Tag } from 'antd'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { AccountEnd, AccountState } from '../../components/tenants/AccountState.tsx'
import { BillView } from '../../components/tenants/BillView.tsx'
import { DeviceMeter } from '../../components/tenants/DeviceMeter.tsx'
import { GrowthChart } from '../../components/tenants/GrowthChart.tsx'
import { StorageMeter } from '../../components/tenants/StorageMeter.tsx'
import { personName, seededName, useText } from '../../ground/language.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'
import { AccountAdvice } from './AccountAdvice.tsx'
import styles from './account.module.css'

/** The caller's plan: its limits, their use, and its end. */
export function AccountPage() {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: [ownAccount.one.path],
    queryFn: ({ signal }) => call(ownAccount.one, { signal }),
    meta: { silent: true },
  })
  useConsoleEvents((event) => {
    if (event.action === 'accountAlertsChanged') inBackground(refetch())
  })
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('/user/account')}</h1>
        {data && (
          <>
            <AccountState state={data.state} />
            <span>{personName(data)}</span>
          </>
        )}
      </header>
      {error && (
        <ErrorState title={t('ownAccount.loadFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton active />}
      {data && (
        <>
          {data.alerts.length > 0 && <AccountAdvice account={data} />}
          <Figures account={data} />
        </>
      )}
      <div className={styles.columns}>
        <section className={styles.card} aria-label={t('tenants.growth')}>
          <GrowthChart
            queryKey={[ownAccount.growth.path]}
            load={(days, signal) => call(ownAccount.growth, { query: { days }, signal })}
          />
        </section>
        <section className={styles.card} aria-label={t('tenants.bill')}>
          <h2>{t('tenants.bill')}</h2>
          <BillView
            isOwn
            queryKey={[ownAccount.bill.path]}
            load={(month, signal) => call(ownAccount.bill, { query: { month }, signal })}
            exportBill={(months) => call(ownAccount.exportBill, { query: months })}
          />
        </section>
      </div>
    </div>
  )
}

function Figures({ account }: { account: OwnAccount }) {
  const t = useText()
  const { plan, differs, devices, storage, rateLimit, features } = account
  return (
    <dl className={styles.figures}>
      <Figure label={t('tenants.plan')}>
        <strong>{plan?.planName ?? t('tenants.noPlan')}</strong>{' '}
        {plan && differs && <Tag>{t('tenants.differs')}</Tag>}
      </Figure>
      <Figure label={t('tenants.ends')}>
        <AccountEnd account={account} />
      </Figure>
      <Figure
        label={t('tenants.devices')}
        note={devices.passedOn > 0 && t('tenants.passedOn', { count: devices.passedOn })}
      >
        <DeviceMeter share={devices} />
      </Figure>
      <Figure label={t('storage.title')}>
        <StorageMeter share={storage} />
      </Figure>
      <Figure label={t('tenants.callsPerSecond')}>
        <strong>{rateLimit === 0 ? t('tenants.unlimited') : formatNumber(rateLimit)}</strong>
      </Figure>
      <Figure label={t('ownAccount.features')}>
        <strong>
          {features === null ? t('ownAccount.allFeatures') : t('ownAccount.somePages', { count: features })}
        </strong>
      </Figure>
      {account.contact && (
        <Figure label={t('ownAccount.contact')}>
          <strong>{seededName(account.contact.nickName)}</strong>{' '}
          <span className={styles.note}>
            {[account.contact.phone, account.contact.email].filter(Boolean).join(' · ')}
          </span>
        </Figure>
      )}
    </dl>
  )
}

interface FigureProps {
  label: string
  note?: ReactNode
  children: ReactNode
}

function Figure({ label, note, children }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  )
}
