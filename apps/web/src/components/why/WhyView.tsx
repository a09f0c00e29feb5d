import {
  CheckCircleFilled,
  CloseCircleFilled,
  InfoCircleFilled,
  MinusCircleOutlined,
} from '@ant-design/icons'
import { proofMinutes } from '@fleetdeck/contract/endpoint'
import type { RoleStep, Why, WhyStep } from '@fleetdeck/contract/rights'
import { Alert, Tag } from 'antd'
import type { ReactNode } from 'react'
import { listText, personName, seededName, type Translate, useText } from '../../ground/language.ts'
import { scopeTexts } from '../scope-texts.ts'
import { fullPermissionName } from './permission-name.ts'
import styles from './why.module.css'

type Step<Code extends WhyStep['code']> = Extract<WhyStep, { code: Code }>

const icons = {
  yes: <CheckCircleFilled className={styles.yes} />,
  no: <CloseCircleFilled className={styles.no} />,
  none: <MinusCircleOutlined className={styles.none} />,
  info: <InfoCircleFilled className={styles.none} />,
}

function Item({ icon, children }: { icon: keyof typeof icons; children: ReactNode }) {
  return (
    <li>
      <span aria-hidden>{icons[icon]}</span>
      <div>{children}</div>
    </li>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      <ul className={styles.list}>{children}</ul>
    </section>
  )
}

const barTexts = { off: 'why.off', expired: 'why.expired' } as const
const barAboveTexts = { off: 'why.offAbove', expired: 'why.expiredAbove' } as const
const pendingTexts = { password: 'why.rule.passwordChange', factor: 'why.rule.factorMissing' } as const

function AccountItems({ step }: { step: Step<'account'> | Step<'pending'> }) {
  const t = useText()
  if (step.code === 'pending') return <Item icon="no">{t(pendingTexts[step.step])}</Item>
  return step.bars.map(({ reason, userName }, index) => (
    // Accounts that are not named look alike.
    <Item key={index} icon="no">
      {userName === null ? t(barAboveTexts[reason]) : t(barTexts[reason], { name: userName })}
    </Item>
  ))
}

type PermissionStep = Step<'needs'> | Step<'proof'> | Step<'menuOff'> | Step<'admin'>

function PermissionItem({ step, allowed }: { step: PermissionStep; allowed: boolean }) {
  const t = useText()
  if (step.code === 'menuOff')
    return <Item icon="no">{t('why.menuOff', { label: seededName(step.label) })}</Item>
  if (step.code === 'proof') return <Item icon="info">{t('why.proof', { minutes: proofMinutes })}</Item>
  if (step.code === 'admin') return <Item icon={allowed ? 'yes' : 'info'}>{t('why.rule.admin')}</Item>
  return (
    <Item icon="info">
      {step.permission === '' ? t('why.needsPage') : t('why.needs', { name: fullPermissionName(t, step) })}
      {step.permission !== '' && <code className={styles.code}>{step.permission}</code>}
    </Item>
  )
}

/** Whose rows a role shows, by the names of the departments as far as the reader sees them. */
function opensText(t: Translate, { opens, departments: { names, count } }: RoleStep): string {
  if (opens === 'all') return t('why.opens.all')
  if (opens === 'own' || count === 0) return t('why.opens.own')
  const shown = listText(names.map(seededName))
  const rest = count - names.length
  const known = rest > 0 ? t('why.departmentRest', { names: shown, count: rest }) : shown
  return t('why.opens.departments', {
    names: names.length ? known : t('why.departmentCount', { count }),
  })
}

const includesTexts = {
  yes: 'why.includes.yes',
  no: 'why.includes.no',
  menuOff: 'why.includes.menuOff',
  plan: 'why.includes.plan',
} as const

function RoleItem({ role }: { role: RoleStep }) {
  const t = useText()
  const isIncluded = role.includes === 'yes'
  const counts = role.enabled && isIncluded && role.showsRow !== false
  const scope = scopeTexts[role.dataScope]
  return (
    <Item icon={counts ? 'yes' : role.includes === 'no' ? 'none' : 'no'}>
      <strong>{role.roleName === null ? t('why.hiddenRole') : seededName(role.roleName)}</strong>{' '}
      {!role.enabled && <Tag>{t('why.roleOff')}</Tag>}
      <div>{t(includesTexts[role.includes])}</div>
      {isIncluded && (
        <div className={styles.more}>
          {t('role.dataScope')}: {scope && t(scope.name)} · {opensText(t, role)}
        </div>
      )}
      {role.showsRow !== null && <div>{t(role.showsRow ? 'why.showsRow' : 'why.hidesRow')}</div>}
    </Item>
  )
}

const relationTexts = {
  self: 'why.relation.self',
  below: 'why.relation.below',
  other: 'why.relation.other',
} as const

function RowItem({ step: { name, kind, owner } }: { step: Step<'row'> }) {
  const t = useText()
  return (
    <Item icon={owner && owner.relation !== 'other' ? 'yes' : 'info'}>
      <div>
        {t(`why.kind.${kind}`)} <strong>{name}</strong>
      </div>
      <div>
        {t('why.owner')}:{' '}
        {owner ? (
          <>
            {personName(owner)}
            {owner.deptName && ` · ${seededName(owner.deptName)}`}{' '}
            <Tag>{t(relationTexts[owner.relation])}</Tag>
          </>
        ) : (
          t('why.noOwner')
        )}
      </div>
    </Item>
  )
}

const codes =
  <Code extends WhyStep['code']>(...wanted: Code[]) =>
  (step: WhyStep): step is Step<Code> =>
    (wanted as string[]).includes(step.code)

function Roles({ steps }: { steps: readonly (Step<'role'> | Step<'noRoles'> | Step<'front'>)[] }) {
  const t = useText()
  return (
    <Section title={t('why.roles')}>
      {steps.map((step, index) => {
        // Roles that the reader does not see have no id.
        if (step.code === 'role') return <RoleItem key={index} role={step} />
        return (
          <Item key={step.code} icon={step.code === 'front' ? 'info' : 'no'}>
            {t(step.code === 'front' ? 'why.front' : 'why.noRoles')}
          </Item>
        )
      })}
    </Section>
  )
}

/** The verdict, the rule that decides, and its reasons. */
export function WhyView({ why, hint }: { why: Why; hint?: string | undefined }) {
  const t = useText()
  const { allowed, rule, steps } = why
  const account = steps.filter(codes('account', 'pending'))
  const permission = steps.filter(codes('needs', 'proof', 'menuOff', 'admin'))
  const roles = steps.filter(codes('role', 'noRoles', 'front'))
  const rows = steps.filter(codes('row'))
  return (
    <>
      <Alert
        type={allowed ? 'success' : 'error'}
        showIcon
        role="status"
        title={<strong>{t(allowed ? 'why.allowed' : 'why.refused')}</strong>}
        description={
          <>
            <div>{t(`why.rule.${rule}`)}</div>
            {!allowed && hint && <div>{hint}</div>}
          </>
        }
      />
      {account.length > 0 && (
        <Section title={t('why.account')}>
          {account.map((step) => (
            <AccountItems key={step.code} step={step} />
          ))}
        </Section>
      )}
      {permission.length > 0 && (
        <Section title={t('why.permission')}>
          {permission.map((step) => (
            <PermissionItem key={step.code} step={step} allowed={allowed} />
          ))}
        </Section>
      )}
      {roles.length > 0 && <Roles steps={roles} />}
      {rows.map((step) => (
        <Section key={step.code} title={t('why.aboutRow')}>
          <RowItem step={step} />
        </Section>
      ))}
    </>
  )
}
