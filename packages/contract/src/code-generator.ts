import { z } from 'zod'
import { editCall, pageCall, removeCall } from './calls.ts'
import { done, idParam, ids, pageQuery, periodShape, time } from './endpoint.ts'
import { OperationType } from './enums.ts'

export const genTemplates = ['crud', 'tree', 'masterDetail'] as const
export type GenTemplate = (typeof genTemplates)[number]

/** The TypeScript type of a column's values; generated code can neither show nor change `other`. */
export const languageTypes = ['number', 'string', 'boolean', 'time', 'date', 'other'] as const
export type LanguageType = (typeof languageTypes)[number]

export const queryTypes = ['EQ', 'NE', 'GT', 'GTE', 'LT', 'LTE', 'LIKE', 'BETWEEN'] as const
export type QueryType = (typeof queryTypes)[number]

export const displays = [
  'input',
  'textarea',
  'select',
  'radio',
  'checkbox',
  'datetime',
  'image',
  'file',
  'editor',
] as const
export type Display = (typeof displays)[number]

/** How a column of a type may be searched and filled in; the first is the default. */
export const columnChoices: Record<
  LanguageType,
  { queries: readonly QueryType[]; displays: readonly Display[] }
> = {
  number: {
    queries: ['EQ', 'NE', 'GT', 'GTE', 'LT', 'LTE', 'BETWEEN'],
    displays: ['input', 'select', 'radio'],
  },
  string: {
    queries: ['EQ', 'NE', 'LIKE'],
    displays: ['input', 'textarea', 'select', 'radio', 'checkbox', 'image', 'file', 'editor'],
  },
  boolean: { queries: ['EQ'], displays: ['checkbox'] },
  time: { queries: ['BETWEEN'], displays: ['datetime'] },
  date: { queries: ['EQ', 'NE', 'GT', 'GTE', 'LT', 'LTE', 'BETWEEN'], displays: ['datetime'] },
  other: { queries: ['EQ'], displays: ['input'] },
}
type LabelSource = Pick<GenColumn, 'display' | 'languageType' | 'linkTable'>
/** Of a text or number, whether its labels come from a dictionary. */
export const isOfDictionary = ({ display, languageType, linkTable }: LabelSource) =>
  !linkTable &&
  languageType !== 'boolean' &&
  (display === 'select' || display === 'radio' || display === 'checkbox')
/** Whether a column can refer to rows of another table. */
export const isLinkable = ({ columnType, isKey }: Pick<GenColumn, 'columnType' | 'isKey'>) =>
  !isKey && /^(smallint|integer|bigint)$/.test(columnType)

const tick = z.boolean()
const caption = z.string().trim().max(100, 'gen.captionLength')
/** Identifiers in the generated code; short enough to keep the line width. */
const codeName = (pattern: RegExp, error: string, longest = 30) =>
  z.string().trim().regex(pattern, error).max(longest, error)

const columnSettings = {
  columnName: z.string().max(63),
  columnComment: caption,
  field: codeName(/^[a-z][a-zA-Z0-9]*$/, 'gen.fieldWrong'),
  isInsert: tick,
  isEdit: tick,
  isList: tick,
  isQuery: tick,
  isRequired: tick,
  queryType: z.enum(queryTypes),
  display: z.enum(displays),
  /** Empty without a dictionary. */
  dictType: z
    .string()
    .max(100)
    .regex(/^([a-z][a-z0-9_]*)?$/, 'gen.dictUnknown'),
  /** Another imported table that the column refers to, and the column with its label; else empty. */
  linkTable: z.string().max(63).default(''),
  linkLabel: z.string().max(63).default(''),
}

export const GenColumn = z.object({
  ...columnSettings,
  /** In the database's spelling, such as `character varying(50)`. */
  columnType: z.string(),
  languageType: z.enum(languageTypes),
  /** The table's primary key, which is called `id` on the wire. */
  isKey: z.boolean(),
  isNullable: z.boolean(),
})
export type GenColumn = z.output<typeof GenColumn>

export const GenOptions = z.strictObject({
  template: z.enum(genTemplates),
  /** Folder and file names of the feature, such as `customer-orders`. */
  packageName: codeName(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'gen.packageWrong'),
  /** First part of the calls' path. */
  moduleName: codeName(/^[a-z][a-zA-Z0-9]*$/, 'gen.moduleWrong', 20),
  /** Second part of it, and the page's part of its address. */
  businessName: codeName(/^[a-z][a-zA-Z0-9]*$/, 'gen.businessWrong'),
  /** The name of a row on the page. */
  functionName: z.string().trim().min(1, 'gen.functionRequired').max(50, 'gen.functionRequired'),
  formColumns: z.literal([1, 2, 3]),
  /** Rows can be opened to see all of their columns. */
  hasDetail: tick,
  /** Key of a directory shipped with the program. */
  parentMenu: z.string().max(100),
  /** Columns of a tree: the parent's id, and the label of rows. */
  treeParent: z.string().max(63),
  treeName: z.string().max(63),
  /** Of master and detail: the other table, and its column with the master's id. */
  childTable: z.string().max(63),
  childKey: z.string().max(63),
})
export type GenOptions = z.output<typeof GenOptions>

export const GenTable = z.object({
  id: z.number(),
  tableName: z.string(),
  tableComment: z.string(),
  className: z.string(),
  author: z.string(),
  remark: z.string(),
  createdAt: time,
  gmtModified: time,
})
export type GenTable = z.output<typeof GenTable>

export const DatabaseTable = z.object({
  tableName: z.string(),
  tableComment: z.string(),
  columnCount: z.number(),
})
export type DatabaseTable = z.output<typeof DatabaseTable>

/** A table with all settings of its generated code. */
export const GenDesign = z.object({
  info: z.object({ ...GenTable.shape, options: GenOptions }),
  rows: z.array(GenColumn),
  /** Directories available for the page; the console has a label for most paths. */
  parents: z.array(z.object({ key: z.string(), path: z.string(), title: z.string() })),
  /**
   * Other imported tables with their columns, for master and detail and for links, and those that foreign keys name.
   */
  others: z.array(
    z.object({
      tableName: z.string(),
      tableComment: z.string(),
      isImported: z.boolean(),
      columns: z.array(z.string()),
      /** The columns that can be the label of a row, the best one first. */
      labels: z.array(z.string()),
    }),
  ),
})
export type GenDesign = z.output<typeof GenDesign>

export const GenDraft = z.strictObject({
  id: z.int().positive(),
  tableComment: z.string().trim().min(1, 'gen.commentRequired').max(100, 'gen.captionLength'),
  className: codeName(/^([A-Z][a-z0-9]+)+$/, 'gen.classWrong'),
  author: z.string().trim().max(50).default(''),
  remark: z.string().trim().max(500).default(''),
  options: GenOptions,
  /** Every column of the table once, in display order. */
  columns: z.array(z.strictObject(columnSettings)).min(1).max(200),
})
export type GenDraft = z.output<typeof GenDraft>

const tableNames = z
  .string('gen.tableRequired')
  .min(1, 'gen.tableRequired')
  .max(6400)
  .transform((text) => text.split(','))
  .pipe(z.array(z.string().min(1).max(63)).max(100))

const base = '/system/tools/gen'
const guard = 'system/tools/gen'
export const codeGenerator = {
  list: pageCall(`${base}/tableList`, {
    row: GenTable,
    query: pageQuery(
      {
        tableName: z.string().max(63).optional(),
        tableComment: z.string().max(100).optional(),
        ...periodShape,
      },
      ['id', 'tableName', 'tableComment', 'className', 'createdAt', 'gmtModified'],
    ),
  }),
  /** Tables of the database that are not imported yet. */
  databaseTables: pageCall(`${base}/dataList`, {
    row: DatabaseTable,
    query: pageQuery({
      tableName: z.string().max(63).optional(),
      tableComment: z.string().max(100).optional(),
    }),
    permission: `${guard}/importTableSave`,
  }),
  import: {
    method: 'POST',
    path: `${base}/importTableSave`,
    permission: `${guard}/importTableSave`,
    query: z.strictObject({ tables: tableNames }),
    data: done,
    log: OperationType.import,
  },
  remove: removeCall(`${base}/delete`, { row: GenTable }),
  design: {
    method: 'GET',
    path: `${base}/columnList`,
    permission: `${guard}/tableList`,
    query: z.strictObject({ tableId: idParam }),
    data: GenDesign,
  },
  edit: editCall(`${base}/editSave`, GenDraft),
  /** Reads the table again: settings of remaining columns are preserved. */
  sync: {
    method: 'PUT',
    path: `${base}/sync`,
    permission: `${guard}/sync`,
    body: z.strictObject({ id: z.int().positive() }),
    data: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
    log: OperationType.edit,
  },
  /** Every generated file by its path in the project. */
  preview: {
    method: 'GET',
    path: `${base}/preview`,
    permission: `${guard}/preview`,
    query: z.strictObject({ tableId: idParam }),
    data: z.record(z.string(), z.string()),
  },
  /** One zip of all files of these tables, in base64: nothing is stored on the server. */
  generate: {
    method: 'PUT',
    path: `${base}/batchGenCode`,
    permission: `${guard}/batchGenCode`,
    body: z.strictObject({ ids }),
    data: z.object({ fileName: z.string(), content: z.string() }),
    log: OperationType.generate,
  },
} as const
