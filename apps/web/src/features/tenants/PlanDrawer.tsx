import type { PlanId, UserId } from '@fleetdeck/contract/ids'
import { type PlanGift, type Tenant, tenantChanges } from '@fleetdeck/contract/tenants'
import { Radio } from 'antd'
import { useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { UserPicker } from '../../components/pickers/UserPicker.tsx'
import { useText } from '../../ground/language.ts'
import { ChangeDrawer } from './ChangeDrawer.tsx'
import styles from './change.module.css'
import { PlanPicker } from './PlanPicker.tsx'

interface PlanDrawerProps {
  /** Without accounts one is chosen: it may have no limits yet. */
  rows: readonly Tenant[]
  onApplied: (refused: readonly number[]) => void
  onClose: () => void
}

type How = 'now' | 'keepEnd' | 'none'

/** Gives accounts a plan, from now on or with their present end, or takes the plan away. */
export function PlanDrawer({ rows, onApplied, onClose }: PlanDrawerProps) {
  const t = useText()
  const id = useId()
  const accountId = useId()
  const [how, setHow] = useState<How>('now')
  const [planId, setPlanId] = useState<PlanId>()
  const [userId, setUserId] = useState<UserId>()
  const isAccountChosen = rows.length === 0
  const given = rows.map((row) => row.id)
  const ids = isAccountChosen && userId !== undefined ? [userId] : given
  const isGift = how !== 'none'
  const gift: PlanGift | undefined =
    planId === undefined || ids.length === 0 ? undefined : { ids, planId, startsNow: how === 'now' }
  const hasPlan = rows.some(({ plan }) => plan)
  return (
    <ChangeDrawer
      kind="plan"
      title={isAccountChosen ? t('tenants.givePlan') : t('tenants.givePlanMany', { count: rows.length })}
      body={isGift ? gift : { ids, planId: null, startsNow: false }}
      preview={(body, signal) => call(tenantChanges.previewPlan, { body, signal })}
      apply={(body) => call(tenantChanges.givePlan, { body })}
      onApplied={onApplied}
      onClose={onClose}
    >
      <div className={styles.choice}>
        {isAccountChosen && (
          <label htmlFor={accountId}>
            {t('tenants.account')}
            <UserPicker
              id={accountId}
              value={userId ?? null}
              onChange={(picked) => setUserId(picked as UserId | undefined)}
            />
          </label>
        )}
        {isGift && (
          <label htmlFor={id}>
            {t('tenants.plan')}
            <PlanPicker
              id={id}
              value={planId ?? null}
              placeholder={t('tenants.selectPlan')}
              onChange={(picked) => setPlanId(picked as PlanId | undefined)}
            />
          </label>
        )}
        <Radio.Group
          aria-label={t('tenants.givePlan')}
          value={how}
          onChange={(event) => setHow(event.target.value as How)}
          options={[
            { value: 'now', label: t('tenants.startsNow') },
            { value: 'keepEnd', label: t('tenants.keepEnd') },
            ...(hasPlan ? [{ value: 'none', label: t('tenants.takePlan') }] : []),
          ]}
        />
        <p>{t(`tenants.planHint.${how}`)}</p>
      </div>
    </ChangeDrawer>
  )
}
