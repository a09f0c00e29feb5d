import { chosenColumnsText, type FilePreview } from '@fleetdeck/contract/file-columns'

/** How a file is imported. */
export type FileLayout = Omit<FilePreview, 'rows'>

/** A field belongs to one column: the column that had it before is no longer imported. */
export const withField = (layout: FileLayout, column: number, field: string | null): FileLayout => ({
  ...layout,
  columns: layout.columns.map((present, place) =>
    place === column ? field : present === field ? null : present,
  ),
})

/** The lists of fields of which one needs a column. */
export const missingFields = ({ columns, fields, required }: FileLayout) =>
  required
    .filter((names) => !names.some((name) => columns.includes(name)))
    .map((names) => fields.filter(({ name }) => names.includes(name)).map(({ title }) => title))

export const hasColumn = ({ columns }: FileLayout) => columns.some((field) => field !== null)

export const isComplete = (layout: FileLayout) => hasColumn(layout) && missingFields(layout).length === 0

/** The layout in the query of an import. */
export const layoutQuery = ({ encoding, hasTitles, columns }: FileLayout) => ({
  encoding,
  hasTitles: hasTitles ? '1' : '0',
  columns: chosenColumnsText(columns),
})
