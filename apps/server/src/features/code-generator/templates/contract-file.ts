import {
  draftFields,
  endsOf,
  type Feature,
  type Field,
  isOptional,
  isRange,
  listFields,
  queryFields,
  rowFields,
} from './feature.ts'
import { fits, group, importOf, lines, quoted } from './layout.ts'
import { linksOf } from './links.ts'

/** Maximum length of a text column without its own limit. */
const longest = { input: 1000, textarea: 20_000, editor: 20_000 } as const

const whole: Record<string, string> = {
  int2: 'z.int().min(-32768).max(32767)',
  int4: 'z.int32()',
  int8: 'z.int()',
  float4: 'z.number().min(-3.4e38).max(3.4e38)',
  float8: 'z.number()',
}

/** A number within the column's range. */
function numberType({ facts }: Field): string {
  if (facts.type !== 'numeric') return whole[facts.type] ?? 'z.number()'
  const { precision, scale } = facts
  if (precision === null || precision > 15 || (scale ?? 0) > precision)
    return 'z.number().min(-1e15).max(1e15)'
  const most = '9'.repeat(precision - (scale ?? 0)) || '0'
  const limit = scale ? `${most}.${'9'.repeat(scale)}` : most
  return `z.number().min(-${limit}).max(${limit})`
}

function draftType(field: Field): string {
  const { languageType, facts, display, isNullable } = field
  const end = isOptional(field) ? (isNullable ? '.nullish()' : '.optional()') : ''
  if (languageType === 'number') return numberType(field) + end
  if (languageType === 'boolean') return `z.boolean()${end}`
  if (languageType === 'time') return `timeInput.pipe(z.coerce.date())${end}`
  if (languageType === 'date') return `z.iso.date()${end}`
  if (facts.type === 'uuid') return `z.uuid()${end}`
  const limit =
    facts.length ?? (display === 'textarea' || display === 'editor' ? longest[display] : longest.input)
  return `z.string().trim()${field.isRequired && field.isInsert ? '.min(1)' : ''}.max(${limit})${end}`
}

const shownTypes = {
  number: 'z.number()',
  string: 'z.string()',
  boolean: 'z.boolean()',
  date: 'z.string()',
  time: 'time',
  other: 'z.unknown()',
}
const shownType = ({ languageType, isNullable }: Field) =>
  shownTypes[languageType] + (isNullable ? '.nullable()' : '')

/** A filter in its query string format. */
function askedType(field: Field): string {
  const { languageType, facts } = field
  if (languageType === 'number') return `${numberType(field)}.optional()`
  if (languageType === 'boolean') return `z.enum(['Y', 'N']).optional()`
  if (languageType === 'string')
    return facts.type === 'uuid' ? 'z.uuid().optional()' : 'z.string().max(200).optional()'
  return 'z.iso.date().optional()'
}

const property = (name: string, type: string) => {
  const line = `  ${name}: ${type},`
  return fits(line) ? line : `  ${name}: ${type.replace(/^z\./, 'z\n    .').replace(/\)\./g, ')\n    .')},`
}

const buildFilters = (feature: Feature) =>
  queryFields(feature).flatMap((field) => {
    const type = askedType(field)
    if (!isRange(field)) return [property(field.field, type)]
    const { from, until } = endsOf(field)
    return [property(from, type), property(until, type)]
  })

const object = (head: string, properties: readonly string[]) =>
  properties.length ? [`${head}{`, ...properties, '}'] : [`${head}{}`]

function rowType({ className, ...feature }: Feature, fields: readonly Field[]) {
  return lines(
    `export const ${className} = z.object({`,
    '  id: z.number(),',
    fields.flatMap((field) => [
      property(field.field, shownType(field)),
      ...(field.link?.label ? [property(field.link.label, 'z.string().nullable()')] : []),
    ]),
    '})',
    `export type ${className} = z.output<typeof ${className}>`,
    feature.child && '',
  )
}

function toDraft(feature: Feature, more: readonly string[] = []) {
  const { className } = feature
  return lines(
    `export const ${className}Draft = z.strictObject({`,
    more.filter((line) => line.startsWith('  id')),
    draftFields(feature).map((field) => property(field.field, draftType(field))),
    more.filter((line) => !line.startsWith('  id')),
    '})',
    `export type ${className}Draft = z.output<typeof ${className}Draft>`,
  )
}

/** Rows that belong to a row of the feature. */
function childTypes(child: Feature) {
  return lines(
    rowType(child, draftFields(child)),
    '',
    '/** Without an id: a new row. */',
    toDraft(child, ['  id: z.int().positive().optional(),']),
    '',
  )
}

export function contractFile(feature: Feature): string {
  const { className, constant, path, options, child, words } = feature
  const isTree = options.template === 'tree'
  const filters = buildFilters(feature)
  const sortable = ['id', ...listFields(feature).map(({ field, link }) => link?.label ?? field)].map(quoted)
  const body = lines(
    child && childTypes(child.feature),
    `/** ${words.oneEn.charAt(0).toUpperCase()}${words.oneEn.slice(1)}. */`,
    rowType({ ...feature, child: undefined }, rowFields(feature)),
    child && [
      '/** With its detail rows. */',
      `export const ${className}Whole = z.object({`,
      `  ...${className}.shape,`,
      `  details: z.array(${child.feature.className}),`,
      '})',
      `export type ${className}Whole = z.output<typeof ${className}Whole>`,
    ],
    '',
    toDraft(feature, child ? [`  details: z.array(${child.feature.className}Draft).max(500),`] : []),
    '',
    object('const filters = ', filters),
    !isTree && group('const sortable = [', sortable, '] as const'),
    isTree
      ? `export const ${className}Query = z.strictObject(filters)`
      : `export const ${className}Query = pageQuery(filters, sortable)`,
    `export type ${className}Query = z.output<typeof ${className}Query>`,
    '',
    `const base = ${quoted(path)}`,
    ...callsOf(feature),
  )
  return `${imports(body)}\n\n${body}\n`.replace('export const calls', `export const ${constant}`)
}

function callsOf(feature: Feature): string[] {
  const { className, constant, options, child } = feature
  const isTree = options.template === 'tree'
  const schemas = lines(
    'const schemas = {',
    `  row: ${className},`,
    `  draft: ${className}Draft,`,
    isTree ? `  query: pageQuery({}),` : `  query: ${className}Query,`,
    '}',
  )
  const made = (head: string) =>
    lines(`${head}systemCrud(base, schemas, {`, `  exportPath: ${quoted(`${feature.path}/export`)},`, '})')
  const links = linksOf(feature).map(({ call }) => `${call}: linkedRows(base, '${call}')`)
  const whole = (...more: string[]) =>
    group(`export const ${constant} = {`, ['...calls', ...more, ...links], '}')
  if (isTree)
    return [
      schemas,
      made('const { export: _export, ...calls } = '),
      '/** All rows, because each refers to its parent. */',
      `const list = { ...calls.list, query: ${className}Query, data: z.array(${className}) }`,
      whole('list'),
    ]
  if (child)
    return [
      schemas,
      made('const calls = '),
      `const one = { ...calls.one, data: ${className}Whole }`,
      whole('one'),
    ]
  return links.length > 0
    ? [schemas, made('const calls = '), whole()]
    : [schemas, made(`export const ${constant} = `)]
}

function imports(body: string): string {
  const used = ['pageQuery', 'time', 'timeInput'].filter((name) => new RegExp(`\\b${name}\\b`).test(body))
  return lines(
    "import { z } from 'zod'",
    "import { systemCrud } from './crud.ts'",
    used.length > 0 && importOf(used, './endpoint.ts'),
    body.includes('linkedRows(') && "import { linkedRows } from './linked-rows.ts'",
  )
}
