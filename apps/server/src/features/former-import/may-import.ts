import { dataGroups } from '@fleetdeck/contract/data-groups'
import { dataImport } from '@fleetdeck/contract/data-items'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import type { FormerKind } from '@fleetdeck/contract/former-import'
import { scripts } from '@fleetdeck/contract/scripts'
import { scopeFor } from '../../access/data-scope.ts'
import { allUsersVisible } from '../../access/visible-rows.ts'
import { may } from '../../platform/core/caller.ts'
import type { ImportContext } from './import-context.ts'

/** The permissions to add such rows one by one, and to change them. */
const permissions: Record<FormerKind, { add: string[]; edit: string[] }> = {
  groups: { add: [deviceGroups.add.permission], edit: [] },
  devices: { add: [devices.add.permission], edit: [devices.edit.permission] },
  scripts: { add: [scripts.add.permission], edit: [scripts.edit.permission] },
  dataGroups: { add: [dataGroups.add.permission, dataImport.start.permission], edit: [] },
}

/** An import opens nothing: the caller has to be allowed to write such rows for this owner. */
export async function mayImport({ deps, caller, owner, update }: ImportContext, kind: FormerKind) {
  const { add, edit } = permissions[kind]
  for (const permission of update ? [...add, ...edit] : add)
    if (!may(caller, permission) || !(await allUsersVisible(deps.db, scopeFor(caller, permission), [owner])))
      return false
  return true
}
