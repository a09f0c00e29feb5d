import type { ScheduledJobId } from '@fleetdeck/contract/ids'
import { scheduledJobs } from '@fleetdeck/contract/scheduled-jobs'
import type { Language } from '@fleetdeck/i18n/languages'
import type { FastifyInstance } from 'fastify'
import { requireAll, requireFound } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { exportSheet, mapEach, type Sheet } from '../../platform/crud/export-sheet.ts'
import { implement } from '../../platform/http/implement.ts'
import type { JobRunner } from './job-runner.ts'
import { jobQueries, updateJob } from './scheduled-jobs.queries.ts'
import * as rules from './scheduled-jobs.rules.ts'

export function scheduledJobRoutes(app: FastifyInstance, deps: Deps, runner: JobRunner) {
  const { db, files, parameters } = deps
  const zone = () => parameters.get('sys.timeZone')
  const find = (ids: ScheduledJobId[]) => jobQueries.find(db, 'all', ids)
  const found = async (id: ScheduledJobId) => requireFound((await find([id]))[0])
  const filterFor = <Query extends { jobName?: string | undefined }>(query: Query, language: Language) => ({
    ...query,
    namedTargets: rules.targetsNamed(language, query.jobName),
  })
  const setStatus = async (id: ScheduledJobId, status: number) => {
    await found(id)
    await updateJob(db, id, { status })
    return null
  }

  implement(app, scheduledJobs, {
    list: async ({ query, language }) => {
      const { list, total } = await jobQueries.list(db, 'all', filterFor(query, language))
      return { list: list.map((job) => rules.asRow(language, job, zone())), total }
    },

    one: async ({ query, language }) => rules.asRow(language, await found(query.id), zone()),

    add: async ({ body, language }) => {
      rules.checkDraft(language, body, zone())
      await jobQueries.insert(db, body)
      return null
    },

    edit: async ({ body: { id, ...draft }, language }) => {
      const job = await found(id)
      if (job.seedKey !== null && draft.invokeTarget !== job.invokeTarget)
        throw new AppError('jobTargetFixed')
      rules.checkDraft(language, draft, zone())
      await updateJob(db, id, { ...draft, jobName: rules.keptName(language, draft.jobName, job) })
      return null
    },

    remove: async ({ body, language }) => {
      for (const job of requireAll(await find(body.ids), body.ids)) {
        const name = rules.nameIn(language, job.jobName)
        if (job.seedKey !== null) throw new AppError('jobBuiltIn', { name })
        if (job.isRunning) throw new AppError('jobRunningKept', { name })
      }
      await jobQueries.remove(db, body.ids)
      return null
    },

    start: ({ query }) => setStatus(query.id, 0),
    stop: ({ query }) => setStatus(query.id, 1),
    changeStatus: ({ body }) => setStatus(body.jobId, body.status),

    run: async ({ query }) => {
      await runner.runOnce(await found(query.id))
      return null
    },

    export: ({ query, caller, language }) => {
      const rows = mapEach(jobQueries.each(db, 'all', filterFor(query, language)), (job) =>
        rules.asRow(language, job, zone()),
      )
      return exportSheet(files, sheet, rows, { caller, language })
    },
  })
}

const sheet: Sheet<ReturnType<typeof rules.asRow>> = {
  name: 'scheduled-jobs',
  columns: [
    { title: 'job.name', value: (row) => row.shownName },
    { title: 'job.group', value: (row) => row.jobGroup },
    { title: 'job.function', value: (row) => row.invokeTarget },
    { title: 'job.cron', value: (row) => row.cronExpression },
    { title: 'job.status', value: (row, t) => t(row.status ? 'job.paused' : 'job.started') },
    { title: 'job.remark', value: (row) => row.remark },
  ],
}
