import { columnChoices, type GenOptions, isOfDictionary } from '@fleetdeck/contract/code-generator'
import type { ErrorName } from '@fleetdeck/contract/errors'
import type { TextValues } from '@fleetdeck/i18n/fill-text'
import type { StoredColumn } from '../../platform/db/schema/code-generator.ts'
import type { DatabaseTableInfo } from './read-table.queries.ts'
import { reservedFields } from './taken-names.ts'

export type Refusal = { error: ErrorName; values?: TextValues }

/** Names that can be used in code unescaped; others are refused rather than escaped. */
const plainName = /^[a-z_][a-z0-9_]{0,62}$/i

/** Whether code can be generated for a table at all. */
export function tableRefusal({ name, columns }: DatabaseTableInfo): Refusal | undefined {
  if (!plainName.test(name)) return { error: 'genNameUnfit', values: { name } }
  const odd = columns.find((column) => !plainName.test(column.name))
  if (odd) return { error: 'genNameUnfit', values: { name: `${name}.${odd.name}` } }
  if (columns.length > 200) return { error: 'genTooManyColumns', values: { name } }
  const key = columns.find(({ isKey }) => isKey)
  const isCounted = key?.info.identity !== '' || key.info.default?.startsWith('nextval(')
  if (!key || !/^int[248]$/.test(key.info.type) || !isCounted)
    return { error: 'genKeyMissing', values: { name } }
  return undefined
}

/** Why code cannot be generated for a design. */
export function designRefusal(options: GenOptions, columns: readonly StoredColumn[]): Refusal | undefined {
  const usual = columns.filter(({ isKey }) => !isKey)
  for (const column of usual) {
    const refusal = columnRefusal(column)
    if (refusal) return refusal
  }
  const fields = usual.map(({ field }) => field.toLowerCase())
  const twice = usual.find(({ field }, index) => fields.indexOf(field.toLowerCase()) !== index)
  if (twice) return { error: 'genFieldTaken', values: { field: twice.field } }
  const isFilled = usual.some(({ isInsert, isEdit }) => isInsert && isEdit)
  if (!isFilled || !usual.some(({ isList }) => isList)) return { error: 'genNothingTicked' }
  return options.template === 'tree' ? treeRefusal(options, usual) : undefined
}

/** Errors of a column, in the order in which they are reported. */
function columnRefusal(column: StoredColumn): Refusal | undefined {
  const { columnName: name, field, languageType, isInsert, isRequired, facts } = column
  const values = { name }
  if (reservedFields.includes(field)) return { error: 'genFieldReserved', values: { field } }
  const isUsed = [isInsert, column.isEdit, column.isList, column.isQuery].includes(true)
  const isNeeded = !column.isNullable && facts.default === null && facts.type !== 'generated'
  if (languageType === 'other') return isUsed || isNeeded ? { error: 'genTypeUnfit', values } : undefined
  if (isNeeded && !(isInsert && isRequired)) return { error: 'genMustInsert', values }
  if (!isFitting(column)) return { error: 'genDisplayUnfit', values }
  const isWordless = isUsed && isOfDictionary(column) && column.dictType === ''
  return isWordless ? { error: 'genDictMissing', values } : undefined
}

function isFitting({ languageType, display, queryType, facts }: StoredColumn): boolean {
  if (facts.type === 'uuid') return display === 'input' && queryType !== 'LIKE'
  const { queries, displays } = columnChoices[languageType]
  return displays.includes(display) && queries.includes(queryType)
}

function treeRefusal(
  { treeParent, treeName }: GenOptions,
  columns: readonly StoredColumn[],
): Refusal | undefined {
  const parent = columns.find(({ columnName }) => columnName === treeParent)
  const name = columns.find(({ columnName }) => columnName === treeName)
  const isWhole = parent !== undefined && /^int[248]$/.test(parent.facts.type)
  if (!isWhole || !parent.isNullable || !parent.isInsert || !parent.isEdit) return { error: 'genTreeParent' }
  return name?.languageType === 'string' && name.isList ? undefined : { error: 'genTreeName' }
}

/** The detail table of a master must exist, with a column for the master's id. */
export function childRefusal(
  { childTable, childKey }: GenOptions,
  child: { options: GenOptions; columns: readonly StoredColumn[] } | undefined,
): Refusal | undefined {
  const key = child?.columns.find(({ columnName }) => columnName === childKey)
  if (!child || !key || !/^int[248]$/.test(key.facts.type) || key.isKey)
    return { error: 'genChildMissing', values: { name: childTable } }
  const rest = child.columns.filter(({ columnName }) => columnName !== childKey)
  return designRefusal({ ...child.options, template: 'crud' }, rest)
}
