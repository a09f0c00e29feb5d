import { z } from 'zod'
import { deviceCrud, withId } from './crud.ts'
import { idParam, idsOf, pageQuery, time } from './endpoint.ts'
import { DynamicTableId, UserId } from './ids.ts'
import { storable } from './storable-text.ts'

export const maxColumns = 200
/** Characters of one value. */
export const longestValue = 10_000
/** Longer fields cannot be searchable: no index can contain them. */
export const longestSearched = 500
const defaultSize = 255

/** Reserved words: a query could not distinguish them from a field, or every database reserves them. */
export const reservedNames: ReadonlySet<string> = new Set(
  `id gmt_created gmt_modified rand and or not like in between is null order by asc desc limit offset select from where
  group having union join on as insert into values update set delete create alter drop table column index view database
  schema truncate grant revoke distinct all any exists case when then else end true false default primary key foreign
  references unique check constraint user to with using`.split(/\s+/),
)

const caption = (required: string, tooLong: string) =>
  z
    .string(required)
    .trim()
    .min(1, required)
    .max(100, tooLong)
    .refine((text) => storable(text), 'dynamicTable.textUnstorable')

const englishName = (required: string) =>
  z
    .string(required)
    .trim()
    .min(1, required)
    .regex(/^[A-Za-z][A-Za-z0-9_]{0,62}$/, 'dynamicTable.nameNotEnglish')
    .refine((name) => !reservedNames.has(name.toLowerCase()), 'dynamicTable.nameReserved')

export const DynamicColumn = z.object({
  /** Unchanged when the field is renamed or moved. */
  no: z.number(),
  /** The Chinese name. */
  columnInfo: z.string(),
  /** The English name, used by scripts. */
  columnName: z.string(),
  columnSize: z.number(),
  isSearched: z.boolean(),
})
export type DynamicColumn = z.output<typeof DynamicColumn>

export const DynamicColumnDraft = z
  .strictObject({
    /** Of an existing field; without it a field is added. */
    no: z.int().positive().optional(),
    /** Display order of the fields; fields without it stay in the order sent. */
    sequence: z.int().min(0).max(10_000).optional(),
    columnInfo: caption('dynamicTable.columnInfoRequired', 'dynamicTable.captionLength'),
    columnName: englishName('dynamicTable.columnNameRequired'),
    columnSize: z
      .int('dynamicTable.sizeRange')
      .min(1, 'dynamicTable.sizeRange')
      .max(longestValue, 'dynamicTable.sizeRange')
      .default(defaultSize),
    isSearched: z.boolean().default(false),
  })
  .refine((column) => !column.isSearched || column.columnSize <= longestSearched, {
    path: ['isSearched'],
    message: 'dynamicTable.searchedTooLong',
  })
export type DynamicColumnDraft = z.output<typeof DynamicColumnDraft>

const isUnique = <T>(values: T[]) => new Set(values).size === values.length

const columnDrafts = z
  .array(DynamicColumnDraft)
  .min(1, 'dynamicTable.columnsRequired')
  .max(maxColumns, 'dynamicTable.tooManyColumns')
  .refine((columns) => isUnique(columns.map(({ columnName }) => columnName.toLowerCase())), {
    message: 'dynamicTable.columnTwice',
  })
  .refine((columns) => isUnique(columns.flatMap(({ no }) => no ?? [])), {
    message: 'dynamicTable.columnTwice',
  })
  .transform((columns) =>
    columns
      .map((column, index) => ({ column, place: column.sequence ?? index }))
      .sort((a, b) => a.place - b.place)
      .map(({ column }) => column),
  )

export const DynamicTableDraft = z.strictObject({
  tableName: caption('dynamicTable.nameRequired', 'dynamicTable.captionLength'),
  tableNameEn: englishName('dynamicTable.nameEnRequired'),
  columns: columnDrafts,
  /** Omitted: the caller. The owner never changes. */
  tenantId: UserId.optional(),
})
export type DynamicTableDraft = z.output<typeof DynamicTableDraft>

export const DynamicTable = z.object({
  id: DynamicTableId,
  tableName: z.string(),
  tableNameEn: z.string(),
  columns: z.array(DynamicColumn),
  /** The owner, and so the tenant. */
  tenantId: UserId,
  userName: z.string(),
  gmtModified: time,
})
export type DynamicTable = z.output<typeof DynamicTable>

const { edit, ...crud } = deviceCrud('/data/dynamicTable', {
  row: DynamicTable,
  draft: DynamicTableDraft,
  query: pageQuery({ name: z.string().max(100).optional(), tenantId: idParam.brand<'UserId'>().optional() }, [
    'id',
    'tableName',
    'tableNameEn',
    'userName',
    'gmtModified',
  ]),
})

/** The effect of a change of the fields on the stored values. */
export const DesignEffect = z.object({
  /** Fields that would be removed, and the number of filled-in values of each. */
  removed: z.array(z.object({ columnName: z.string(), columnInfo: z.string(), values: z.number() })),
  /** Fields that cannot be shortened so much: how many values are longer, and the longest. */
  tooShort: z.array(
    z.object({ columnName: z.string(), columnInfo: z.string(), values: z.number(), longest: z.number() }),
  ),
})
export type DesignEffect = z.output<typeof DesignEffect>

const change = withId(DynamicTableDraft, DynamicTableId).omit({ tenantId: true })

export const dynamicTables = {
  ...crud,
  /** Refused when more values would be lost than `confirmedLoss`, or when a value exceeds a shortened field. */
  edit: {
    ...edit,
    body: z.strictObject({ ...change.shape, confirmedLoss: z.int().min(0).default(0) }),
  },
  /** The effect of an edit; changes nothing. */
  effect: {
    method: 'POST',
    path: '/data/dynamicTable/effect',
    permission: 'data/dynamicTable/edit',
    body: change,
    data: DesignEffect,
  },
  /** How many rows would be removed with the tables. */
  contents: {
    method: 'GET',
    path: '/data/dynamicTable/contents',
    permission: 'data/dynamicTable/delete',
    query: z.strictObject({ ids: idsOf<DynamicTableId>() }),
    data: z.object({ rows: z.number() }),
  },
} as const
