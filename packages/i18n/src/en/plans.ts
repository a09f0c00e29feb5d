import type { SameKeys } from '../catalogue.ts'
import type { plans as zhcn } from '../zhcn/plans.ts'

export const plans: SameKeys<typeof zhcn> = {
  'plan.title': 'Plans',
  'plan.name': 'Plan name',
  'plan.nameRequired': 'Plan name cannot be empty',
  'plan.nameLength': 'Plan name can be up to 50 characters',
  'plan.nameTaken': 'You already have a plan with this name. Enter another name.',
  'plan.deviceNumber': 'Device quota',
  'plan.rateLimit': 'Calls per second',
  'plan.rateLimitHint':
    'Applies to data calls from phones and API calls from programs. Leave empty for no limit.',
  'plan.storage': 'Storage limit (MB)',
  'plan.storageHint': 'Includes all sub-users. Leave empty for the limits of the parent user and the site.',
  'plan.days': 'Days valid',
  'plan.daysHint': 'How long an account is valid, and how much a renewal adds. Leave empty for no expiry.',
  'plan.endless': 'Never expires',
  'plan.features': 'Features',
  'plan.featuresAll': 'All',
  'plan.featuresLimited': 'Limited',
  'plan.featuresPages': '{{count}} {{count|page|pages}}',
  'plan.limitFeatures': 'Limit features',
  'plan.limitFeaturesHint':
    'Tenants and all their sub-users can only use the selected pages and buttons that their roles allow',
  'plan.menus': 'Pages and buttons',
  'plan.accountCount': 'Users',
  'plan.owner': 'Created by',
  'plan.created': 'Created',
  'plan.remark': 'Remark',
  'plan.unlimited': 'Unlimited',
  'plan.unlimitedHint': 'Leave empty for no limit',
  'plan.add': 'Add plan',
  'plan.edit': 'Edit plan',
  'plan.empty': 'No plans yet. Add a plan and assign it to sub-users.',
  'plan.inUse':
    'Plan “{{name}}” is used by {{count}} {{count|user|users}}. Assign them another plan before you delete it.',
  'plan.disabled': 'Plan “{{name}}” is disabled. Enable it or select another plan.',
  'plan.ofOwnLine':
    'Plan “{{name}}” limits you or a parent user, so you cannot change it. Ask another administrator.',
  'plan.limitsHeld':
    '{{count}} {{count|user has|users have}} this plan. {{following}} {{following|gets|get}} the new limits, {{keeping}} {{keeping|keeps|keep}} their own.',
  'plan.tooWide': 'Could not apply the new limits to “{{name}}”. {{reason}}',
  'plan.changeTitle': 'Change plan limits?',
  'plan.change': 'Change limits',
  'tenant.withoutEnd': 'The tenant never expires and needs no renewal',
  'tenant.withoutDays': 'The tenant has no plan with a number of days. Select “By days” or “Until a date”.',
  'tenant.renewalOver': 'The expiry is in the past. Select a later time.',
  'tenant.moreDevices':
    'The tenant has {{count}} {{count|device|devices}}, more than its quota of {{quota}}. No more can be added.',
  'tenant.daysRange': 'Days must be 1 to 3660',
  'tenant.oneEnd': 'Enter either days or an expiry, not both',
}
