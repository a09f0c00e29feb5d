import { importRowLimit, importSizeLimit, userImport } from '@fleetdeck/contract/user-import'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { chosenLayout } from '../../platform/files/file-columns.ts'
import { previewSheet } from '../../platform/files/preview-file.ts'
import { readSheet } from '../../platform/files/read-sheet.ts'
import { receiveRows } from '../../platform/files/receive-rows.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import { JobStore } from '../../platform/jobs/job-store.ts'
import { fieldChoice } from './columns.ts'
import { atStart } from './import-job.ts'
import { runImport } from './run-import.ts'
import { templateFile } from './template.ts'

export function userImportRoutes(app: FastifyInstance, deps: Deps) {
  const jobs = new JobStore<typeof atStart>(app, deps, 'user-import')
  const receive = (request: FastifyRequest) =>
    receiveRows(request, { types: ['xlsx', 'xls'], limit: importSizeLimit })

  implement(app, userImport, {
    template: ({ caller, language }) => templateFile(deps, caller, language),

    preview: async ({ language, request }) => {
      const { content } = await receive(request)
      const file = { content: async () => content, kind: 'workbook' } as const
      return previewSheet(file, fieldChoice(language), jobs.stopSignal)
    },

    start: async ({ query, caller, language, request }) => {
      const { updateSupport, goodRows } = query
      const layout = chosenLayout(fieldChoice(language).fields, query)
      if (await jobs.isBusy(caller.userId)) throw new AppError('importRunning')
      const { content } = await receive(request)
      const task = { content: async () => content, kind: 'workbook', rowLimit: importRowLimit } as const
      const sheet = readSheet(task, jobs.stopSignal)
      return jobs.start(caller.userId, atStart, {
        work: (job) => runImport(deps, { updateSupport, goodRows, layout, caller, language, sheet }, job),
        onFailure: { reason: text(language, 'error.unexpected') },
      })
    },

    progress: async ({ query, caller, language }) => {
      const { progress, isInterrupted } = await jobs.progress(caller.userId, query.jobId)
      if (!isInterrupted) return progress
      const key =
        progress.added + progress.updated > 0 ? 'userImport.interrupted' : 'import.interruptedBefore'
      return { ...progress, state: 'failed' as const, reason: text(language, key) }
    },

    cancel: async ({ body, caller }) => {
      await jobs.cancel(caller.userId, body.jobId)
      return null
    },
  })
}
