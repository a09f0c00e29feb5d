import type { MenuId } from '@fleetdeck/contract/ids'
import { roleChanges } from '@fleetdeck/contract/role-changes'
import { roles } from '@fleetdeck/contract/roles'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/call-error.ts'
import { placesOf } from '../../components/menu-grants/grant-ticks.ts'
import { nameToStore } from '../../ground/language.ts'
import type { RoleFields, RoleStart } from './role-start.ts'
import { useRoleSaving } from './use-role-saving.tsx'

interface Grants {
  menuIds: MenuId[]
  menuCheckStrictly: boolean
}

/** The ids that can be saved now. */
async function loadKnown({ role }: RoleStart): Promise<ReadonlySet<number>> {
  if (!role) return new Set(placesOf((await call(roles.form)).menuList).keys())
  const { menuList, checkedRules } = await call(roles.one, { query: { roleId: role.id } })
  return new Set([...placesOf(menuList).keys(), ...checkedRules])
}

/** Adds a role, or saves the one that the form was opened with. */
export function useRoleFormSaving(start: RoleStart, onLoadTheirs: () => void) {
  const client = useQueryClient()
  const saving = useRoleSaving()
  /** Set when a save was refused because something selected no longer exists: the next one leaves it out. */
  const known = useRef<ReadonlySet<number>>(undefined)
  const { role, dataScope, deptIds } = start

  async function send(fields: RoleFields, grants: Grants): Promise<boolean> {
    const { roleKey, roleSort, status, secondFactor, remark } = fields
    const roleName = nameToStore(fields.roleName, role?.roleName)
    const menuIds = grants.menuIds.filter((id) => known.current?.has(id) ?? true)
    const body = { roleName, roleKey, roleSort, status, secondFactor, remark, ...grants, menuIds }
    const add = () => call(roles.add, { body: { ...body, dataScope, deptIds } })
    if (!role) {
      await add()
      return true
    }
    const { id, revision } = role
    return saving.save({
      roleId: id,
      revision,
      preview: () => call(roleChanges.preview, { body: { roleId: id, menuIds, status, revision } }),
      save: (seen) => call(roles.edit, { body: { ...body, id, ...(seen && { revision: seen }) } }),
      onLoadTheirs,
      saveAsNew: add,
    })
  }
  /** @returns whether it was saved */
  async function save(fields: RoleFields, grants: Grants): Promise<boolean> {
    try {
      const isSaved = await send(fields, grants)
      const shown = [roles.list, roleChanges.history]
      await Promise.all(shown.map(({ path }) => client.invalidateQueries({ queryKey: [path] })))
      return isSaved
    } catch (error) {
      if (error instanceof CallError && error.code === 404) known.current = await loadKnown(start)
      throw error
    }
  }
  return { save, dialogs: saving.dialogs }
}
