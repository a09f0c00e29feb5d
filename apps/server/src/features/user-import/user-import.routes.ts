import { type ImportProgress, userImport } from '@fleetdeck/contract/user-import'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { implement } from '../../http/implement.ts'
import { text } from '../../http/language.ts'
import { Cancelled, ImportJob } from './import-job.ts'
import { askToCancel, findJob, newestJob } from './import-jobs.queries.ts'
import { receiveSheet } from './receive-sheet.ts'
import { templateFile } from './result-file.ts'
import { type ImportTask, runImport } from './run-import.ts'

/** A job that is silent for so long has died with its server. */
const silenceMs = 60_000
const underWay = ['reading', 'checking', 'writing', 'cancelling']
const isUnderWay = ({ state, heardAt }: { state: string; heardAt: Date }) =>
  underWay.includes(state) && Date.now() - heardAt.getTime() < silenceMs

export function userImportRoutes(app: FastifyInstance, deps: Deps) {
  const running = new Map<ImportJob, Promise<void>>()
  app.addHook('onClose', async () => {
    for (const job of running.keys()) job.isStopping = true
    await Promise.allSettled(running.values())
  })

  const run = async (job: ImportJob, task: ImportTask) => {
    try {
      await runImport(deps, task, job)
    } catch (error) {
      if (error instanceof Cancelled) return await job.end('cancelled')
      deps.log.error({ err: error }, 'import of users')
      await job.end('failed', { reason: text(task.language, 'error.unexpected') })
    } finally {
      running.delete(job)
    }
  }

  implement(app, userImport, {
    template: ({ caller, language }) => templateFile(deps, caller, language),

    start: async ({ query, caller, language, request }) => {
      const newest = await newestJob(deps.db, caller.userId)
      if (newest && isUnderWay(newest)) throw new AppError('importRunning')
      const content = await receiveSheet(request)
      const job = await ImportJob.start(deps.db, caller.userId)
      running.set(job, run(job, { ...query, caller, language, content }))
      return { jobId: job.jobId }
    },

    progress: async ({ query, caller, language }) => {
      const job = await findJob(deps.db, caller.userId, query.jobId)
      if (!job) throw new AppError('notFound')
      const state = job.progress.state as ImportProgress['state']
      if (!underWay.includes(job.state) || isUnderWay(job)) return { ...job.progress, state }
      return { ...job.progress, state: 'failed' as const, reason: text(language, 'userImport.interrupted') }
    },

    cancel: async ({ body, caller }) => {
      const job = await findJob(deps.db, caller.userId, body.jobId)
      if (!job) throw new AppError('notFound')
      if (isUnderWay(job)) await askToCancel(deps.db, body.jobId)
      return null
    },
  })
}
