import { dynamicTables } from '@fleetdeck/contract/dynamic-tables'
import type { DynamicTableId } from '@fleetdeck/contract/ids'
import type { FastifyInstance } from 'fastify'
import { crudHandlers, requireFound, scopesOf } from '../../access/crud-handlers.ts'
import { requireUser, requireVisible } from '../../access/visible-rows.ts'
import type { Deps } from '../../deps.ts'
import {
  changeTable,
  describeEffect,
  dropTables,
  makeTable,
} from '../../domain/dynamic-tables/change-design.ts'
import { designQueries, findDesign } from '../../domain/dynamic-tables/designs.queries.ts'
import { countRows } from '../../domain/dynamic-tables/rows.queries.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { implement } from '../../platform/http/implement.ts'

export function dynamicTableRoutes(app: FastifyInstance, deps: Deps) {
  const { db } = deps
  const scopeOf = scopesOf(dynamicTables)
  const {
    list,
    one,
    export: exported,
  } = crudHandlers(deps, dynamicTables, designQueries, {
    name: 'dynamic-tables',
    columns: [
      { title: 'dynamicTable.name', value: (row) => row.tableName },
      { title: 'dynamicTable.nameEn', value: (row) => row.tableNameEn },
      { title: 'dynamicTable.owner', value: (row) => row.userName },
      {
        title: 'dynamicTable.columns',
        value: (row) =>
          row.columns
            .map(({ columnInfo, columnName, columnSize }) => `${columnInfo} ${columnName}(${columnSize})`)
            .join('\n'),
      },
    ],
  })

  const designFor = async (caller: Caller, call: keyof typeof dynamicTables, id: DynamicTableId) =>
    requireFound(await findDesign(db, scopeOf(caller, call), id))

  const checkVisible = (caller: Caller, call: keyof typeof dynamicTables, ids: DynamicTableId[]) =>
    requireVisible({ db, scope: scopeOf(caller, call) }, designQueries, ids)

  implement(app, dynamicTables, {
    list,
    one,
    export: exported,

    add: async ({ body, caller }) => {
      const { tenantId = caller.userId, ...draft } = body
      await requireUser(db, scopeOf(caller, 'add'), tenantId)
      await makeTable(db, tenantId, draft)
      return null
    },

    edit: async ({ body, caller }) => {
      const { id, confirmedLoss, ...draft } = body
      await designFor(caller, 'edit', id)
      await changeTable(db, id, draft, confirmedLoss)
      return null
    },

    effect: async ({ body, caller }) =>
      describeEffect(db, await designFor(caller, 'effect', body.id), body.columns),

    contents: async ({ query, caller }) => {
      let rows = 0
      await checkVisible(caller, 'contents', query.ids)
      for (const id of query.ids) rows += await countRows(db, { id }, undefined)
      return { rows }
    },

    remove: async ({ query, caller }) => {
      await checkVisible(caller, 'remove', query.ids)
      await dropTables(db, query.ids)
      return null
    },
  })
}
