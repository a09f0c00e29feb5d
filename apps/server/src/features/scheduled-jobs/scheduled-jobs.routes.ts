import { Status } from '@fleetdeck/contract/enums'
import type { ScheduledJobId } from '@fleetdeck/contract/ids'
import { scheduledJobs } from '@fleetdeck/contract/scheduled-jobs'
import type { FastifyInstance } from 'fastify'
import { crudHandlers, requireAll, requireFound, showRows } from '../../access/crud-handlers.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { implement } from '../../platform/http/implement.ts'
import { nameIn } from './job-names.rules.ts'
import type { JobRunner } from './job-runner.ts'
import { jobQueries, updateJob } from './scheduled-jobs.queries.ts'
import * as rules from './scheduled-jobs.rules.ts'

export function scheduledJobRoutes(app: FastifyInstance, deps: Deps, runner: JobRunner) {
  const { db, parameters } = deps
  const zone = () => parameters.get('sys.timeZone')
  const find = (ids: ScheduledJobId[]) => jobQueries.find(db, 'all', ids)
  const found = async (id: ScheduledJobId) => requireFound((await find([id]))[0])
  const shownJobs = showRows(jobQueries, (job, language) => rules.asRow(language, job, zone()))
  const crud = crudHandlers(deps, scheduledJobs, shownJobs, {
    name: 'scheduled-jobs',
    columns: [
      { title: 'job.name', value: (row) => row.shownName },
      { title: 'job.group', value: (row) => row.jobGroup },
      { title: 'job.function', value: (row) => row.invokeTarget },
      { title: 'job.cron', value: (row) => row.cronExpression },
      { title: 'job.status', value: (row, t) => t(row.status ? 'job.paused' : 'job.started') },
      { title: 'job.remark', value: (row) => row.remark },
    ],
  })
  const setStatus = async (id: ScheduledJobId, status: number) => {
    await found(id)
    await updateJob(db, id, { status })
    return null
  }

  implement(app, scheduledJobs, {
    ...crud,

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

    remove: async (call) => {
      const { body, language } = call
      for (const job of requireAll(await find(body.ids), body.ids)) {
        const name = nameIn(language, job.jobName)
        if (job.seedKey !== null) throw new AppError('jobBuiltIn', { name })
        if (job.isRunning) throw new AppError('jobRunningKept', { name })
      }
      return crud.remove(call)
    },

    start: ({ query }) => setStatus(query.id, Status.on),
    stop: ({ query }) => setStatus(query.id, Status.off),
    changeStatus: ({ body }) => setStatus(body.jobId, body.status),

    run: async ({ query }) => {
      await runner.runOnce(await found(query.id))
      return null
    },
  })
}
