import { dataGroups } from '@fleetdeck/contract/data-groups'
import type { DataGroupId } from '@fleetdeck/contract/ids'
import type { FastifyInstance } from 'fastify'
import { ownedCrudHandlers, requireFound, scopesOf } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import { implement } from '../../platform/http/implement.ts'
import { countUsage, countUses, dataGroupQueries, listOptions } from './data-groups.queries.ts'

/** Intervals of a chart. */
const parts = 60

export function dataGroupRoutes(app: FastifyInstance, deps: Deps) {
  const { db } = deps
  const scopeOf = scopesOf(dataGroups)
  const crud = ownedCrudHandlers(deps, dataGroups, dataGroupQueries, {
    name: 'data-groups',
    columns: [
      { title: 'dataGroup.name', value: (row) => row.groupName },
      { title: 'dataGroup.owner', value: (row) => row.userName },
      { title: 'dataGroup.itemCount', value: (row) => row.itemCount },
      { title: 'dataGroup.leasedCount', value: (row) => row.leasedCount },
      { title: 'dataGroup.takenToday', value: (row) => row.takenToday },
    ],
  })
  const groupFor = async (caller: Caller, call: keyof typeof dataGroups, id: DataGroupId) =>
    requireFound((await dataGroupQueries.find(db, scopeOf(caller, call), [id]))[0])

  implement(app, dataGroups, {
    ...crud,

    options: ({ query, caller }) => listOptions(db, scopeOf(caller, 'options'), query),

    edit: async (call) => {
      const { id, tenantId } = call.body
      const group = await groupFor(call.caller, 'edit', id)
      if (tenantId !== undefined && tenantId !== group.tenantId) throw new AppError('dataGroupOfOther')
      return crud.edit(call)
    },

    remove: async (call) => {
      if (!(await dataGroupQueries.allVisible(db, scopeOf(call.caller, 'remove'), call.query.ids)))
        throw new AppError('notFound')
      const { tasks, leases } = await countUses(db, call.query.ids)
      const things = [
        ...(tasks > 0 ? [{ text: 'dataGroup.usedTasks', count: tasks } as const] : []),
        ...(leases > 0 ? [{ text: 'dataGroup.usedLeases', count: leases } as const] : []),
      ]
      if (things.length && !call.query.confirmed) throw new AppError('dataGroupUsed', { what: { things } })
      return crud.remove(call)
    },

    handoutChart: async ({ query, caller }) => {
      await groupFor(caller, 'handoutChart', query.id)
      const seconds = (query.hours * 3600) / parts
      const to = siteNow()
      // Aligned to whole intervals.
      const last = Math.floor(to.getTime() / 1000 / seconds)
      const from = new Date((last - parts + 1) * seconds * 1000)
      return { seconds, from, to, points: await countUsage(db, query.id, { from, seconds }) }
    },
  })
}
