import { type GenOptions, isOfDictionary } from '@fleetdeck/contract/code-generator'
import type { StoredColumn } from '../../../platform/db/schema/code-generator.ts'
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
  /** Of one that holds the number of another table's row. */
  link?: Link | undefined
}

/** Of a column that holds the number of another table's row: its parts in the code. */
export interface Link {
  field: Field
  /** Its place among the links of the queries. */
  name: string
  /** Text of the row, as lists show it; details are not listed. */
  label?: string | undefined
  /** The call that answers what can be chosen. */
  call: string
  /** That call as the page names it. */
  of: string
  /** What the linked table is imported as. */
  table: string
  linked: Feature
  /** The linked table is the feature's: the first row can name none. */
  isOwn: boolean
  /** Columns of it in the schema. */
  id: string
  labelProperty: string
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

/** Types of columns that the schema can describe, though no form fills them in. */
const keptTypes = ['json', 'jsonb', '_text', '_varchar', '_int4', '_int8', '_uuid']
const isKept = ({ facts }: StoredColumn) => keptTypes.includes(facts.type)

/** As drizzle's casing would name the column; where that does not lead back to it, the field. */
function propertyOf({ columnName, field }: StoredColumn): string {
  const name = columnName.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return snake(name) === columnName ? name : field
}

type Design = Pick<GenTableRow, 'tableName' | 'className' | 'author' | 'options' | 'columns'>
type KnownTables = ReadonlyMap<string, KnownTable>

/** `others` are the tables that columns may be linked to. */
export function featureOf(row: Design, known: KnownTables, others: readonly Design[] = []): Feature {
  const { className, options, tableName } = row
  const inSchema = known.get(tableName)
  const prefix = camel(className)
  const all = row.columns.map((column) => ({
    ...column,
    property: inSchema?.properties.get(column.columnName) ?? propertyOf(column),
    text: `${prefix}.column.${column.field}`,
  }))
  const unlinked = all.filter(({ isKey, languageType }) => !isKey && languageType !== 'other')
  const constant = camel(options.packageName)
  const fields = unlinked.map(linking({ constant, tableName }, known, others))
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
    // Lists and documents stay in the table, though the page does not show them.
    tableFields: all
      .filter(({ isKey, facts }) => !isKey && facts.type !== 'generated')
      .map((field) => fields.find(({ columnName }) => columnName === field.columnName) ?? field)
      .filter((field) => field.languageType !== 'other' || isKept(field)),
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

/** Gives columns their links; one table is imported once. */
function linking(
  { constant, tableName }: { constant: string; tableName: string },
  known: KnownTables,
  others: readonly Design[],
) {
  const tables = new Map<string, string>()
  return (field: Field): Field => {
    const design = others.find(({ tableName }) => tableName === field.linkTable)
    if (!design) return field
    const linked = featureOf(design, known)
    const table = tables.get(design.tableName) ?? `${field.field}Table`
    tables.set(design.tableName, table)
    const call = `${field.field}Options`
    const names = { name: field.field, label: `${field.field}Label`, call, of: `${constant}.${call}`, table }
    const text = linked.fields.find(({ columnName }) => columnName === field.linkLabel)
    const columns = { id: linked.key.property, labelProperty: text?.property ?? '' }
    return { ...field, link: { field, linked, isOwn: linked.tableName === tableName, ...names, ...columns } }
  }
}

/** Details share the files of their master, but not the names in them. */
function inDetail(field: Field, { constant }: Feature): Field {
  const { link } = field
  if (!link) return field
  const name = `detail${pascal(link.name)}`
  const call = `${name}Options`
  const names = { name, label: undefined, call, of: `${constant}.${call}` }
  return { ...field, link: { ...link, ...names, table: `detail${pascal(link.table)}` } }
}

/** A master with the rows that belong to it. */
export function withChild(master: Feature, child: Feature): Feature {
  const key = child.fields.find(({ columnName }) => columnName === master.options.childKey)
  if (!key) return master
  const fields = child.fields
    .filter((field) => field !== key && (field.isInsert || field.isEdit))
    .map((field) => inDetail(field, master))
  const own = [master.tableName, child.tableName]
  return {
    ...master,
    fields: master.fields.map(ownLinked(own)),
    child: { feature: { ...child, fields: fields.map(ownLinked(own)) }, key },
  }
}

const ownLinked =
  (own: readonly string[]) =>
  (field: Field): Field =>
    field.link
      ? { ...field, link: { ...field.link, isOwn: own.includes(field.link.linked.tableName) } }
      : field

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

/** All whose tables the generated code needs: its own, that of the details, and those that columns are linked to. */
export function tablesOf(feature: Feature): Feature[] {
  const own = [feature, ...(feature.child ? [feature.child.feature] : [])]
  const linked = own.flatMap(({ fields }) =>
    fields.flatMap(({ link }) => (link && !link.isOwn ? link.linked : [])),
  )
  return [...own, ...linked]
}
