import { scheduledJobs } from '@fleetdeck/contract/scheduled-jobs'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import type { JobRunner } from './job-runner.ts'
import * as queries from './scheduled-jobs.queries.ts'
import * as rules from './scheduled-jobs.rules.ts'

export function scheduledJobRoutes(app: FastifyInstance, deps: Deps, runner: JobRunner) {
  const { db, files, parameters } = deps
  const zone = () => parameters.get('sys.timeZone')
  const found = async (id: number) => {
    const [job] = await queries.findJobs(db, [id])
    if (!job) throw new AppError('notFound')
    return job
  }
  const setStatus = async (id: number, status: number) => {
    await found(id)
    await queries.updateJob(db, id, { status })
    return null
  }

  implement(app, scheduledJobs, {
    list: async ({ query, language }) => {
      const { list, total } = await queries.listJobs(db, query, rules.targetsNamed(language, query.jobName))
      return { list: list.map((job) => rules.asRow(language, job, zone())), total }
    },

    one: async ({ query, language }) => rules.asRow(language, await found(query.id), zone()),

    add: async ({ body, language }) => {
      rules.checkDraft(language, body, zone())
      await queries.insertJob(db, body)
      return null
    },

    edit: async ({ body: { id, ...draft }, language }) => {
      const job = await found(id)
      if (job.seedKey !== null && draft.invokeTarget !== job.invokeTarget)
        throw new AppError('jobTargetFixed')
      rules.checkDraft(language, draft, zone())
      await queries.updateJob(db, id, { ...draft, jobName: rules.keptName(language, draft.jobName, job) })
      return null
    },

    remove: async ({ body, language }) => {
      const jobs = await queries.findJobs(db, body.ids)
      if (jobs.length !== new Set(body.ids).size) throw new AppError('notFound')
      for (const job of jobs) {
        const name = rules.nameIn(language, job.jobName)
        if (job.seedKey !== null) throw new AppError('jobBuiltIn', { name })
        if (job.isRunning) throw new AppError('jobRunningKept', { name })
      }
      await queries.deleteJobs(db, body.ids)
      return null
    },

    start: ({ query }) => setStatus(query.id, 0),
    stop: ({ query }) => setStatus(query.id, 1),
    changeStatus: ({ body }) => setStatus(body.jobId, body.status),

    run: async ({ query }) => {
      await runner.runOnce(await found(query.id))
      return null
    },

    export: async ({ query, caller, language }) => {
      const all = { ...query, pageNum: 1, pageSize: 100_000 }
      const { list } = await queries.listJobs(db, all, rules.targetsNamed(language, query.jobName))
      return exportRows(files, {
        name: 'scheduled-jobs',
        ownerId: caller.userId,
        rows: list.map((job) => rules.asRow(language, job, zone())),
        columns: [
          { title: text(language, 'job.name'), value: (row) => row.shownName },
          { title: text(language, 'job.group'), value: (row) => row.jobGroup },
          { title: text(language, 'job.function'), value: (row) => row.invokeTarget },
          { title: text(language, 'job.cron'), value: (row) => row.cronExpression },
          {
            title: text(language, 'job.status'),
            value: (row) => text(language, row.status ? 'job.paused' : 'job.started'),
          },
          { title: text(language, 'job.remark'), value: (row) => row.remark },
        ],
      })
    },
  })
}
