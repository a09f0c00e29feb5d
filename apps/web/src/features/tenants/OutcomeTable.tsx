import { CloseCircleFilled, WarningFilled } from '@ant-design/icons'
import type { TenantOutcome } from '@fleetdeck/contract/tenants'
import { formatNumber } from '@fleetdeck/i18n/formats'
import { Table } from 'antd'
import type { ReactNode } from 'react'
import { TimeText } from '../../components/TimeText.tsx'
import { cardBreakpointPx } from '../../ground/constants.ts'
import { type Translate, useText } from '../../ground/language.ts'
import { useMedia } from '../../ground/theme/media.ts'
import styles from './tenants.module.css'

type Limits = TenantOutcome['before']
interface Limit {
  key: keyof Limits
  title: string
  show: (limits: Limits) => ReactNode
}

const shownRows = 100

/** The limits that a change can concern, each as a reader knows it. */
const limitsOf = (t: Translate): Limit[] => [
  { key: 'planName', title: t('tenants.plan'), show: ({ planName }) => planName ?? t('tenants.noPlan') },
  {
    key: 'expiresAt',
    title: t('tenants.ends'),
    show: ({ expiresAt }) => (expiresAt === null ? t('tenants.noOwnEnd') : <TimeText value={expiresAt} />),
  },
  {
    key: 'deviceNumber',
    title: t('tenants.quota'),
    show: ({ deviceNumber }) => formatNumber(deviceNumber) ?? t('tenants.unlimited'),
  },
  {
    key: 'storageMegabytes',
    title: t('tenants.storageMegabytes'),
    show: ({ storageMegabytes }) => formatNumber(storageMegabytes) ?? t('tenants.bySite'),
  },
  {
    key: 'rateLimit',
    title: t('tenants.callsPerSecond'),
    show: ({ rateLimit }) => (rateLimit === 0 ? t('tenants.unlimited') : formatNumber(rateLimit)),
  },
]

/** The effect of a change, before or after it: refused accounts first, and only the limits that it concerns. */
export function OutcomeTable({ outcomes }: { outcomes: readonly TenantOutcome[] }) {
  const t = useText()
  const isNarrow = useMedia(`(max-width: ${cardBreakpointPx - 0.02}px)`)
  const refused = outcomes.filter(({ refusal }) => refusal !== null)
  const changed = outcomes.filter(({ refusal }) => refusal === null)
  const concerned = limitsOf(t).filter(({ key }) =>
    changed.some(({ before, after }) => before[key] !== after[key]),
  )
  const rows = [...refused, ...changed].slice(0, shownRows)
  const more = outcomes.length - rows.length
  return (
    <>
      {isNarrow ? (
        <OutcomeList rows={rows} concerned={concerned} />
      ) : (
        <Table<TenantOutcome>
          size="small"
          rowKey="id"
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={rows}
          columns={[
            {
              key: 'userName',
              title: t('tenants.account'),
              render: (_, outcome) => <Account outcome={outcome} />,
            },
            ...concerned.map((limit) => ({
              key: limit.key,
              title: limit.title,
              render: (_: unknown, outcome: TenantOutcome) => <Change limit={limit} outcome={outcome} />,
            })),
          ]}
        />
      )}
      {more > 0 && <p className={styles.more}>{t('tenants.moreAccounts', { count: more })}</p>}
    </>
  )
}

interface OutcomeListProps {
  rows: readonly TenantOutcome[]
  concerned: readonly Limit[]
}

/** The same for screens too narrow for a table. */
function OutcomeList({ rows, concerned }: OutcomeListProps) {
  return (
    <ul className={styles.outcomes}>
      {rows.map((outcome) => (
        <li key={outcome.id}>
          <Account outcome={outcome} />
          {outcome.refusal === null && (
            <dl>
              {concerned.map((limit) => (
                <div key={limit.key}>
                  <dt>{limit.title}</dt>
                  <dd>
                    <Change limit={limit} outcome={outcome} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  )
}

function Account({ outcome: { userName, refusal, warning } }: { outcome: TenantOutcome }) {
  return (
    <>
      {userName}
      {refusal !== null && (
        <span className={styles.refusal}>
          <CloseCircleFilled aria-hidden />
          {refusal}
        </span>
      )}
      {warning !== null && (
        <span className={`${styles.refusal} ${styles.warning}`}>
          <WarningFilled aria-hidden />
          {warning}
        </span>
      )}
    </>
  )
}

/** A limit before and after. */
function Change({ limit: { key, show }, outcome }: { limit: Limit; outcome: TenantOutcome }) {
  const { before, after, refusal } = outcome
  if (refusal !== null || before[key] === after[key])
    return <span className={styles.before}>{show(before)}</span>
  return (
    <span className={styles.change}>
      <span className={styles.before}>{show(before)}</span> → <strong>{show(after)}</strong>
    </span>
  )
}
