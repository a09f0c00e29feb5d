import { CloseCircleFilled } from '@ant-design/icons'
import type { TenantOutcome } from '@fleetdeck/contract/tenants'
import { Table, type TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { TimeText } from '../../components/TimeText.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import styles from './tenants.module.css'

type Limits = TenantOutcome['before']

const shownRows = 100

/** The limits that a change can concern, each as a reader knows it. */
const limitsOf = (
  t: Translate,
): { key: keyof Limits; title: string; show: (limits: Limits) => ReactNode }[] => [
  { key: 'planName', title: t('tenants.plan'), show: ({ planName }) => planName ?? t('tenants.noPlan') },
  {
    key: 'expiresAt',
    title: t('tenants.ends'),
    show: ({ expiresAt }) => (expiresAt === null ? t('tenants.noOwnEnd') : <TimeText value={expiresAt} />),
  },
  {
    key: 'deviceNumber',
    title: t('tenants.quota'),
    show: ({ deviceNumber }) => deviceNumber?.toLocaleString() ?? t('tenants.unlimited'),
  },
  {
    key: 'storageMegabytes',
    title: t('tenants.storageMegabytes'),
    show: ({ storageMegabytes }) => storageMegabytes?.toLocaleString() ?? t('tenants.bySite'),
  },
  {
    key: 'rateLimit',
    title: t('tenants.callsPerSecond'),
    show: ({ rateLimit }) => (rateLimit === 0 ? t('tenants.unlimited') : rateLimit.toLocaleString()),
  },
]

/** What a change does, or has done: refused accounts first, and only the limits that it concerns. */
export function OutcomeTable({ outcomes }: { outcomes: readonly TenantOutcome[] }) {
  const t = useText()
  const refused = outcomes.filter(({ refusal }) => refusal !== null)
  const changed = outcomes.filter(({ refusal }) => refusal === null)
  const concerned = limitsOf(t).filter(({ key }) =>
    changed.some(({ before, after }) => before[key] !== after[key]),
  )
  const columns: TableColumnType<TenantOutcome>[] = [
    {
      key: 'userName',
      title: t('tenants.account'),
      render: (_, { userName, refusal }) => (
        <>
          {userName}
          {refusal !== null && (
            <span className={styles.refusal}>
              <CloseCircleFilled aria-hidden />
              {refusal}
            </span>
          )}
        </>
      ),
    },
    ...concerned.map(({ key, title, show }) => ({
      key,
      title,
      render: (_: unknown, { before, after, refusal }: TenantOutcome) =>
        refusal !== null || before[key] === after[key] ? (
          <span className={styles.before}>{show(before)}</span>
        ) : (
          <span className={styles.change}>
            <span className={styles.before}>{show(before)}</span> → <strong>{show(after)}</strong>
          </span>
        ),
    })),
  ]
  const more = outcomes.length - shownRows
  return (
    <>
      <Table<TenantOutcome>
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={[...refused, ...changed].slice(0, shownRows)}
        columns={columns}
      />
      {more > 0 && <p className={styles.more}>{t('tenants.moreAccounts', { count: more })}</p>}
    </>
  )
}
