import type { UserId } from '@fleetdeck/contract/ids'
import { type UserQuery, users } from '@fleetdeck/contract/users'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readLineLimits } from '../../access/account-line.queries.ts'
import { assignableRoles, roleOptions } from '../../access/assignable-roles.ts'
import { changePassword } from '../../access/change-password.ts'
import { changeableOthers, changeableUsers } from '../../access/changeable-users.ts'
import { requireFound, scopesOf } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import { departmentPaths, listDepartments } from '../../access/department-paths.queries.ts'
import { checkNewPassword, madePassword } from '../../access/new-passwords.ts'
import type { Deps } from '../../deps.ts'
import { readPlaces } from '../../domain/devices/device-quota.queries.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { exportSheet, mapEach } from '../../platform/crud/export-sheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { nameIn } from '../../platform/http/language.ts'
import { addUser } from './add-user.ts'
import { editUser } from './edit-user.ts'
import { followUser } from './follow-user.ts'
import { removeUsers } from './remove-users.ts'
import { findUserCards, listUserCards } from './user-cards.queries.ts'
import { userSheet } from './user-sheet.ts'
import * as writes from './user-writes.queries.ts'
import { eachUser, findKey, findUser, listUsers } from './users.queries.ts'

/** Pickers list the users to whom a caller may assign devices, which are those whose devices the caller sees. */
const pickerPermission = 'device/deviceList/list'
const scriptPermission = 'task/script/list'

interface Asked {
  request: FastifyRequest
  caller: Caller
}

export function userRoutes(app: FastifyInstance, deps: Deps) {
  const { db, seal, changes } = deps
  const scopeOf = scopesOf(users)
  const inSite = (query: UserQuery) => ({ ...query, timeZone: deps.parameters.get('sys.timeZone') })

  /** Another user whom the caller may change. */
  const other = async ({ request, caller }: Asked, call: keyof typeof users, id: UserId) => {
    if (id === caller.userId) request.subjects = [caller.userName]
    const user = requireFound((await changeableOthers(db, caller, users[call].permission, [id]))[0])
    request.subjects = [user.userName]
    return user
  }

  implement(app, users, {
    list: ({ query, caller }) => listUsers(db, scopeOf(caller, 'list'), inSite(query)),

    form: async ({ caller }) => ({
      roleList: await roleOptions(db, caller, users.form.permission),
      posts: await writes.listPosts(db),
      own: {
        deptId: caller.deptId,
        devicesLeft: (await readPlaces(db, caller.userId)).left ?? null,
        ...(await readLineLimits(db, caller.userId)),
      },
    }),

    one: async ({ query, caller }) => {
      // The form only opens for users who may save it.
      await changeableUsers(db, caller, users.one.permission, [query.id])
      const userInfo = requireFound(await findUser(db, scopeOf(caller, 'one'), query.id))
      const { roleIds, postIds } = await writes.readLinks(db, query.id)
      return {
        userInfo,
        roleList: await roleOptions(db, caller, users.one.permission),
        checkedRoleIds: roleIds,
        posts: await writes.listPosts(db),
        checkedPosts: postIds,
      }
    },

    key: async ({ query: { id }, caller }) => {
      if (id !== caller.userId) await changeableUsers(db, caller, users.key.permission, [id])
      const stored = requireFound(await findKey(db, scopeOf(caller, 'key'), id))
      return { conSecret: seal.open(stored, 'users.con_secret') }
    },

    add: ({ body, caller }) => addUser(deps, caller, body),

    edit: async ({ body, caller, request }) => {
      request.subjects = [await editUser(deps, caller, body)]
      return null
    },

    remove: async ({ query: { ids }, caller, request }) => {
      request.subjects = await removeUsers(deps, caller, ids)
      return null
    },

    resetPassword: async ({ body: { userId, password, unbindIdentities: unbind }, caller, request }) => {
      const { userName } = await other({ request, caller }, 'resetPassword', userId)
      if (password) await checkNewPassword(deps.parameters, { password, userName })
      const made = password ? undefined : madePassword(deps.parameters)
      const change = { userId, password: password || (made ?? ''), unbind }
      await changePassword(deps, { ...change, mustChange: true, keptSession: null })
      return { password: made ?? null }
    },

    setStatus: async ({ body: { userId, status }, caller, request }) => {
      await other({ request, caller }, 'setStatus', userId)
      await writes.updateStatus(db, userId, status)
      await followUser(deps, { id: userId, status })
      return null
    },

    assignRoles: async ({ body: { userId, roleIds }, caller, request }) => {
      const { permission } = users.assignRoles
      const user = await other({ request, caller }, 'assignRoles', userId)
      const kept = (await writes.readLinks(db, userId)).roleIds
      await assignableRoles(db, caller, permission, { roleIds, holders: [user], kept })
      await writes.replaceRoles(db, userId, roleIds)
      await changes.rights([userId])
      return null
    },

    export: async ({ query, caller, language }) => {
      const paths = departmentPaths(await listDepartments(db), (name) => nameIn(language, name))
      const found = eachUser(db, scopeOf(caller, 'export'), inSite(query))
      // Names of departments may repeat: an import needs the path.
      const rows = mapEach(found, (user) => {
        const path = user.deptId === null ? undefined : paths.get(user.deptId)
        return { ...user, deptName: path ?? user.deptName }
      })
      return exportSheet(deps, userSheet, rows, { caller, language })
    },

    cards: ({ query, caller }) => findUserCards(db, scopeFor(caller, pickerPermission), query.ids),

    listAll: ({ query, caller }) => listUserCards(db, scopeFor(caller, pickerPermission), query),

    listForScript: ({ query, caller }) => listUserCards(db, scopeFor(caller, scriptPermission), query),
  })
}
