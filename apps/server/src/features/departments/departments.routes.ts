import { departments } from '@fleetdeck/contract/departments'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import { departmentTree } from '../../access/department-tree.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { implement } from '../../platform/http/implement.ts'
import * as queries from './departments.queries.ts'
import { checkParent, foundDepartment, namedOnce } from './departments.rules.ts'
import { editDepartment } from './edit-department.ts'

export function departmentRoutes(app: FastifyInstance, deps: Deps) {
  const { db, changes } = deps
  const scopeOf = (caller: Caller, call: keyof typeof departments) =>
    scopeFor(caller, departments[call].permission)

  implement(app, departments, {
    list: ({ query, caller }) => queries.listDepartments(db, scopeOf(caller, 'list'), query),

    one: ({ query, caller }) => foundDepartment(deps, scopeOf(caller, 'one'), query.id),

    add: async ({ body, caller }) => {
      await checkParent(deps, caller, departments.add.permission, body)
      await namedOnce(queries.insertDepartment(db, body))
      return null
    },

    edit: async ({ body, caller }) => {
      await editDepartment(deps, caller, body)
      return null
    },

    sort: async ({ body, caller }) => {
      const ids = body.orders.map((order) => order.id)
      if (!(await queries.allDepartmentsVisible(db, scopeOf(caller, 'sort'), ids)))
        throw new AppError('notFound')
      await queries.updateOrders(db, body.orders)
      return null
    },

    remove: async ({ query, caller }) => {
      const { deptName: name } = await foundDepartment(deps, scopeOf(caller, 'remove'), query.id)
      const children = await queries.childCount(db, query.id)
      if (children) throw new AppError('deptHasChildren', { name, count: children })
      const people = await queries.userCount(db, query.id)
      if (people) throw new AppError('deptInUse', { name, count: people })
      await namedOnce(queries.deleteDepartment(db, query.id))
      await changes.rights()
      return null
    },

    tree: async ({ caller }) => ({
      depts: departmentTree(await queries.listDepartments(db, scopeOf(caller, 'tree'))),
    }),
  })
}
