import { type GenOptions, isLinkable } from '@fleetdeck/contract/code-generator'
import type { StoredColumn } from '../../platform/db/schema/code-generator.ts'
import type { Refusal } from './check-design.ts'

/** A table that columns can be linked to. */
export interface Linked {
  tableName: string
  columns: readonly StoredColumn[]
  /** Foreign keys to it can be linked, other columns cannot. */
  isReferenced?: boolean
  /** Of the design itself: its first row can name none. */
  isOwn?: boolean
}
interface Design {
  options: GenOptions
  columns: readonly StoredColumn[]
}

const isText = ({ isKey, facts }: StoredColumn) => !isKey && /^(varchar|bpchar|text)$/.test(facts.type)
/** Never shown to identify a row. */
const isSecret = ({ columnName }: StoredColumn) => /password|secret|token|hash|salt/i.test(columnName)
const isUnique = ({ facts }: StoredColumn) => facts.uniques?.some(({ columns }) => columns.length === 1)

/** The columns that can be the label of a row, texts that can be searched; the one that identifies rows best comes first. */
export function labelColumns(columns: readonly StoredColumn[]): string[] {
  const texts = columns.filter(isText)
  const shown = texts.filter((column) => !isSecret(column))
  const best =
    shown.find(isUnique) ?? shown.find(({ columnName }) => /name$/i.test(columnName)) ?? shown[0] ?? texts[0]
  return [best, ...texts.filter((column) => column !== best)].flatMap((column) => column?.columnName ?? [])
}

/** Why columns cannot be linked to tables as they are; `others` are the tables they may link to. */
export function linkRefusal(design: Design, others: readonly Linked[]): Refusal | undefined {
  for (const column of design.columns) {
    const refusal = column.linkTable ? columnRefusal(column, design, others) : undefined
    if (refusal) return refusal
  }
  return undefined
}

function columnRefusal(
  column: StoredColumn,
  { options, columns }: Design,
  others: readonly Linked[],
): Refusal | undefined {
  const values = { name: column.columnName, table: column.linkTable }
  if (!isWhole(column) || isParent(options, column)) return { error: 'genLinkUnfit', values }
  const label = `${column.field}Label`
  if (columns.some(({ field }) => field.toLowerCase() === label.toLowerCase()))
    return { error: 'genFieldTaken', values: { field: label } }
  const linked = others.find(({ tableName }) => tableName === column.linkTable)
  if (!linked || (linked.isReferenced && column.facts.references !== column.linkTable))
    return { error: 'genLinkGone', values }
  if (!labelColumns(linked.columns).includes(column.linkLabel)) return { error: 'genLinkLabel', values }
  const odd = linked.columns.find(isUndescribed)
  if (odd) return { error: 'genTypeUnfit', values: { name: `${linked.tableName}.${odd.columnName}` } }
  return undefined
}

const isWhole = (column: StoredColumn) =>
  isLinkable(column) && /^int[248]$/.test(column.facts.type) && column.queryType === 'EQ'
/** The parent of a tree row is chosen in another field. */
const isParent = ({ template, treeParent }: GenOptions, { columnName }: StoredColumn) =>
  template === 'tree' && columnName === treeParent
/** The generated code could not insert a row without it. */
const isUndescribed = ({ languageType, isNullable, facts }: StoredColumn) =>
  languageType === 'other' && !isNullable && facts.default === null && facts.type !== 'generated'

/**
 * The columns with links for foreign keys that have none yet: numbers that must name a row are selected by its label.
 * One that cannot be linked, such as to a table without a text, stays as it is.
 */
export function withForeignLinks<Of extends Design>(design: Of, others: readonly Linked[]): Of {
  const columns = design.columns.map((column) => {
    if (isParent(design.options, column)) return asParent(column)
    const linked = others.find(({ tableName }) => tableName === column.facts.references)
    const [linkLabel] = linked ? labelColumns(linked.columns) : []
    if (column.linkTable || !linked || linkLabel === undefined || !namesKey(column, linked)) return column
    if (linked.isOwn && !column.isNullable) return column
    const candidate = { ...column, linkTable: linked.tableName, linkLabel }
    return columnRefusal(candidate, design, others) ? column : candidate
  })
  return { ...design, columns }
}

/** A tree's parent column loses the link that it got as a foreign key. */
const asParent = (column: StoredColumn): StoredColumn =>
  column.linkTable && column.linkTable === column.facts.references
    ? { ...column, linkTable: '', linkLabel: '' }
    : column

/** Rows are selected by their keys; designs from before this was read refer to them as well. */
function namesKey({ facts }: StoredColumn, { columns }: Linked): boolean {
  const key = columns.find(({ isKey }) => isKey)
  return facts.referencesColumn === undefined || facts.referencesColumn === key?.columnName
}
