import { z } from 'zod'
import { done } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { FilePreview, fileLayout } from './file-columns.ts'

/** Rows of one file. */
export const importRowLimit = 10_000
/** Megabytes of one file. */
export const importSizeLimit = 20

export const ImportFailure = z.object({
  /** Row number as in the spreadsheet; the header row is 1. */
  row: z.number(),
  userName: z.string(),
  reason: z.string(),
})
export type ImportFailure = z.output<typeof ImportFailure>

export const ImportProgress = z.object({
  state: z.enum(['reading', 'checking', 'writing', 'done', 'failed', 'cancelled']),
  total: z.number(),
  done: z.number(),
  added: z.number(),
  updated: z.number(),
  /** Existing users who have the values of their rows. */
  unchanged: z.number().default(0),
  failed: z.number(),
  /** The first rows that were refused; with "all or nothing" one of them refuses the rest. */
  failures: z.array(ImportFailure),
  /** Why the whole file was refused. */
  reason: z.string().nullable(),
  /** Titles of columns that are not imported, or their positions. */
  ignored: z.array(z.string()).default([]),
  /** A spreadsheet with the result of each row and the generated passwords; fetched once. */
  resultFile: z.string().nullable(),
})
export type ImportProgress = z.output<typeof ImportProgress>

const job = z.strictObject({ jobId: z.string().max(64) })
const permission = 'system/auth/importUser'
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

export const userImport = {
  template: {
    method: 'GET',
    path: '/system/user/importTemplate',
    permission,
    data: z.object({ fileName: z.string() }),
    isWrite: true,
  },
  /** multipart/form-data with one xls or xlsx under `file`. */
  preview: {
    method: 'POST',
    path: '/system/user/importPreview',
    permission,
    upload: true,
    perMinute: 120,
    data: FilePreview,
  },
  /** multipart/form-data with one xls or xlsx under `file`; it is processed after the response. */
  start: {
    method: 'POST',
    path: '/system/user/importData',
    permission,
    upload: true,
    perMinute: 60,
    query: z.strictObject({
      /** Update existing users; without it they count as failures. */
      updateSupport: flag.default(false),
      /** Import the valid rows and skip the others; without it one invalid row refuses all. */
      goodRows: flag.default(false),
      columns: fileLayout.columns,
      hasTitles: fileLayout.hasTitles,
    }),
    data: job,
    log: OperationType.import,
    proof: true,
  },
  progress: {
    method: 'GET',
    path: '/system/user/importProgress',
    permission,
    query: job,
    data: ImportProgress,
  },
  cancel: { method: 'PUT', path: '/system/user/importCancel', permission, body: job, data: done },
} as const
