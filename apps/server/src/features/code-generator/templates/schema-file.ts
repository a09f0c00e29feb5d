import { snake } from '../names.ts'
import { type Feature, type Field, rowFields } from './feature.ts'
import { byNature, fits, group, importOf, lines, quoted } from './layout.ts'

/** The builder of a column, and its call for the type. */
const builders: Record<string, [name: string, options: (field: Field) => string]> = {
  int2: ['smallint', () => ''],
  int4: ['integer', () => ''],
  int8: ['bigint', () => "{ mode: 'number' }"],
  float4: ['real', () => ''],
  float8: ['doublePrecision', () => ''],
  numeric: [
    'numeric',
    ({ facts: { precision, scale } }) =>
      precision === null
        ? "{ mode: 'number' }"
        : `{ precision: ${precision}, scale: ${scale ?? 0}, mode: 'number' }`,
  ],
  varchar: ['varchar', ({ facts: { length } }) => (length === null ? '' : `{ length: ${length} }`)],
  bpchar: ['char', ({ facts: { length } }) => (length === null ? '' : `{ length: ${length} }`)],
  text: ['text', () => ''],
  uuid: ['uuid', () => ''],
  bool: ['boolean', () => ''],
  date: ['date', () => ''],
  timestamptz: ['timestamp', () => '{ withTimezone: true }'],
  timestamp: ['timestamp', () => ''],
  json: ['json', () => ''],
  jsonb: ['jsonb', () => ''],
  _text: ['text', () => ''],
  _varchar: ['varchar', () => ''],
  _int4: ['integer', () => ''],
  _int8: ['bigint', () => "{ mode: 'number' }"],
  _uuid: ['uuid', () => ''],
}
const serials: Record<string, string> = { int2: 'smallserial', int4: 'serial', int8: 'bigserial' }

/** A default as the schema writes it; a complex one stays SQL. */
function defaultOf({ facts, languageType }: Field): string {
  const { default: sql } = facts
  if (sql === null) return ''
  if (languageType === 'boolean' && /^(true|false)$/.test(sql)) return sql
  if (languageType === 'number' && /^-?(0|[1-9]\d{0,8})$/.test(sql)) return sql
  const [, plain] = /^'((?:[^'\\]|'')*)'::(?:text|character varying|bpchar|character)$/.exec(sql) ?? []
  if (languageType === 'string' && plain !== undefined) return quoted(plain.replaceAll("''", "'"))
  return `sql.raw(${quoted(sql)})`
}
const isNow = ({ facts, languageType }: Field) =>
  languageType === 'time' && /^(now\(\)|CURRENT_TIMESTAMP)$/i.test(facts.default ?? '')

function keyOf({ facts }: Field): string[] {
  if (facts.identity === 'always') return ['.primaryKey()', '.generatedAlwaysAsIdentity()']
  return facts.identity === 'default'
    ? ['.primaryKey()', '.generatedByDefaultAsIdentity()']
    : ['.primaryKey()']
}

const changes = /^(gmt_modified|updated?_(at|time)|modified_(at|time))$/

function builderOf({ facts, property, columnName, isKey }: Field, options: string): string {
  const [usual] = builders[facts.type] ?? ['text']
  const name = snake(property) === columnName ? '' : quoted(columnName)
  const builder = isKey && facts.identity === '' ? (serials[facts.type] ?? usual) : usual
  return `${builder}(${[name, options].filter(Boolean).join(', ')})`
}

const defaultName = ({ property }: Field) => `${property}Default`

/** The foreign key of a column; a reference to the same table needs an explicit type. */
function referenceOf({ facts, columnName, link }: Field, { tableName, table, key, parent }: Feature): string {
  if (facts.references === tableName && (parent?.columnName === columnName || link?.isOwn))
    return `.references((): AnyPgColumn => ${table.name}.${key.property})`
  if (!link || facts.references !== link.linked.tableName) return ''
  return `.references(() => ${link.linked.table.name}.${link.id})`
}

function callsOf(field: Field, isHoisted: boolean, feature: Feature): string[] {
  if (field.isKey) return keyOf(field)
  const isRenewed = field.languageType === 'time' && changes.test(field.columnName)
  const value = isHoisted ? defaultName(field) : defaultOf(field)
  return [
    field.facts.type.startsWith('_') ? '.array()' : '',
    referenceOf(field, feature),
    field.isNullable ? '' : '.notNull()',
    isNow(field) ? '.defaultNow()' : value && `.default(${value})`,
    isRenewed ? '.$onUpdate(() => new Date())' : '',
  ].filter(Boolean)
}

/** A column and its default; the default goes to a separate line if it does not fit. */
function columnOf(field: Field, feature: Feature): { line: string; hoisted?: string } {
  const [, options = () => ''] = builders[field.facts.type] ?? []
  const head = `  ${field.property}: ${builderOf(field, options(field))}`
  const calls = callsOf(field, false, feature)
  const line = `${head}${calls.join('')},`
  // The formatter breaks a chain that contains a function.
  if (calls.length > 1 && line.includes('=>'))
    return { line: `${head}\n${calls.map((call) => `    ${call}`).join('\n')},` }
  const value = defaultOf(field)
  if (fits(line) || value === '') return { line }
  const [, inner] = /^sql\.raw\((.*)\)$/s.exec(value) ?? []
  const start = `const ${defaultName(field)} =`
  const plain = fits(`${start} ${value}`) ? `${start} ${value}` : `${start}\n  ${value}`
  const hoisted = inner === undefined ? plain : group(`${start} sql.raw(`, [inner], ')')
  return { line: `${head}${callsOf(field, true, feature).join('')},`, hoisted }
}

/** Tables that columns refer to, by file. */
function referencedTables({ tableFields, tableName }: Feature, body: string): string[] {
  const tables = new Map<string, string>()
  for (const { link } of tableFields) {
    const name = link?.linked.table.name
    if (link && link.linked.tableName !== tableName && body.includes(`=> ${name}.`))
      tables.set(link.linked.table.module, link.linked.table.name)
  }
  return [...tables]
    .sort(([a], [b]) => byNature(a, b))
    .map(([module, name]) => importOf([name], `./${module}.ts`))
}

/** The schema of a table that the program does not contain yet, as read from the database. */
export function schemaFile(feature: Feature): string {
  const { key, tableFields } = feature
  const columns = [key, ...tableFields].map((field) => columnOf(field, feature))
  const hoisted = columns.flatMap((column) => column.hoisted ?? [])
  const table = tableOf(
    feature,
    columns.map(({ line }) => line),
  )
  const body = lines(hoisted, table)
  const made = [...body.matchAll(/^ {2}\w+: (\w+)\(/gm)].map(([, name = '']) => name)
  const more = ['uniqueIndex', 'AnyPgColumn'].filter((name) => new RegExp(`\\b${name}\\b`).test(table))
  const names = more.map((name) => (name === 'AnyPgColumn' ? `type ${name}` : name))
  return lines(
    body.includes('sql.raw(') && "import { sql } from 'drizzle-orm'",
    importOf([...new Set([...made, ...names, 'pgTable'])], 'drizzle-orm/pg-core'),
    referencedTables(feature, table),
    '',
    body,
    '',
  )
}

/** Unique indexes whose columns are all in the schema. */
export const uniquesOf = ({ key, tableFields }: Feature) => {
  const properties = new Map([key, ...tableFields].map((field) => [field.columnName, field.property]))
  return [key, ...tableFields].flatMap(({ facts }) =>
    (facts.uniques ?? []).flatMap(({ name, columns }) => {
      const of = columns.flatMap((column) => properties.get(column) ?? [])
      return of.length === columns.length ? [{ name, columns, properties: of }] : []
    }),
  )
}

/** The table itself; its columns are a separate object if indexes follow. */
function tableOf({ table, tableName, ...feature }: Feature, columns: string[]): string {
  const uniques = uniquesOf({ table, tableName, ...feature }).map(({ name, properties }) => {
    const on = properties.map((property) => `t.${property}`).join(', ')
    return `uniqueIndex(${quoted(name)}).on(${on})`
  })
  const head = (name: string) =>
    uniques.length > 0
      ? `export const ${table.name} = pgTable(${name}, columns, (t) => [`
      : `export const ${table.name} = pgTable(${name}, {`
  const isShort = fits(head(quoted(tableName)))
  const start = isShort ? head(quoted(tableName)) : head('name')
  const name = !isShort && `const name = ${quoted(tableName)}`
  return uniques.length > 0
    ? lines('const columns = {', columns, '}', '', name, group(start, uniques, '])'))
    : lines(name, start, columns, '})')
}

/** Columns by the names that a row has on the wire. */
export const selection = (feature: Feature) => [
  `  id: table.${feature.key.property},`,
  ...rowFields(feature).flatMap(({ field, property, link }) => [
    `  ${field}: table.${property},`,
    ...(link?.label ? [`  ${link.label}: ${link.name}Rows.${link.labelProperty},`] : []),
  ]),
]
