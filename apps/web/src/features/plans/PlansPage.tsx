import { Status } from '@fleetdeck/contract/enums'
import { type Plan, PlanDraft, plans } from '@fleetdeck/contract/plans'
import { formatNumber } from '@fleetdeck/i18n/formats'
import { FormColumns } from '../../components/FormColumns.tsx'
import { StatusField } from '../../components/StatusField.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { statusColumn, timeColumn } from '../../crud/columns.tsx'
import { NumberField, TextAreaField, TextField } from '../../crud/fields.tsx'
import { statusFilter } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { FeatureFields } from './FeatureFields.tsx'

const featureText = (t: Translate, { limitsFeatures, pageCount }: Plan) =>
  limitsFeatures ? t('plan.featuresPages', { count: pageCount }) : t('plan.featuresAll')

function Fields() {
  const t = useText()
  return (
    <>
      <FormColumns>
        <TextField draft={PlanDraft} name="planName" label={t('plan.name')} autoFocus />
        <StatusField />
        <NumberField
          draft={PlanDraft}
          name="deviceNumber"
          label={t('plan.deviceNumber')}
          hint={t('plan.unlimitedHint')}
        />
        <NumberField
          draft={PlanDraft}
          name="rateLimit"
          label={t('plan.rateLimit')}
          hint={t('plan.rateLimitHint')}
        />
        <NumberField
          draft={PlanDraft}
          name="storageMegabytes"
          label={t('plan.storage')}
          hint={t('plan.storageHint')}
        />
        <NumberField draft={PlanDraft} name="days" label={t('plan.days')} hint={t('plan.daysHint')} />
      </FormColumns>
      <TextAreaField draft={PlanDraft} name="remark" label={t('plan.remark')} rows={2} />
      <FeatureFields />
    </>
  )
}

/** Limits and features that accounts are given. */
export function PlansPage() {
  const t = useText()
  return (
    <CrudPage
      contract={plans}
      title={t('plan.title')}
      columns={[
        { key: 'planName', title: t('plan.name') },
        {
          key: 'deviceNumber',
          title: t('plan.deviceNumber'),
          align: 'right',
          render: (_, plan) => plan.deviceNumber ?? t('plan.unlimited'),
        },
        {
          key: 'rateLimit',
          title: t('plan.rateLimit'),
          align: 'right',
          render: (_, plan) => plan.rateLimit || t('plan.unlimited'),
        },
        {
          key: 'storageMegabytes',
          title: t('plan.storage'),
          align: 'right',
          render: (_, plan) => formatNumber(plan.storageMegabytes) ?? t('tenants.bySite'),
        },
        {
          key: 'days',
          title: t('plan.days'),
          align: 'right',
          render: (_, plan) => plan.days ?? t('plan.endless'),
        },
        { key: 'limitsFeatures', title: t('plan.features'), render: (_, plan) => featureText(t, plan) },
        { key: 'accountCount', title: t('plan.accountCount'), align: 'right' },
        statusColumn(t),
        { key: 'userName', title: t('plan.owner') },
        timeColumn('createdAt', t('plan.created')),
        { key: 'remark', title: t('plan.remark'), hiddenAtFirst: true },
      ]}
      nameOf={(plan) => plan.planName}
      filters={[{ name: 'planName', label: t('plan.name') }, statusFilter(t)]}
      form={{
        addTitle: t('plan.add'),
        editTitle: t('plan.edit'),
        width: 960,
        fields: () => <Fields />,
        initialValues: (plan) =>
          plan
            ? { ...plan, rateLimit: plan.rateLimit || null }
            : { status: Status.on, limitsFeatures: false, menuIds: [] },
        draft: ({ rateLimit, ...values }) => ({ ...values, rateLimit: rateLimit ?? 0 }),
        question: { title: t('plan.changeTitle'), okText: t('plan.change') },
      }}
      emptyText={t('plan.empty')}
    />
  )
}
