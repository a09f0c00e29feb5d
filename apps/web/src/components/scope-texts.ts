import { DataScope } from '@fleetdeck/contract/enums'
import type { TextKey } from '@fleetdeck/i18n/catalogue'

/** Names and explanations of the five data scopes. */
export const scopeTexts: Record<number, { name: TextKey; explanation: TextKey }> = {
  [DataScope.all]: { name: 'role.scopeAll', explanation: 'role.explainAll' },
  [DataScope.custom]: { name: 'role.scopeCustom', explanation: 'role.explainCustom' },
  [DataScope.department]: { name: 'role.scopeDepartment', explanation: 'role.explainDepartment' },
  [DataScope.departmentAndBelow]: { name: 'role.scopeBelow', explanation: 'role.explainBelow' },
  [DataScope.self]: { name: 'role.scopeSelf', explanation: 'role.explainSelf' },
}
