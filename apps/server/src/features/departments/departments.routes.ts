import { departments } from '@fleetdeck/contract/departments'
import type { FastifyInstance } from 'fastify'
import { scopesOf } from '../../access/crud-handlers.ts'
import { departmentTree } from '../../access/department-tree.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { mapDbErrors } from '../../platform/crud/map-db-errors.ts'
import { implement } from '../../platform/http/implement.ts'
import * as queries from './departments.queries.ts'
import { checkParent, foundDepartment, refusals } from './departments.rules.ts'
import { editDepartment } from './edit-department.ts'

export function departmentRoutes(app: FastifyInstance, deps: Deps) {
  const { db, changes } = deps
  const scopeOf = scopesOf(departments)

  implement(app, departments, {
    list: ({ query, caller }) => queries.listDepartments(db, scopeOf(caller, 'list'), query),

    one: ({ query, caller }) => foundDepartment(deps, scopeOf(caller, 'one'), query.id),

    add: async ({ body, caller }) => {
      await checkParent(deps, caller, departments.add.permission, body)
      await mapDbErrors(queries.insertDepartment(db, body), refusals)
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

    remove: async ({ query, caller, request }) => {
      const { deptName: name } = await foundDepartment(deps, scopeOf(caller, 'remove'), query.id)
      request.subjects = [name]
      const children = await queries.childCount(db, query.id)
      if (children) throw new AppError('deptHasChildren', { name, count: children })
      const people = await queries.userCount(db, query.id)
      if (people) throw new AppError('deptInUse', { name, count: people })
      await mapDbErrors(queries.deleteDepartment(db, query.id), refusals)
      await changes.rights()
      return null
    },

    tree: async ({ caller }) => ({
      depts: departmentTree(await queries.listDepartmentsOfUsers(db, scopeOf(caller, 'tree'))),
    }),
  })
}
