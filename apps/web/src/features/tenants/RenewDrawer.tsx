import { maxPlanDays } from '@fleetdeck/contract/plans'
import { type Renewal, type Tenant, tenantChanges } from '@fleetdeck/contract/tenants'
import { InputNumber, Radio } from 'antd'
import { useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { SiteTimeField } from '../../components/SiteTimeField.tsx'
import { useText } from '../../ground/language.ts'
import { ChangeDrawer } from './ChangeDrawer.tsx'
import styles from './change.module.css'

interface RenewDrawerProps {
  rows: readonly Tenant[]
  onApplied: (refused: readonly number[]) => void
  onClose: () => void
}

type How = 'plan' | 'days' | 'until'
const firstDays = 30

/** Prolongs accounts: by the days of their plans, by a number of days, or until a date. */
export function RenewDrawer({ rows, onApplied, onClose }: RenewDrawerProps) {
  const t = useText()
  const id = useId()
  const [how, setHow] = useState<How>(rows.some(({ plan }) => plan) ? 'plan' : 'days')
  const [days, setDays] = useState<number | null>(firstDays)
  const [until, setUntil] = useState<string | null>(null)
  const ids = rows.map((row) => row.id)
  const bodies: Record<How, Renewal | undefined> = {
    plan: { ids },
    days: days === null ? undefined : { ids, days },
    until: until === null ? undefined : { ids, until },
  }
  return (
    <ChangeDrawer
      kind="renew"
      title={t('tenants.renewMany', { count: rows.length })}
      body={bodies[how]}
      preview={(body, signal) => call(tenantChanges.previewRenewal, { body, signal })}
      apply={(body) => call(tenantChanges.renew, { body })}
      onApplied={onApplied}
      onClose={onClose}
    >
      <div className={styles.choice}>
        <Radio.Group
          aria-label={t('tenants.renew')}
          value={how}
          onChange={(event) => setHow(event.target.value as How)}
          options={[
            { value: 'plan', label: t('tenants.byPlanDays') },
            { value: 'days', label: t('tenants.byDays') },
            { value: 'until', label: t('tenants.untilDate') },
          ]}
        />
        {how === 'days' && (
          <label htmlFor={id}>
            {t('tenants.daysMore')}
            <InputNumber id={id} min={1} max={maxPlanDays} precision={0} value={days} onChange={setDays} />
          </label>
        )}
        {how === 'until' && (
          <label htmlFor={id}>
            {t('tenants.ends')}
            <SiteTimeField id={id} value={until} onChange={setUntil} />
          </label>
        )}
        <p>{t(`tenants.renewHint.${how}`)}</p>
      </div>
    </ChangeDrawer>
  )
}
