import { type GenOptions, isLinkable } from '@fleetdeck/contract/code-generator'
import type { StoredColumn } from '../../platform/db/schema/code-generator.ts'
import type { Refusal } from './check-design.ts'

interface Linked {
  tableName: string
  columns: readonly StoredColumn[]
}

/** What the row of a linked table is called by: a text that can be searched. */
export const isLabel = ({ isKey, facts }: StoredColumn) =>
  !isKey && /^(varchar|bpchar|text)$/.test(facts.type)

/** Why columns cannot be linked to tables as they are; `others` are those that they may be linked to. */
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
/** What stands above a row of a tree is chosen in another way. */
const isParent = ({ template, treeParent }: GenOptions, { columnName }: StoredColumn) =>
  template === 'tree' && columnName === treeParent
/** Without it no row can be written by what is generated. */
const isUndescribed = ({ languageType, isNullable, facts }: StoredColumn) =>
  languageType === 'other' && !isNullable && facts.default === null && facts.type !== 'generated'
