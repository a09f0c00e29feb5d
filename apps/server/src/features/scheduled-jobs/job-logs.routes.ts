import { jobLogs } from '@fleetdeck/contract/scheduled-jobs'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance } from 'fastify'
import { crudHandlers, showRows } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import * as queries from './job-logs.queries.ts'
import { nameIn } from './job-names.rules.ts'

export function jobLogRoutes(app: FastifyInstance, deps: Deps) {
  const { db } = deps

  implement(app, jobLogs, {
    ...crudHandlers(deps, jobLogs, showRows(queries.runQueries, toRow), {
      name: 'job-log',
      columns: [
        { title: 'job.name', value: (row) => row.jobName },
        { title: 'job.function', value: (row) => row.invokeTarget },
        { title: 'job.result', value: (row, t) => t(`job.state.${row.state}`) },
        { title: 'job.message', value: (row) => row.exceptionInfo || row.jobMessage },
        { title: 'job.startedAt', value: (row) => row.startedAt },
        { title: 'job.duration', value: (row) => row.durationMs },
        { title: 'job.server', value: (row) => row.serverName },
      ],
    }),

    remove: ({ body }) =>
      db.transaction(async (tx) => {
        const gone = await queries.deleteRuns(tx, body.ids)
        if (gone !== new Set(body.ids).size)
          throw new AppError((await queries.areSomeRunning(tx, body.ids)) ? 'jobLogRunning' : 'jobLogMissing')
        return null
      }),

    clean: async () => {
      await queries.deleteRuns(db)
      return null
    },
  })
}

function toRow({ jobName, doneCount, ...run }: queries.StoredRun, language: Language) {
  return {
    ...run,
    jobName: nameIn(language, jobName),
    jobMessage:
      run.state === 'succeeded'
        ? text(language, 'job.done', { count: doneCount })
        : text(language, `job.outcome.${run.state}`),
  }
}
