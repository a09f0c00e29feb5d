import { z } from 'zod'
import { TextEncoding } from './text-encodings.ts'

/** Rows of a preview. */
export const previewRows = 10
/** Bytes of a text file that its preview needs. */
export const previewBytes = 256 * 1024
/** Columns of a file of rows. */
export const fileColumnLimit = 500

type Positions = ReadonlyMap<string, number>

const toPairs = (text: string) =>
  text.split(',').map((pair) => {
    const [field = '', position] = pair.split(':')
    return [field, Number(position)] as const
  })
const isUnique = (values: unknown[]) => new Set(values).size === values.length

/** The position of each imported field from 0: `userName:0,phone:3`. */
export const ChosenColumns = z
  .string()
  .max(20_000)
  .regex(/^\w{1,63}:\d{1,3}(,\w{1,63}:\d{1,3})*$/)
  .transform(toPairs)
  .refine((pairs) => [0, 1].every((part) => isUnique(pairs.map((pair) => pair[part]))))
  .refine((pairs) => pairs.every(([, position]) => position < fileColumnLimit))
  .transform((pairs): Positions => new Map(pairs))

export const chosenColumnsText = (columns: readonly (string | null)[]) =>
  columns.flatMap((field, position) => (field === null ? [] : [`${field}:${position}`])).join(',')

/** How a file of rows is read, in the query of an import. */
export const fileLayout = {
  /** Of a text file; by default it is detected. */
  encoding: TextEncoding.optional(),
  /** Without it the columns are found by their titles. */
  columns: ChosenColumns.optional(),
  /** '0': the first row is imported, too. Used with `columns` only. */
  hasTitles: z.enum(['0', '1']).default('1'),
}

export const previewQuery = {
  encoding: fileLayout.encoding,
  /** '1': the file is the beginning of a longer one. */
  isCut: z.enum(['0', '1']).optional(),
}

/** The beginning of a file, as it would be imported. */
export const FilePreview = z.object({
  /** Null for a spreadsheet. */
  encoding: TextEncoding.nullable(),
  /** The first rows that are not blank, with their cells shortened; a row of titles is the first. */
  rows: z.array(z.array(z.string())),
  hasTitles: z.boolean(),
  /** The field of each column; null: it is not imported. */
  columns: z.array(z.string().nullable()),
  fields: z.array(z.object({ name: z.string(), title: z.string() })),
  /** Of each of these lists one field needs a column. */
  required: z.array(z.array(z.string())),
})
export type FilePreview = z.output<typeof FilePreview>
