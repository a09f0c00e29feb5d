import { AccountAlertKind } from '@fleetdeck/contract/account-alerts'
import { plans } from '@fleetdeck/contract/plans'
import { TenantState } from '@fleetdeck/contract/tenants'
import { UserName, UserPicker } from '../../components/pickers/UserPicker.tsx'
import type { CrudFilter } from '../../crud/crud-contract.ts'
import { choiceFilter } from '../../crud/filters.tsx'
import { useMayCall } from '../../crud/use-may-call.ts'
import { useText } from '../../ground/language.ts'
import { PlanFilter, PlanName } from './PlanPicker.tsx'

export function useTenantFilters(): CrudFilter[] {
  const t = useText()
  const maySeePlans = useMayCall(plans.list)
  const plan: CrudFilter = {
    name: 'planId',
    label: t('tenants.plan'),
    input: <PlanFilter allowClear />,
    show: (id) => <PlanName id={id} />,
  }
  return [
    { name: 'userName', label: t('user.nameOrNick') },
    choiceFilter(
      t,
      'state',
      t('common.status'),
      TenantState.options.map((state) => [state, t(`tenants.state.${state}`)]),
    ),
    choiceFilter(
      t,
      'alert',
      t('tenants.alerts'),
      AccountAlertKind.options.map((kind) => [kind, t(`tenantAlert.kind.${kind}`)]),
    ),
    ...(maySeePlans ? [plan] : []),
    {
      name: 'parentId',
      label: t('tenants.below'),
      input: <UserPicker allowClear />,
      show: (id) => <UserName id={id} />,
    },
  ]
}
