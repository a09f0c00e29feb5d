import { snake } from '../names.ts'
import { type Feature, type Field, rowFields } from './feature.ts'
import { fits, group, importOf, lines, quoted } from './layout.ts'

/** The builder of a column, and how it is made for the type. */
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
}
const serials: Record<string, string> = { int2: 'smallserial', int4: 'serial', int8: 'bigserial' }

/** A default as the schema writes it; one that is not plain stays SQL. */
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

function callsOf(field: Field, isHoisted: boolean): string[] {
  if (field.isKey) return keyOf(field)
  const isRenewed = field.languageType === 'time' && changes.test(field.columnName)
  const value = isHoisted ? defaultName(field) : defaultOf(field)
  return [
    field.isNullable ? '' : '.notNull()',
    isNow(field) ? '.defaultNow()' : value && `.default(${value})`,
    isRenewed ? '.$onUpdate(() => new Date())' : '',
  ].filter(Boolean)
}

/** A column, and the default that would make its line too long. */
function columnOf(field: Field): { line: string; hoisted?: string } {
  const [, options = () => ''] = builders[field.facts.type] ?? []
  const head = `  ${field.property}: ${builderOf(field, options(field))}`
  const calls = callsOf(field, false)
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
  return { line: `${head}${callsOf(field, true).join('')},`, hoisted }
}

/** The table as the database has it, for a table that the schema does not describe yet. */
export function schemaFile(feature: Feature): string {
  const { table, key, tableFields, tableName } = feature
  const columns = [key, ...tableFields].map(columnOf)
  const head = `export const ${table.name} = pgTable(${quoted(tableName)}, {`
  const body = lines(
    columns.flatMap(({ hoisted }) => hoisted ?? []),
    ...(fits(head)
      ? [head]
      : [`const name = ${quoted(tableName)}`, `export const ${table.name} = pgTable(name, {`]),
    columns.map(({ line }) => line),
    '})',
  )
  const made = [...body.matchAll(/^ {2}\w+: (\w+)\(/gm)].map(([, name = '']) => name)
  return lines(
    body.includes('sql.raw(') && "import { sql } from 'drizzle-orm'",
    importOf([...new Set([...made, 'pgTable'])], 'drizzle-orm/pg-core'),
    '',
    body,
    '',
  )
}

/** Columns by the names that a row has on the wire. */
export const selection = (feature: Feature) => [
  `  id: table.${feature.key.property},`,
  ...rowFields(feature).flatMap(({ field, property, link }) => [
    `  ${field}: table.${property},`,
    ...(link?.label ? [`  ${link.label}: ${link.name}Rows.${link.labelProperty},`] : []),
  ]),
]
