import { dynamicTables } from '@fleetdeck/contract/dynamic-tables'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { changeTable, dropTables, effectOf, makeTable } from '../../domain/dynamic-tables/change-design.ts'
import * as designs from '../../domain/dynamic-tables/designs.queries.ts'
import { countRows } from '../../domain/dynamic-tables/rows.queries.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'

export function dynamicTableRoutes(app: FastifyInstance, { db, files }: Deps) {
  const scopeOf = (caller: Caller, call: keyof typeof dynamicTables) =>
    scopeFor(caller, dynamicTables[call].permission)

  async function designFor(caller: Caller, call: keyof typeof dynamicTables, id: number) {
    const design = await designs.findDesign(db, scopeOf(caller, call), id)
    if (!design) throw new AppError('notFound')
    return design
  }

  async function designsFor(caller: Caller, call: keyof typeof dynamicTables, ids: number[]) {
    if (!(await designs.allDesignsVisible(db, scopeOf(caller, call), ids))) throw new AppError('notFound')
    return ids.map((id) => ({ id }))
  }

  implement(app, dynamicTables, {
    list: ({ query, caller }) => designs.listDesigns(db, scopeOf(caller, 'list'), query),

    one: ({ query, caller }) => designFor(caller, 'one', query.id),

    add: async ({ body, caller }) => {
      const { tenantId = caller.userId, ...draft } = body
      if (!(await designs.userVisible(db, scopeOf(caller, 'add'), tenantId))) throw new AppError('notFound')
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
      effectOf(db, await designFor(caller, 'effect', body.id), body.columns),

    contents: async ({ query, caller }) => {
      let rows = 0
      for (const table of await designsFor(caller, 'contents', query.ids))
        rows += await countRows(db, table, undefined)
      return { rows }
    },

    remove: async ({ query, caller }) => {
      await designsFor(caller, 'remove', query.ids)
      await dropTables(db, query.ids)
      return null
    },

    export: async ({ query, caller, language }) => {
      const all = { ...query, pageNum: 1, pageSize: 100_000 }
      const { list } = await designs.listDesigns(db, scopeOf(caller, 'export'), all)
      return exportRows(files, {
        name: 'dynamic-tables',
        ownerId: caller.userId,
        rows: list,
        columns: [
          { title: text(language, 'dynamicTable.name'), value: (row) => row.tableName },
          { title: text(language, 'dynamicTable.nameEn'), value: (row) => row.tableNameEn },
          { title: text(language, 'dynamicTable.owner'), value: (row) => row.userName },
          {
            title: text(language, 'dynamicTable.columns'),
            value: (row) =>
              row.columns
                .map(({ columnInfo, columnName, columnSize }) => `${columnInfo} ${columnName}(${columnSize})`)
                .join('\n'),
          },
        ],
      })
    },
  })
}
