import type { RunId } from '@fleetdeck/contract/ids'
import { runPhases } from '@fleetdeck/contract/run-phases'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { triedRuns } from '@fleetdeck/contract/tried-runs'
import type { FastifyInstance } from 'fastify'
import { requireFound, scopesOf } from '../../../access/crud-handlers.ts'
import type { Deps } from '../../../deps.ts'
import { stopTry } from '../../../domain/scripts/script-tries.queries.ts'
import { AppError } from '../../../platform/core/app-error.ts'
import type { Caller } from '../../../platform/core/caller.ts'
import { siteNow } from '../../../platform/core/site-clock.ts'
import { exportSheet, mapEach } from '../../../platform/crud/export-sheet.ts'
import { implement } from '../../../platform/http/implement.ts'
import { phasesOf } from './run-phases.rules.ts'
import * as queries from './runs.queries.ts'
import { shownRun } from './shown-run.rules.ts'
import { runSheet } from './task-sheets.ts'

export function taskRunRoutes(app: FastifyInstance, deps: Deps) {
  const { db, files, hub, parameters } = deps
  const scopeOf = scopesOf(taskRuns)
  const triedScopeOf = scopesOf(triedRuns)
  const timeZone = () => parameters.get('sys.timeZone')
  const found = async (caller: Caller, call: keyof typeof taskRuns, id: RunId) =>
    requireFound(await queries.findRun(db, scopeOf(caller, call), id))

  implement(app, runPhases, {
    phases: async ({ query, caller }) => {
      await found(caller, 'lines', query.id)
      const times = requireFound(await queries.findTimes(db, query.id))
      return { ...times, attempts: phasesOf(times), now: siteNow() }
    },
  })

  implement(app, triedRuns, {
    text: async ({ query, caller }) => {
      const file = requireFound(await queries.findText(db, triedScopeOf(caller, 'text'), query.id))
      return { text: (await files.read(file)).toString('utf8') }
    },
    stop: async ({ body, caller, request }) => {
      const { taskId, deviceId, deviceNo, runKey } = requireFound(
        await queries.findRun(db, triedScopeOf(caller, 'stop'), body.id),
      )
      if (taskId !== null || deviceId === null) throw new AppError('notFound')
      request.subjects = [deviceNo]
      await stopTry(db, runKey, deviceId)
      await hub.sendToPhone(deviceId, { action: 'taskControl', order: 'stop', runId: runKey })
      await hub.tasksChanged()
      return null
    },
  })

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
    export: ({ query, caller, language }) => {
      const runs = queries.eachRun(db, scopeOf(caller, 'export'), query, timeZone())
      const rows = mapEach(runs, (run) => shownRun(run))
      return exportSheet(deps, runSheet, rows, { caller, language })
    },
  })
}
