import { z } from 'zod'
import { done, idParam } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { ChosenColumns, FilePreview, previewQuery } from './file-columns.ts'
import { TextEncoding } from './text-encodings.ts'

export const formerFileLimit = 20
/** Megabytes of one file. */
export const formerSizeLimit = 20
/** Megabytes and lines of all files together. */
export const formerTotalLimit = 100
export const formerLineLimit = 100_000
export const formerFileTypes = ['xlsx', 'xls', 'csv', 'txt', 'js', 'ts', 'zip'] as const
/** Entries of a zip archive of scripts; unpacked they may have formerTotalLimit megabytes. */
export const formerEntryLimit = 2000

/** In the order of their import: devices name groups. */
export const formerKinds = ['groups', 'devices', 'scripts', 'dataGroups'] as const
export const FormerKind = z.enum(formerKinds)
export type FormerKind = z.output<typeof FormerKind>

export const FormerFile = z.object({
  name: z.string(),
  /** Null: not recognised; it has to be chosen. */
  kind: FormerKind.nullable(),
  /** Headings that are read. */
  columns: z.array(z.string()),
  /** Headings, or files of an archive, that are not read; up to 50. */
  ignored: z.array(z.string()),
  /** Why the whole file is refused. */
  reason: z.string().nullable(),
  lines: z.number(),
  new: z.number(),
  changed: z.number(),
  same: z.number(),
  refused: z.number(),
})
export type FormerFile = z.output<typeof FormerFile>

export const RefusedLine = z.object({
  file: z.string(),
  /** From 1, the headings included; in an archive, the number of the file. */
  line: z.number(),
  /** Number or name. */
  value: z.string(),
  reason: z.string(),
})
export type RefusedLine = z.output<typeof RefusedLine>

export const FormerProgress = z.object({
  state: z.enum(['reading', 'checking', 'writing', 'done', 'failed', 'cancelled']),
  /** Nothing is written; the counts are those of an import. */
  dryRun: z.boolean(),
  /** Lines. */
  total: z.number(),
  done: z.number(),
  files: z.array(FormerFile),
  /** The first 100; the result file has all. */
  refused: z.array(RefusedLine),
  reason: z.string().nullable(),
  /** A spreadsheet with the outcome of each line; fetched once. */
  resultFile: z.string().nullable(),
})
export type FormerProgress = z.output<typeof FormerProgress>

const permission = 'device/formerSystem/import'
const job = z.strictObject({ jobId: z.string().max(64) })
const flag = z.enum(['0', '1']).transform((value) => value === '1')
const kindOrAuto = z.enum(['auto', ...formerKinds])
/** A part for each file, in their order; empty: found in the file. */
const perFile = <T extends z.ZodType<unknown, string>>(value: T, separator: ',' | ';') =>
  z
    .string()
    .max(20_000)
    .transform((text) => text.split(separator))
    .pipe(
      z
        .array(
          z
            .literal('')
            .transform(() => undefined)
            .or(value),
        )
        .max(formerFileLimit),
    )
    .default([])

/** Files of the product that this one replaces. */
export const formerImport = {
  template: {
    method: 'GET',
    path: '/device/formerSystem/importTemplate',
    permission,
    query: z.strictObject({ kind: FormerKind }),
    data: z.object({ fileName: z.string() }),
    isWrite: true,
  },
  /** multipart/form-data with one spreadsheet under `file`, or with (the beginning of) one csv or txt. */
  preview: {
    method: 'POST',
    path: '/device/formerSystem/importPreview',
    permission,
    upload: true,
    perMinute: 120,
    query: z.strictObject({ ...previewQuery, kind: kindOrAuto.default('auto') }),
    /** `kind` is null if it is not recognised. */
    data: FilePreview.extend({ kind: FormerKind.nullable() }),
  },
  /** multipart/form-data with 1 to 20 files under `file`; they are processed after the response. */
  start: {
    method: 'POST',
    path: '/device/formerSystem/import',
    permission,
    upload: true,
    perMinute: 60,
    query: z.strictObject({
      /** Of all files, or of each, comma-joined in their order. */
      kind: z
        .string()
        .max(400)
        .default('auto')
        .transform((text) => text.split(','))
        .pipe(z.array(kindOrAuto).min(1).max(formerFileLimit)),
      /** Of each text file, comma-joined. */
      encodings: perFile(TextEncoding, ','),
      /** Of each file, as in other imports, joined by semicolons. */
      columns: perFile(ChosenColumns, ';'),
      /** '0': the first row of a file is imported, too. Comma-joined; used for files with `columns` only. */
      hasTitles: perFile(z.enum(['0', '1']), ','),
      dryRun: flag.default(true),
      /** Existing rows get the values of the files; without it those that differ are refused. */
      update: flag.default(false),
      /** The owner of the rows. Omitted: the caller. */
      userId: idParam.brand<'UserId'>().optional(),
    }),
    data: job,
    log: OperationType.import,
  },
  progress: {
    method: 'GET',
    path: '/device/formerSystem/importProgress',
    permission,
    query: job,
    data: FormerProgress,
  },
  cancel: {
    method: 'POST',
    path: '/device/formerSystem/importCancel',
    permission,
    body: job,
    data: done,
  },
} as const
