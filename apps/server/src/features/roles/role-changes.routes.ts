import type { RoleId } from '@fleetdeck/contract/ids'
import { roleChanges } from '@fleetdeck/contract/role-changes'
import type { FastifyInstance } from 'fastify'
import { requireFound } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { implement } from '../../platform/http/implement.ts'
import { changeRole, requireRevision } from './change-role.ts'
import { previewChange } from './preview-change.ts'
import * as queries from './role-changes.queries.ts'
import { roleDifference } from './role-difference.rules.ts'
import { departmentsOfRole, findRoles } from './roles.queries.ts'
import { changeableRole, departmentsToSave, menusToSave } from './roles.rules.ts'
import { stateToRestore } from './state-to-restore.ts'

export function roleChangeRoutes(app: FastifyInstance, deps: Deps) {
  const { db } = deps

  /** A removed role is found by its history. */
  const requireVisible = async (caller: Caller, id: RoleId, changeCount: number) => {
    const found = await findRoles(db, scopeFor(caller, roleChanges.history.permission), [id])
    if (found.length + changeCount === 0) throw new AppError('notFound')
  }

  implement(app, roleChanges, {
    preview: async ({ body: { roleId, menuIds, status, revision }, caller }) => {
      const role = await changeableRole(deps, caller, roleChanges.preview.permission, roleId)
      requireRevision(role, revision)
      const deptIds = await departmentsOfRole(db, roleId)
      const wanted = await menusToSave(deps, caller, { ...role, deptIds, menuIds })
      return previewChange(deps, roleId, { menuIds: wanted, status })
    },

    previewScope: async ({ body: { roleId, revision, ...wanted }, caller }) => {
      const { permission } = roleChanges.previewScope
      requireRevision(await changeableRole(deps, caller, permission, roleId), revision)
      const deptIds = await departmentsToSave(deps, caller, { permission, roleId, ...wanted })
      return previewChange(deps, roleId, { dataScope: wanted.dataScope, deptIds })
    },

    history: async ({ query, caller }) => {
      const found = await queries.listChanges(db, scopeFor(caller, roleChanges.history.permission), query)
      await requireVisible(caller, query.roleId, found.total)
      return {
        total: found.total,
        list: found.list.map(({ before, after, ...change }) => ({
          ...change,
          ...roleDifference(before, after),
        })),
      }
    },

    undo: async ({ body: { changeId, revision }, caller }) => {
      const { permission } = roleChanges.undo
      const change = requireFound(await queries.findChange(db, scopeFor(caller, permission), changeId))
      if (!change.before || !change.after) throw new AppError('roleChangeFinal')
      const values = await stateToRestore(deps, caller, { roleId: change.roleId, state: change.before })
      await changeRole(deps, caller, { id: change.roleId, kind: 'undo', values, revision })
      return null
    },
  })
}
