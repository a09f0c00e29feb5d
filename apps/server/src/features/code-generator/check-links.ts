import { type GenOptions, isLinkable } from '@fleetdeck/contract/code-generator'
import type { StoredColumn } from '../../platform/db/schema/code-generator.ts'
import type { Refusal } from './check-design.ts'

interface Linked {
  tableName: string
  columns: readonly StoredColumn[]
}

/** The label of a linked row: a searchable text. */
export const isLabel = ({ isKey, facts }: StoredColumn) =>
  !isKey && /^(varchar|bpchar|text)$/.test(facts.type)

/** Why columns cannot be linked to tables as they are; `others` are the tables they may link to. */
export function linkRefusal(
  options: GenOptions,
  columns: readonly StoredColumn[],
  others: readonly Linked[],
): Refusal | undefined {
  const fields = new Set(columns.map(({ field }) => field.toLowerCase()))
  for (const column of columns) {
    if (!column.linkTable) continue
    const values = { name: column.columnName, table: column.linkTable }
    if (!isWhole(column) || isParent(options, column)) return { error: 'genLinkUnfit', values }
    const label = `${column.field}Label`
    if (fields.has(label.toLowerCase())) return { error: 'genFieldTaken', values: { field: label } }
    const linked = others.find(({ tableName }) => tableName === column.linkTable)
    if (!linked) return { error: 'genLinkGone', values }
    const isLabelled = linked.columns.some((each) => each.columnName === column.linkLabel && isLabel(each))
    if (!isLabelled) return { error: 'genLinkLabel', values }
    const odd = linked.columns.find(isUndescribed)
    if (odd) return { error: 'genTypeUnfit', values: { name: `${linked.tableName}.${odd.columnName}` } }
  }
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
