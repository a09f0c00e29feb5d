import { type GenOptions, isOfDictionary } from '@fleetdeck/contract/code-generator'
import type { StoredColumn } from '../../../platform/db/schema/code-generator.ts'
import type { GenTableRow } from '../code-generator.queries.ts'
import type { KnownTable } from '../known-tables.queries.ts'
import { camel, headline, pascal, shortened, snake, spoken } from '../names.ts'
import { callPath } from '../taken-names.ts'

/** A column as the generated code uses it. */
export interface Field extends StoredColumn {
  /** Its property in the table's schema. */
  property: string
  /** Key of its caption. */
  text: string
  /** Set if the column refers to another table's rows. */
  link?: Link | undefined
}

/** The names in the code for a column that refers to another table's rows. */
export interface Link {
  field: Field
  /** Its key among the links of the queries. */
  name: string
  /** The property of the row's label in lists; details are not listed. */
  label?: string | undefined
  /** The endpoint that lists the options. */
  call: string
  /** That endpoint as the page refers to it. */
  of: string
  /** The import name of the linked table. */
  table: string
  linked: Feature
  /** The linked table is the feature's: the first row can name none. */
  isOwn: boolean
  /** Columns of the linked table in the schema. */
  id: string
  labelProperty: string
}

export interface Feature {
  className: string
  /** Folder and files. */
  packageName: string
  /** The contract's name. */
  constant: string
  /** For functions that return several rows. */
  plural: string
  /** Prefix of its text keys. */
  prefix: string
  path: string
  author: string
  options: GenOptions
  tableName: string
  key: Field
  /** Without the key and columns of unsupported types. */
  fields: Field[]
  /** All columns that the table's schema contains. */
  tableFields: Field[]
  /** The file with the table's schema; `isNew` if that file is generated too. */
  table: { module: string; name: string; isNew: boolean }
  words: { one: string; oneEn: string; manyEn: string }
  /** The detail rows, and their column that refers to the master. */
  child?: { feature: Feature; key: Field } | undefined
  /** The parent column of a tree. */
  parent?: Field | undefined
  /** The column that names a row; without one, the key does. */
  naming?: Field | undefined
}

/** Column types that the schema supports but forms do not. */
const keptTypes = ['json', 'jsonb', '_text', '_varchar', '_int4', '_int8', '_uuid']
const isKept = ({ facts }: StoredColumn) => keptTypes.includes(facts.type)

/** The property that drizzle's casing maps to the column; the field's name if there is none. */
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
    // Arrays and JSON stay in the table, although the page does not show them.
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

/** Adds the links to their columns; a table is imported once. */
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

/** Details share the files of their master but need distinct names. */
function inDetail(field: Field, { constant }: Feature): Field {
  const { link } = field
  if (!link) return field
  const name = `detail${pascal(link.name)}`
  const call = `${name}Options`
  const names = { name, label: undefined, call, of: `${constant}.${call}` }
  return { ...field, link: { ...link, ...names, table: `detail${pascal(link.table)}` } }
}

/** A master with its detail rows. */
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

/** Editable columns, in their order. */
export const draftFields = ({ fields }: Feature) =>
  fields.filter(({ isInsert, isEdit }) => isInsert || isEdit)
/** Columns that are shown or edited. */
export const rowFields = ({ fields }: Feature) =>
  fields.filter(({ isInsert, isEdit, isList }) => isInsert || isEdit || isList)
export const listFields = ({ fields }: Feature) => fields.filter(({ isList }) => isList)
export const queryFields = ({ fields }: Feature) => fields.filter(({ isQuery }) => isQuery)

/** Filtered by a range. */
export const isRange = ({ queryType }: Field) => queryType === 'BETWEEN'
export const endsOf = (field: Field) => ({ from: endName(field, 'From'), until: endName(field, 'Until') })
const endName = (field: Field, end: string) => `${shortened(field.field)}${end}`
export const usesTimeZone = (feature: Feature) =>
  queryFields(feature).some(({ languageType }) => languageType === 'time')
/** Its labels come from a dictionary. */
export const isChosen = (field: Field) => isOfDictionary(field) && field.dictType !== ''
/** Optional when a row is added or changed. */
export const isOptional = (field: Field) => !field.isRequired || !field.isInsert

/** All features whose tables the generated code imports: its own, its details', and the linked ones. */
export function tablesOf(feature: Feature): Feature[] {
  const own = [feature, ...(feature.child ? [feature.child.feature] : [])]
  const linked = own.flatMap(({ fields }) =>
    fields.flatMap(({ link }) => (link && !link.isOwn ? link.linked : [])),
  )
  return [...own, ...linked]
}
