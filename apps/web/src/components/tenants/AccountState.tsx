import type { AccountAlertKind } from '@fleetdeck/contract/account-alerts'
import type { TenantState } from '@fleetdeck/contract/tenants'
import { Tag } from 'antd'
import { useText } from '../../ground/language.ts'
import type { Condition } from '../device-condition.ts'
import { StateBadge } from '../StateBadge.tsx'
import { TimeText } from '../TimeText.tsx'
import { useNow } from '../use-now.ts'
import styles from './tenants.module.css'

const conditions: Record<TenantState, Condition> = {
  active: 'online',
  expiring: 'trouble',
  expired: 'failed',
  disabled: 'disabled',
}

export function AccountState({ state }: { state: TenantState }) {
  const t = useText()
  return <StateBadge condition={conditions[state]} text={t(`tenants.state.${state}`)} />
}

const dayMs = 86_400_000

interface AccountEndProps {
  account: { state: TenantState; expiresAt: string | null; endsAt: string | null }
}

/** When an account ends, how many days are left, and whether an account above decides that. */
export function AccountEnd({ account: { state, expiresAt, endsAt } }: AccountEndProps) {
  const t = useText()
  const now = useNow()
  if (endsAt === null) return <span className={styles.faint}>{t('tenants.noEnd')}</span>
  const days = Math.floor((Date.parse(endsAt) - now) / dayMs)
  const tone = days < 0 ? styles.over : state === 'expiring' ? styles.soon : styles.faint
  return (
    <span className={styles.end}>
      <TimeText value={endsAt} />
      <span className={tone}>{days < 0 ? t('tenants.over') : t('tenants.daysLeft', { days })}</span>
      {endsAt !== expiresAt && <Tag title={t('tenants.endAboveHint')}>{t('tenants.endAbove')}</Tag>}
    </span>
  )
}

/** Whether the account is beyond a limit, not just near it. */
export const isCritical = (kind: AccountAlertKind) => !/Low$|^expiring$/.test(kind)

export function AlertTags({ alerts }: { alerts: readonly AccountAlertKind[] }) {
  const t = useText()
  return (
    <span className={styles.alerts}>
      {alerts.map((kind) => (
        <Tag key={kind} color={isCritical(kind) ? 'error' : 'warning'} style={{ margin: 0 }}>
          {t(`tenantAlert.kind.${kind}`)}
        </Tag>
      ))}
    </span>
  )
}
