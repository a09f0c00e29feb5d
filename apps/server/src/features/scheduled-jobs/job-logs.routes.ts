import { jobLogs } from '@fleetdeck/contract/scheduled-jobs'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import * as queries from './job-logs.queries.ts'
import { nameIn, targetsNamed } from './scheduled-jobs.rules.ts'

export function jobLogRoutes(app: FastifyInstance, { db, files, parameters }: Deps) {
  const list = async (query: queries.JobLogFilter, language: Language) => {
    const where = {
      timeZone: parameters.get('sys.timeZone'),
      namedTargets: targetsNamed(language, query.jobName),
    }
    const found = await queries.listRuns(db, query, where)
    return { list: found.list.map((run) => toRow(run, language)), total: found.total }
  }

  implement(app, jobLogs, {
    list: ({ query, language }) => list(query, language),

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

    export: async ({ query, caller, language }) => {
      const { list: rows } = await list({ ...query, pageNum: 1, pageSize: 100_000 }, language)
      return exportRows(files, {
        name: 'job-log',
        ownerId: caller.userId,
        rows,
        columns: [
          { title: text(language, 'job.name'), value: (row) => row.jobName },
          { title: text(language, 'job.function'), value: (row) => row.invokeTarget },
          { title: text(language, 'job.result'), value: (row) => text(language, `job.state.${row.state}`) },
          { title: text(language, 'job.message'), value: (row) => row.exceptionInfo || row.jobMessage },
          { title: text(language, 'job.startedAt'), value: (row) => row.startedAt.toISOString() },
          { title: text(language, 'job.duration'), value: (row) => row.durationMs ?? '' },
          { title: text(language, 'job.server'), value: (row) => row.serverName },
        ],
      })
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
