import type { ChangedMenu } from '@fleetdeck/contract/role-changes'
import { buttonLabel, menuLabel } from '../../ground/language.ts'

/** The name of a menu or button in the current language. */
export const nodeLabel = ({ path, label, permission }: Pick<ChangedMenu, 'path' | 'label' | 'permission'>) =>
  path ? menuLabel(path, label) : buttonLabel(permission, label)
