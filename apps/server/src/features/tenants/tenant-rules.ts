import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import type { TenantRules } from './tenants.queries.ts'

export const tenantRules = (parameters: ParameterStore): TenantRules => ({
  expiryDays: parameters.get('tenant.expiryDays'),
  storageMegabytes: parameters.get('storage.tenantMegabytes'),
})
