import type { Readable } from 'node:stream'
import {
  type DataImportPreview,
  dataImport,
  importLineLimit,
  importSheetLimit,
  importTextLimit,
} from '@fleetdeck/contract/data-items'
import { type FilePreview, fileColumnLimit, previewRows } from '@fleetdeck/contract/file-columns'
import type { UserId } from '@fleetdeck/contract/ids'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { requireFound } from '../../access/crud-handlers.ts'
import { scopeFor } from '../../access/data-scope.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { sampleMark } from '../../platform/crud/sample-row.ts'
import { isBlank } from '../../platform/files/file-columns.ts'
import type { StoredFileRow } from '../../platform/files/file-store.ts'
import { fileParts } from '../../platform/files/parts.ts'
import {
  columnsAt,
  type FieldChoice,
  previewLength,
  previewSheet,
  toPreview,
} from '../../platform/files/preview-file.ts'
import { readSheet } from '../../platform/files/read-sheet.ts'
import { exportRows } from '../../platform/files/spreadsheet.ts'
import { implement } from '../../platform/http/implement.ts'
import { text } from '../../platform/http/language.ts'
import { JobStore } from '../../platform/jobs/job-store.ts'
import { findGroup } from './data-items.queries.ts'
import { fieldChoice, findLayout, type ImportFile, textRows } from './import-rows.ts'
import { atStart, runImport } from './run-import.ts'
import { detectEncoding } from './text-file.ts'

const megabyte = 1024 * 1024
type FileKind = ImportFile['kind']
type TextKind = Exclude<FileKind, 'sheet'>
const kinds: Record<string, FileKind> = { txt: 'txt', csv: 'csv', xls: 'sheet', xlsx: 'sheet' }

export function dataImportRoutes(app: FastifyInstance, deps: Deps) {
  const { db, files } = deps
  const jobs = new JobStore<typeof atStart>(app, deps, 'data-import')

  /** A spreadsheet waits for its turn from now on; the file is not stored when too many wait already. */
  async function toImport(stored: StoredFileRow, kind: FileKind): Promise<ImportFile> {
    const { size } = stored
    const open = () => files.open(stored)
    if (kind !== 'sheet') return { kind, size, open }
    try {
      const task = { content: () => files.read(stored), kind: 'workbook', rowLimit: importLineLimit } as const
      return { kind, size, sheet: readSheet(task, jobs.stopSignal) }
    } catch (error) {
      await files.remove(stored)
      throw error
    }
  }

  implement(app, dataImport, {
    template: ({ caller, language }) =>
      exportRows(files, {
        name: 'data-items-template',
        ownerId: caller.userId,
        isTemplate: true,
        rows: [null],
        columns: [
          { title: text(language, 'dataItem.name'), value: () => sampleMark(language) },
          {
            title: `${text(language, 'dataItem.content')}*`,
            value: () => text(language, 'dataItem.content'),
          },
        ],
      }),

    preview: async ({ query, caller, language, request }) => {
      const { stored, kind } = await receive(deps, request, caller.userId)
      const open = () => files.open(stored)
      const choice = fieldChoice(language)
      try {
        return withLayout(
          kind === 'sheet'
            ? await previewSheet(
                { content: () => files.read(stored), kind: 'workbook' },
                choice,
                jobs.stopSignal,
              )
            : await previewText({ kind, open }, query, choice),
        )
      } finally {
        await files.remove(stored)
      }
    },

    start: async ({ query, caller, language, request }) => {
      const { encoding, hasTitles, nameColumn: name, contentColumn: content, ...target } = query
      const layout = content === undefined ? undefined : { hasTitles: hasTitles === '1', name, content }

      requireFound(await findGroup(db, scopeFor(caller, dataImport.start.permission), query.groupId))
      if (await jobs.isBusy(caller.userId)) throw new AppError('dataImportRunning')
      const { stored, kind } = await receive(deps, request, caller.userId)
      const file = await toImport(stored, kind)
      return jobs.start(caller.userId, atStart, {
        work: async (job) => {
          try {
            await runImport(deps, { ...target, encoding, layout, language, file }, job)
          } finally {
            await job.retried(() => files.remove(stored))
          }
        },
        onFailure: { reason: text(language, 'error.unexpected') },
      })
    },

    progress: async ({ query, caller, language }) => {
      const { progress, isInterrupted } = await jobs.progress(caller.userId, query.jobId)
      if (!isInterrupted) return progress
      const { done, lines } = progress
      const key = done > 0 ? 'dataImport.interrupted' : 'import.interruptedBefore'
      return { ...progress, state: 'failed' as const, reason: text(language, key, { lines }) }
    },

    cancel: async ({ body, caller }) => {
      await jobs.cancel(caller.userId, body.jobId)
      return null
    },
  })
}

/** Streams a text file up to the rows of its preview. */
async function previewText(
  { kind, open }: { kind: TextKind; open: () => Promise<Readable> },
  { encoding: chosen, isCut }: z.output<typeof dataImport.preview.query>,
  choice: FieldChoice,
): Promise<FilePreview> {
  const encoding = chosen ?? (await detectEncoding(await open(), { isCut: isCut === '1' }))
  const first: string[][] = []
  for await (const { cells, isEndless } of textRows({ kind, open }, { encoding, maxLength: previewLength })) {
    if (isEndless || first.length >= previewRows) break
    if (!isBlank(cells)) first.push(cells.slice(0, fileColumnLimit))
  }
  return toPreview(first, encoding, choice)
}

/** Columns without known titles are imported by their positions. */
function withLayout(preview: FilePreview): DataImportPreview {
  const { hasTitles, name, content } = findLayout(preview.rows[0] ?? [])
  const positions = new Map([
    ['content', content],
    ['name', name],
  ])
  return {
    ...preview,
    hasTitles,
    columns: columnsAt(positions, preview.rows),
    nameColumn: name,
    contentColumn: content,
  }
}

function importKind(fileName: string): FileKind {
  const kind = kinds[fileName.split('.').at(-1)?.toLowerCase() ?? '']
  if (!kind) throw new AppError('uploadWrongType', { types: { oneOf: Object.keys(kinds) } })
  return kind
}

/** Streams the one file of the request to disk, so that its size does not use memory. */
async function receive({ files }: Deps, request: FastifyRequest, ownerId: UserId) {
  if (!request.isMultipart()) throw new AppError('unsupportedMedia')
  let received: { stored: StoredFileRow; kind: FileKind } | undefined
  for await (const part of fileParts(request, importTextLimit * megabyte + 1)) {
    if (received) {
      part.file.resume()
      await files.remove(received.stored)
      throw new AppError('uploadSingleOnly')
    }
    const kind = importKind(part.filename)
    const limit = (kind === 'sheet' ? importSheetLimit : importTextLimit) * megabyte
    const file = { originalName: part.filename, mediaType: 'application/octet-stream', temporary: true }
    received = { kind, stored: await files.save(part.file, { ...file, ownerId, limit }) }
  }
  if (!received) throw new AppError('uploadFailed')
  return received
}
