import { z } from 'zod'
import { pageCall } from './calls.ts'
import { deviceCrud } from './crud.ts'
import { dataName } from './data-groups.ts'
import { done, idParam, idsOf, pageQuery, status, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { FilePreview, fileColumnLimit, previewQuery } from './file-columns.ts'
import { DataGroupId, DataItemId } from './ids.ts'
import { TextEncoding } from './text-encodings.ts'

/** Maximum characters of a content in a list; the rest only comes with the single row. */
export const shownContent = 200
/** Maximum lines or rows per file. */
export const importLineLimit = 1_000_000
/** Maximum megabytes of a text file, and of a spreadsheet. */
export const importTextLimit = 200
export const importSheetLimit = 20

const contentText = z
  .string()
  .max(1_500_000, 'dataItem.contentLength')
  .regex(/^[^\0]*$/, 'sharedData.nul')

export const DataItem = z.object({
  id: DataItemId,
  name: z.string(),
  groupId: DataGroupId,
  groupName: z.string(),
  userName: z.string(),
  content: z.string(),
  /** Characters of the whole content. */
  contentLength: z.number(),
  /** 0: the group accepts no other item with this content. */
  dedupe: z.number(),
  /** Further items of the group with this content. */
  repeats: z.number(),
  /** Leased until then. */
  leasedUntil: time.nullable(),
  leasedBy: z.string().nullable(),
  createdAt: time,
  gmtModified: time,
})
export type DataItem = z.output<typeof DataItem>

export const DataItemDraft = z.strictObject({
  name: dataName('dataItem.nameRequired', 'dataItem.nameLength'),
  groupId: z.int('dataItem.groupRequired').positive('dataItem.groupRequired').brand<'DataGroupId'>(),
  /** Omitted when an item is changed: it stays. */
  content: contentText.optional(),
  dedupe: status.default(1),
})

const filter = {
  name: z.string().max(100).optional(),
  content: z.string().max(200).optional(),
  groupId: idParam.brand<'DataGroupId'>().optional(),
  tenantId: idParam.brand<'UserId'>().optional(),
  leased: z.enum(['0', '1']).optional(),
}

export const Lease = z.object({
  id: DataItemId,
  name: z.string(),
  content: z.string(),
  groupId: DataGroupId,
  groupName: z.string(),
  userName: z.string(),
  deviceNo: z.string().nullable(),
  leasedAt: time,
  leasedUntil: time,
})
export type Lease = z.output<typeof Lease>

export const usageOutcomes = ['taken', 'leased', 'acked', 'returned'] as const
export const ItemUsage = z.object({
  id: z.number(),
  itemId: DataItemId,
  name: z.string(),
  content: z.string(),
  groupId: DataGroupId,
  groupName: z.string(),
  deviceNo: z.string(),
  /** Taken permanently, leased, acknowledged, or returned. */
  outcome: z.enum(usageOutcomes),
  at: time,
  endedAt: time.nullable(),
})
export type ItemUsage = z.output<typeof ItemUsage>

export const DataImportProgress = z.object({
  state: z.enum(['reading', 'done', 'failed', 'cancelled']),
  /** Bytes of the file, and how many are processed. */
  total: z.number(),
  done: z.number(),
  lines: z.number(),
  added: z.number(),
  /** Duplicates within the group: refused with the flag, else added and counted. */
  repeated: z.number(),
  /** Too long, or with characters that cannot be stored. */
  failed: z.number(),
  /** The first of them. */
  failures: z.array(z.object({ line: z.number(), reason: z.string() })),
  /** Of a text file; null for a spreadsheet, and before it is known. */
  encoding: TextEncoding.nullable(),
  /** Columns that are not imported: their titles, or their positions from 1. */
  ignored: z.array(z.union([z.string(), z.number()])),
  reason: z.string().nullable(),
})
export type DataImportProgress = z.output<typeof DataImportProgress>

/** The fields are `name` and `content`. */
export const DataImportPreview = FilePreview.extend({
  /** Positions of the columns from 0; -1: none has names. */
  nameColumn: z.number(),
  contentColumn: z.number(),
})
export type DataImportPreview = z.output<typeof DataImportPreview>

/** Columns of a file. */
const column = z.coerce
  .number()
  .int()
  .min(-1)
  .max(fileColumnLimit - 1)

const job = z.strictObject({ jobId: z.string().max(64) })
const importing = 'data/list/import'
const line = contentText.min(1, 'dataItem.lineRequired').regex(/^[^\r\n]*$/, 'dataItem.oneLineOnly')

export const dataItems = {
  ...deviceCrud('/data/list', {
    row: DataItem,
    draft: DataItemDraft,
    query: pageQuery(filter, ['id', 'name', 'groupName', 'gmtModified']),
  }),
  move: {
    method: 'POST',
    path: '/data/list/move',
    permission: 'data/list/edit',
    body: z.strictObject({
      ids: idsOf<DataItemId>(),
      groupId: z.int('dataItem.groupRequired').positive().brand<'DataGroupId'>(),
    }),
    /** `left` were not moved: the other group has equal ones, or they are leased. */
    data: z.object({ moved: z.number(), left: z.number() }),
    log: OperationType.edit,
  },
  appendLine: {
    method: 'POST',
    path: '/data/list/appendLine',
    permission: 'data/list/edit',
    body: z.strictObject({ id: DataItemId, line }),
    data: done,
    log: OperationType.edit,
  },
  removeLine: {
    method: 'POST',
    path: '/data/list/removeLine',
    permission: 'data/list/edit',
    body: z.strictObject({ id: DataItemId, line }),
    data: done,
    log: OperationType.edit,
  },
  /** All items of a group that are not leased. */
  clear: {
    method: 'POST',
    path: '/data/list/clear',
    permission: 'data/list/delete',
    body: z.strictObject({ groupId: DataGroupId }),
    data: z.object({ removed: z.number() }),
    log: OperationType.clear,
  },
  leases: pageCall('/data/list/leases', {
    row: Lease,
    query: pageQuery(
      {
        groupId: idParam.brand<'DataGroupId'>().optional(),
        deviceNo: z.string().max(64).optional(),
      },
      ['leasedAt', 'leasedUntil'],
    ),
  }),
  /** Ends leases early. */
  giveBack: {
    method: 'POST',
    path: '/data/list/giveBack',
    permission: 'data/list/leases',
    body: z.strictObject({ ids: idsOf<DataItemId>() }),
    data: z.object({ returned: z.number() }),
    log: OperationType.edit,
  },
  handouts: pageCall('/data/list/handouts', {
    row: ItemUsage,
    query: pageQuery(
      {
        groupId: idParam.brand<'DataGroupId'>().optional(),
        itemId: idParam.brand<'DataItemId'>().optional(),
        deviceNo: z.string().max(64).optional(),
      },
      ['id'],
    ),
    permission: 'data/list/list',
  }),
} as const

/** Items from a file. */
export const dataImport = {
  template: {
    method: 'GET',
    path: '/data/list/importTemplate',
    permission: importing,
    data: z.object({ fileName: z.string() }),
    isWrite: true,
  },
  /** multipart/form-data with one spreadsheet under `file`, or with (the beginning of) one text file. */
  preview: {
    method: 'POST',
    path: '/data/list/importPreview',
    permission: importing,
    upload: true,
    perMinute: 120,
    query: z.strictObject(previewQuery),
    data: DataImportPreview,
  },
  /** multipart/form-data with one txt, csv, xls or xlsx under `file`; it is processed after the response. */
  start: {
    method: 'POST',
    path: '/data/list/import',
    permission: importing,
    upload: true,
    perMinute: 60,
    query: z.strictObject({
      groupId: idParam.brand<'DataGroupId'>(),
      /** For items whose line has no name. */
      name: dataName('dataItem.nameRequired', 'dataItem.nameLength'),
      dedupe: status.default(1),
      /** Of a text file; by default it is detected. */
      encoding: TextEncoding.optional(),
      /** Without it the columns are found by their titles. The others are used with it only. */
      contentColumn: column.min(0).optional(),
      nameColumn: column.default(-1),
      hasTitles: z.enum(['0', '1']).default('0'),
    }),
    data: job,
    log: OperationType.import,
  },
  progress: {
    method: 'GET',
    path: '/data/list/importProgress',
    permission: importing,
    query: job,
    data: DataImportProgress,
  },
  cancel: {
    method: 'POST',
    path: '/data/list/importCancel',
    permission: importing,
    body: job,
    data: done,
  },
} as const
