import type { RunId } from '@fleetdeck/contract/ids'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import type { FastifyInstance } from 'fastify'
import { scopeFor } from '../../../access/data-scope.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/core/app-error.ts'
import type { Caller } from '../../../platform/core/caller.ts'
import { implement } from '../../../platform/http/implement.ts'
import { exportRuns } from '../export-tasks.ts'
import * as queries from './runs.queries.ts'
import { shownRun } from './shown-run.rules.ts'

const maxExported = 100_000

export function taskRunRoutes(app: FastifyInstance, { db, files, hub, parameters }: Deps) {
  const scopeOf = (caller: Caller, call: keyof typeof taskRuns) => scopeFor(caller, taskRuns[call].permission)
  const timeZone = () => parameters.get('sys.timeZone')
  const found = async (caller: Caller, call: keyof typeof taskRuns, id: RunId) => {
    const run = await queries.findRun(db, scopeOf(caller, call), id)
    if (!run) throw new AppError('notFound')
    return run
  }

  implement(app, taskRuns, {
    list: async ({ query, caller }) => {
      const { list, total } = await queries.listRuns(db, scopeOf(caller, 'list'), query, timeZone())
      return { list: list.map((run) => shownRun(run)), total }
    },
    one: async ({ query, caller }) => shownRun(await found(caller, 'one', query.id)),
    lines: async ({ query, caller }) => {
      await found(caller, 'lines', query.id)
      return queries.findLines(db, query.id)
    },
    remove: async ({ query, caller }) => {
      const scope = scopeOf(caller, 'remove')
      if (!(await queries.runsVisible(db, scope, query.ids))) throw new AppError('notFound')
      const count = await queries.removeRuns(db, scope, query.ids)
      await hub.tasksChanged()
      return { count }
    },
    export: async ({ query, caller, language }) => {
      const all = { ...query, pageNum: 1, pageSize: maxExported }
      const { list } = await queries.listRuns(db, scopeOf(caller, 'export'), all, timeZone())
      const rows = list.map((run) => shownRun(run))
      return exportRuns(files, { list: rows, ownerId: caller.userId, language, timeZone: timeZone() })
    },
  })
}
