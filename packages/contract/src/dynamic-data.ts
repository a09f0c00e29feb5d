import { z } from 'zod'
import { DynamicTable } from './dynamic-tables.ts'
import { done, idParam, idsOf, pageOf, pageQuery, pageShape, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { FilePreview, fileLayout, previewQuery } from './file-columns.ts'
import { DynamicRowId } from './ids.ts'

/** Values by the English names of their fields; a field without a value is null. */
const Values = z.record(z.string(), z.string().nullable())

export const DynamicRow = z.object({ id: DynamicRowId, values: Values, gmtModified: time })
export type DynamicRow = z.output<typeof DynamicRow>

/** How a searched text is compared. */
export const SearchMatch = z.enum(['equals', 'starts', 'contains'])
export type SearchMatch = z.infer<typeof SearchMatch>

/** The fields of a search are separate parameters: `search.<English name>`. */
export const searchPrefix = 'search.'
const fieldName = z.string().max(63)

function groupSearchFields(query: unknown) {
  if (typeof query !== 'object' || query === null) return query
  const fields = Object.entries(query)
  const isSearch = ([name]: [string, unknown]) => name.startsWith(searchPrefix)
  const search = Object.fromEntries(
    fields.filter(isSearch).map(([name, value]) => [name.slice(searchPrefix.length), value]),
  )
  return { ...Object.fromEntries(fields.filter((field) => !isSearch(field))), search }
}

const RowQuery = z.preprocess(
  groupSearchFields,
  z.strictObject({
    search: z.record(fieldName, z.string().max(500)),
    match: SearchMatch.default('equals'),
    ...pageShape,
    /** `id`, `gmtModified` or a field's English name. */
    orderByColumn: fieldName.optional(),
  }),
)

const params = z.strictObject({ tableId: idParam.brand<'DynamicTableId'>() })
const path = <const Name extends string>(name: Name) => `/data/dynamicData/:tableId/${name}` as const
const permission = <const Name extends string>(name: Name) => `data/dynamicData/${name}` as const
const rowDraft = z.strictObject({ values: Values })
const fileName = z.object({ fileName: z.string() })

/** Megabytes of one file. */
export const importSizeLimit = 20
/** Rows of one file. */
export const importRowLimit = 100_000

export const DynamicImport = z.object({
  state: z.enum(['reading', 'writing', 'done', 'failed', 'cancelled']),
  total: z.number(),
  done: z.number(),
  added: z.number(),
  failed: z.number(),
  /** The first refused rows. */
  failures: z.array(z.object({ row: z.number(), reason: z.string() })),
  /** Why the whole file was refused. */
  reason: z.string().nullable(),
  /** Titles of columns that are not imported, or their positions. */
  ignored: z.array(z.string()).default([]),
})
export type DynamicImport = z.output<typeof DynamicImport>

/** Rows of one dynamic table. The table must be within the caller's data scope. */
export const dynamicData = {
  /** The tables whose rows the caller may see. */
  tables: {
    method: 'GET',
    path: '/data/dynamicData/tables',
    permission: permission('list'),
    query: pageQuery({ name: z.string().max(100).optional() }),
    data: pageOf(DynamicTable.pick({ id: true, tableName: true, tableNameEn: true, userName: true })),
  },
  design: {
    method: 'GET',
    path: path('design'),
    permission: permission('list'),
    params,
    data: DynamicTable,
  },
  list: {
    method: 'GET',
    path: path('list'),
    permission: permission('list'),
    params,
    query: RowQuery,
    data: pageOf(DynamicRow),
  },
  one: {
    method: 'GET',
    path: path('one'),
    permission: permission('list'),
    params,
    query: z.strictObject({ id: idParam.brand<'DynamicRowId'>() }),
    data: DynamicRow,
  },
  add: {
    method: 'POST',
    path: path('add'),
    permission: permission('add'),
    params,
    body: rowDraft,
    data: done,
    log: OperationType.add,
  },
  /** Omitted fields keep their values. */
  edit: {
    method: 'POST',
    path: path('edit'),
    permission: permission('edit'),
    params,
    body: z.strictObject({ ...rowDraft.shape, id: DynamicRowId }),
    data: done,
    log: OperationType.edit,
  },
  remove: {
    method: 'GET',
    path: path('delete'),
    permission: permission('delete'),
    params,
    query: z.strictObject({ ids: idsOf<DynamicRowId>() }),
    data: done,
    log: OperationType.remove,
  },
  /** All matching rows, as xlsx. */
  export: {
    method: 'GET',
    path: path('export'),
    permission: permission('export'),
    params,
    query: RowQuery,
    data: fileName,
    log: OperationType.export,
  },
  template: {
    method: 'GET',
    path: path('importTemplate'),
    permission: permission('import'),
    params,
    data: fileName,
    isWrite: true,
  },
  /** multipart/form-data with an xls or xlsx under `file`, or with (the beginning of) a csv. */
  preview: {
    method: 'POST',
    path: path('importPreview'),
    permission: permission('import'),
    params,
    query: z.strictObject(previewQuery),
    data: FilePreview,
    upload: true,
    perMinute: 120,
  },
  /** xls, xlsx or csv. Invalid rows are skipped and reported. The fields' names are in the first line or in `columns`. */
  start: {
    method: 'POST',
    path: path('import'),
    permission: permission('import'),
    params,
    query: z.strictObject(fileLayout),
    data: z.object({ jobId: z.string() }),
    upload: true,
    perMinute: 60,
    log: OperationType.import,
  },
  progress: {
    method: 'GET',
    path: '/data/dynamicData/importProgress',
    permission: permission('import'),
    query: z.strictObject({ jobId: z.string().max(64) }),
    data: DynamicImport,
  },
  cancel: {
    method: 'POST',
    path: '/data/dynamicData/importCancel',
    permission: permission('import'),
    body: z.strictObject({ jobId: z.string().max(64) }),
    data: done,
  },
} as const
