import type { Tenant } from '@fleetdeck/contract/tenants'
import { formatNumber } from '@fleetdeck/i18n/formats'
import { Tag } from 'antd'
import { AccountEnd, AccountState, AlertTags } from '../../components/tenants/AccountState.tsx'
import { DeviceMeter } from '../../components/tenants/DeviceMeter.tsx'
import { StorageMeter } from '../../components/tenants/StorageMeter.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { seededName, useText } from '../../ground/language.ts'
import styles from './tenants.module.css'

export function useTenantColumns(): CrudColumn<Tenant>[] {
  const t = useText()
  return [
    {
      key: 'userName',
      title: t('tenants.account'),
      render: (_, { userName, nickName }) => (
        <span className={styles.nameCell}>
          {userName}
          {nickName && nickName !== userName && <span className={styles.nick}>{seededName(nickName)}</span>}
        </span>
      ),
    },
    {
      key: 'plan',
      title: t('tenants.plan'),
      render: (_, { plan, differs }) => (
        <>
          {plan?.planName ?? '–'}{' '}
          {plan && differs && <Tag title={t('tenants.differsHint')}>{t('tenants.differs')}</Tag>}
        </>
      ),
    },
    {
      key: 'state',
      title: t('common.status'),
      render: (_, { state }) => <AccountState state={state} />,
    },
    {
      key: 'used',
      title: t('tenants.devices'),
      render: (_, { devices }) => <DeviceMeter share={devices} />,
    },
    {
      key: 'given',
      title: t('tenants.quota'),
      align: 'right',
      hiddenAtFirst: true,
      render: (_, { devices }) => formatNumber(devices.given) ?? t('tenants.unlimited'),
    },
    {
      key: 'endsAt',
      title: t('tenants.ends'),
      render: (_, tenant) => <AccountEnd account={tenant} />,
    },
    {
      key: 'alerts',
      title: t('tenants.alerts'),
      render: (_, { alerts }) => alerts.length > 0 && <AlertTags alerts={alerts} />,
    },
    {
      key: 'storage',
      title: t('storage.title'),
      render: (_, { storage }) => <StorageMeter share={storage} />,
    },
    {
      key: 'rateLimit',
      title: t('tenants.callsPerSecond'),
      align: 'right',
      render: (limit: number) => (limit === 0 ? t('tenants.unlimited') : formatNumber(limit)),
    },
    {
      key: 'parentName',
      title: t('tenants.above'),
      hiddenAtFirst: true,
      render: (name: string | null) => name ?? '–',
    },
    { key: 'id', title: t('user.id'), align: 'right', hiddenAtFirst: true },
    timeColumn('createdAt', t('user.created'), { hiddenAtFirst: true }),
  ]
}
