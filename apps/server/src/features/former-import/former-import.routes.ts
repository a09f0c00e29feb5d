import {
  type FormerKind,
  type FormerProgress,
  formerFileLimit,
  formerFileTypes,
  formerImport,
  formerSizeLimit,
  formerTotalLimit,
} from '@fleetdeck/contract/former-import'
import type { UserId } from '@fleetdeck/contract/ids'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { scopeFor } from '../../access/data-scope.ts'
import { requireUser } from '../../access/visible-rows.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { sampleMark } from '../../platform/crud/sample-row.ts'
import { extensionOf, type FileStore, type StoredFileRow } from '../../platform/files/file-store.ts'
import { fileParts } from '../../platform/files/parts.ts'
import { receiveRows } from '../../platform/files/receive-rows.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import { JobStore } from '../../platform/jobs/job-store.ts'
import { columnsOf } from './columns.ts'
import { previewFormerFile } from './preview.ts'
import type { Upload } from './read-files.ts'
import { atStart, runImport } from './run-import.ts'

const megabyte = 1024 * 1024

export function formerImportRoutes(app: FastifyInstance, deps: Deps) {
  const { db, files } = deps
  const jobs = new JobStore<FormerProgress>(app, deps, 'former-import')

  implement(app, formerImport, {
    template: ({ query, caller, language }) =>
      exportRows(files, {
        name: `${query.kind}-template`,
        ownerId: caller.userId,
        isTemplate: true,
        rows: [null],
        columns: Object.entries(columnsOf[query.kind].columns).map(([, { title, sample }], place) => ({
          title: `${text(language, title)}${place === 0 ? '*' : ''}`,
          value: () => (place === 0 ? sampleMark(language) : sample),
        })),
      }),

    preview: async ({ query, language, request }) => {
      const types = ['xlsx', 'xls', 'csv', 'txt'] as const
      const file = await receiveRows(request, { types, limit: formerSizeLimit })
      return previewFormerFile(file, { query, language, signal: jobs.stopSignal })
    },

    start: async ({ query, caller, language, request }) => {
      const { dryRun, update, userId: owner = caller.userId } = query
      await requireUser(db, scopeFor(caller, formerImport.start.permission), owner)
      if (await jobs.isBusy(caller.userId)) throw new AppError('formerImportRunning')
      const stored = await receive(files, request, caller.userId)
      const uploads = stored.map(
        (file, place): Upload => ({
          stored: file,
          kind: kindAt(query.kind, place),
          encoding: query.encodings[place],
          columns: query.columns[place],
          hasTitles: query.hasTitles[place] ?? '1',
        }),
      )
      const context = { deps, caller, language, owner, update, dryRun }
      return jobs.start(caller.userId, atStart(dryRun), {
        work: async (job) => {
          try {
            await runImport(context, { job, uploads, signal: jobs.stopSignal })
          } finally {
            await job.retried(() => removeAll(files, stored))
          }
        },
        onFailure: { reason: text(language, 'error.unexpected') },
      })
    },

    progress: async ({ query, caller, language }) => {
      const { progress, isInterrupted } = await jobs.progress(caller.userId, query.jobId)
      if (!isInterrupted) return progress
      return { ...progress, state: 'failed' as const, reason: text(language, 'formerImport.interrupted') }
    },

    cancel: async ({ body, caller }) => {
      await jobs.cancel(caller.userId, body.jobId)
      return null
    },
  })
}

type Kinds = (FormerKind | 'auto')[]

/** A single kind is that of all files. */
const kindAt = (kinds: Kinds, place: number) => (kinds.length === 1 ? kinds[0] : kinds[place]) ?? 'auto'

async function removeAll(files: FileStore, stored: StoredFileRow[]): Promise<void> {
  for (const file of stored) await files.remove(file)
}

/** Streams the files of the request to disk; refused ones leave nothing behind. */
async function receive(files: FileStore, request: FastifyRequest, ownerId: UserId): Promise<StoredFileRow[]> {
  if (!request.isMultipart()) throw new AppError('unsupportedMedia')
  const limit = formerSizeLimit * megabyte
  const stored: StoredFileRow[] = []
  try {
    for await (const part of fileParts(request, limit + 1, formerFileLimit)) {
      if (stored.length === formerFileLimit)
        throw new AppError('formerTooManyFiles', { count: formerFileLimit })
      const { filename: originalName, file } = part
      if (stored.some((other) => other.originalName === originalName))
        throw new AppError('formerFileTwice', { name: originalName })
      const extension = extensionOf(originalName).slice(1)
      if (!formerFileTypes.some((type) => type === extension))
        throw new AppError('uploadWrongType', { types: { oneOf: formerFileTypes } })
      const info = { originalName, mediaType: 'application/octet-stream', temporary: true }
      stored.push(await files.save(file, { ...info, ownerId, limit }))
    }
    if (stored.reduce((sum, { size }) => sum + size, 0) > formerTotalLimit * megabyte)
      throw new AppError('formerTooLarge', { size: formerTotalLimit })
    if (stored.length === 0) throw new AppError('uploadFailed')
    return stored
  } catch (error) {
    await removeAll(files, stored)
    throw error
  }
}
