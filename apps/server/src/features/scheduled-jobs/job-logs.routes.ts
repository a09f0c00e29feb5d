import { jobLogs } from '@fleetdeck/contract/scheduled-jobs'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { exportSheet, mapEach, type Sheet } from '../../platform/crud/export-sheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import * as queries from './job-logs.queries.ts'
import { nameIn, targetsNamed } from './scheduled-jobs.rules.ts'

export function jobLogRoutes(app: FastifyInstance, { db, files, parameters }: Deps) {
  const filterFor = <Query extends { jobName?: string | undefined }>(query: Query, language: Language) => ({
    ...query,
    timeZone: parameters.get('sys.timeZone'),
    namedTargets: targetsNamed(language, query.jobName),
  })

  implement(app, jobLogs, {
    list: async ({ query, language }) => {
      const { list, total } = await queries.runQueries.list(db, 'all', filterFor(query, language))
      return { list: list.map((run) => toRow(run, language)), total }
    },

    remove: ({ body }) =>
      db.transaction(async (tx) => {
        const gone = await queries.deleteRuns(tx, body.ids)
        if (gone !== new Set(body.ids).size) throw new AppError('jobLogMissing')
        return null
      }),

    clean: async () => {
      await queries.deleteRuns(db)
      return null
    },

    export: ({ query, caller, language }) => {
      const runs = queries.runQueries.each(db, 'all', filterFor(query, language))
      const rows = mapEach(runs, (run) => toRow(run, language))
      return exportSheet(files, sheet, rows, { caller, language })
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

const sheet: Sheet<ReturnType<typeof toRow>> = {
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
}
