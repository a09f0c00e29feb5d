import type { Sheet } from '../../platform/crud/export-sheet.ts'
import type { planQueries } from './plans.queries.ts'

export const planSheet: Sheet<Awaited<ReturnType<typeof planQueries.list>>['list'][number]> = {
  name: 'plans',
  columns: [
    { title: 'plan.name', value: (plan) => plan.planName },
    { title: 'plan.deviceNumber', value: (plan, t) => plan.deviceNumber ?? t('plan.unlimited') },
    { title: 'plan.rateLimit', value: (plan, t) => plan.rateLimit || t('plan.unlimited') },
    { title: 'plan.storage', value: (plan, t) => plan.storageMegabytes ?? t('plan.unlimited') },
    { title: 'plan.days', value: (plan, t) => plan.days ?? t('plan.unlimited') },
    {
      title: 'plan.features',
      value: (plan, t) => t(plan.limitsFeatures ? 'plan.featuresLimited' : 'plan.featuresAll'),
    },
    { title: 'plan.accountCount', value: (plan) => plan.accountCount },
    { title: 'common.status', value: (plan, t) => t(plan.status ? 'common.disabled' : 'common.enabled') },
    { title: 'plan.owner', value: (plan) => plan.userName },
    { title: 'plan.created', value: (plan) => plan.createdAt },
    { title: 'plan.remark', value: (plan) => plan.remark },
  ],
}
