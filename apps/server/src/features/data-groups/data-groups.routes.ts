import { dataGroups } from '@fleetdeck/contract/data-groups'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { written } from '../../platform/crud/written.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import * as queries from './data-groups.queries.ts'

/** Parts of a chart. */
const parts = 60

export function dataGroupRoutes(app: FastifyInstance, { db, files }: Deps) {
  const scopeOf = (caller: Caller, call: keyof typeof dataGroups) =>
    scopeFor(caller, dataGroups[call].permission)
  const found = async (caller: Caller, call: keyof typeof dataGroups, id: number) => {
    const group = await queries.findDataGroup(db, scopeOf(caller, call), id)
    if (!group) throw new AppError('notFound')
    return group
  }

  implement(app, dataGroups, {
    list: ({ query, caller }) => queries.listDataGroups(db, scopeOf(caller, 'list'), query),
    options: ({ query, caller }) => queries.listOptions(db, scopeOf(caller, 'options'), query),
    one: ({ query, caller }) => found(caller, 'one', query.id),

    add: async ({ body, caller }) => {
      const { groupName, dedupe, tenantId = caller.userId } = body
      if (!(await queries.userVisible(db, scopeOf(caller, 'add'), tenantId))) throw new AppError('notFound')
      await namedOnce(
        queries.insertDataGroup(db, { groupName, tenantId, ...(dedupe !== undefined && { dedupe }) }),
      )
      return null
    },

    edit: async ({ body, caller }) => {
      const group = await found(caller, 'edit', body.id)
      const { groupName, dedupe, tenantId = group.tenantId } = body
      if (tenantId !== group.tenantId) throw new AppError('dataGroupOfOther')
      await namedOnce(
        queries.updateDataGroup(db, body.id, { groupName, ...(dedupe !== undefined && { dedupe }) }),
      )
      return null
    },

    remove: async ({ query, caller }) => {
      if (!(await queries.allVisible(db, scopeOf(caller, 'remove'), query.ids)))
        throw new AppError('notFound')
      await queries.deleteDataGroups(db, query.ids)
      return null
    },

    export: async ({ query, caller, language }) => {
      const all = { ...query, pageNum: 1, pageSize: 100_000 }
      const { list } = await queries.listDataGroups(db, scopeOf(caller, 'export'), all)
      return exportRows(files, {
        name: 'data-groups',
        ownerId: caller.userId,
        rows: list,
        columns: [
          { title: text(language, 'dataGroup.name'), value: (row) => row.groupName },
          { title: text(language, 'dataGroup.owner'), value: (row) => row.userName },
          { title: text(language, 'dataGroup.itemCount'), value: (row) => row.itemCount },
          { title: text(language, 'dataGroup.leasedCount'), value: (row) => row.leasedCount },
          { title: text(language, 'dataGroup.takenToday'), value: (row) => row.takenToday },
        ],
      })
    },

    handoutChart: async ({ query, caller }) => {
      await found(caller, 'handoutChart', query.id)
      const seconds = (query.hours * 3600) / parts
      const to = new Date()
      // Whole parts: the first begins where one does.
      const last = Math.floor(to.getTime() / 1000 / seconds)
      const from = new Date((last - parts + 1) * seconds * 1000)
      return { seconds, from, to, points: await queries.countUsage(db, query.id, { from, seconds }) }
    },
  })
}

const namedOnce = <T>(write: PromiseLike<T>) => written(write, { data_groups_name: 'dataGroupNameTaken' })
