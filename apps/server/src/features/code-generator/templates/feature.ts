import { type GenOptions, isOfDictionary } from '@fleetdeck/contract/code-generator'
import type { StoredColumn } from '../../../db/schema/code-generator.ts'
import type { GenTableRow } from '../code-generator.queries.ts'
import type { KnownTable } from '../known-tables.queries.ts'
import { camel, headline, pascal, shortened, snake, spoken } from '../names.ts'
import { callPath } from '../taken-names.ts'

/** A column as the generated code knows it. */
export interface Field extends StoredColumn {
  /** Its name in the schema of tables. */
  property: string
  /** Key of its caption. */
  text: string
}

export interface Feature {
  className: string
  /** Folder and files. */
  packageName: string
  /** The contract's name. */
  constant: string
  /** Of functions that give several rows. */
  plural: string
  /** First part of its text keys. */
  prefix: string
  path: string
  author: string
  options: GenOptions
  tableName: string
  key: Field
  /** Without the key and what cannot be generated. */
  fields: Field[]
  /** All that the schema of the table describes. */
  tableFields: Field[]
  /** Where the table is described; `isNew` where a file of the schema is generated too. */
  table: { module: string; name: string; isNew: boolean }
  words: { one: string; oneEn: string; manyEn: string }
  /** Rows that belong to one of these, and their column with its number. */
  child?: { feature: Feature; key: Field } | undefined
  /** Of a tree. */
  parent?: Field | undefined
  /** What names a row; the key's number where no text does. */
  naming?: Field | undefined
}

/** As drizzle's casing would name the column; where that does not lead back to it, the field. */
function propertyOf({ columnName, field }: StoredColumn): string {
  const name = columnName.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return snake(name) === columnName ? name : field
}

export function featureOf(
  row: Pick<GenTableRow, 'tableName' | 'className' | 'author' | 'options' | 'columns'>,
  known: ReadonlyMap<string, KnownTable>,
): Feature {
  const { className, options, tableName } = row
  const inSchema = known.get(tableName)
  const prefix = camel(className)
  const all = row.columns.map((column) => ({
    ...column,
    property: inSchema?.properties.get(column.columnName) ?? propertyOf(column),
    text: `${prefix}.column.${column.field}`,
  }))
  const fields = all.filter(({ isKey, languageType }) => !isKey && languageType !== 'other')
  const constant = camel(options.packageName)
  const byName = (name: string) => fields.find(({ columnName }) => columnName === name)
  return {
    className,
    packageName: options.packageName,
    constant,
    plural: pascal(options.packageName),
    prefix,
    path: callPath({ className, ...options }),
    author: row.author,
    options,
    tableName,
    key: all.find(({ isKey }) => isKey) as Field,
    fields,
    tableFields: fields,
    table: inSchema
      ? { module: inSchema.module, name: inSchema.exportName, isNew: false }
      : { module: options.packageName, name: constant, isNew: true },
    words: {
      one: options.functionName,
      oneEn: spoken(className),
      manyEn: headline(options.packageName),
    },
    ...(options.template === 'tree' && { parent: byName(options.treeParent) }),
    naming:
      (options.template === 'tree' ? byName(options.treeName) : undefined) ??
      fields.find((field) => field.isList && field.display === 'input' && field.languageType === 'string'),
  }
}

/** A master with the rows that belong to it. */
export function withChild(master: Feature, child: Feature): Feature {
  const key = child.fields.find(({ columnName }) => columnName === master.options.childKey)
  if (!key) return master
  const fields = child.fields.filter((field) => field !== key && (field.isInsert || field.isEdit))
  return { ...master, child: { feature: { ...child, fields }, key } }
}

/** What is filled in, in the order of the columns. */
export const draftFields = ({ fields }: Feature) =>
  fields.filter(({ isInsert, isEdit }) => isInsert || isEdit)
/** What a row shows or is filled in with. */
export const rowFields = ({ fields }: Feature) =>
  fields.filter(({ isInsert, isEdit, isList }) => isInsert || isEdit || isList)
export const listFields = ({ fields }: Feature) => fields.filter(({ isList }) => isList)
export const queryFields = ({ fields }: Feature) => fields.filter(({ isQuery }) => isQuery)

/** Asked for by two ends. */
export const isRange = ({ queryType }: Field) => queryType === 'BETWEEN'
export const endsOf = (field: Field) => ({ from: endName(field, 'From'), until: endName(field, 'Until') })
const endName = (field: Field, end: string) => `${shortened(field.field)}${end}`
export const usesTimeZone = (feature: Feature) =>
  queryFields(feature).some(({ languageType }) => languageType === 'time')
/** Its words come from a dictionary. */
export const isChosen = (field: Field) => isOfDictionary(field) && field.dictType !== ''
/** What may be left out when a row is added or changed. */
export const isOptional = (field: Field) => !field.isRequired || !field.isInsert
