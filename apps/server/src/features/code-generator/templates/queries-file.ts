import {
  draftFields,
  endsOf,
  type Feature,
  type Field,
  isRange,
  queryFields,
  usesTimeZone,
} from './feature.ts'
import { fits, group, importOf, lines, quoted } from './layout.ts'
import { joinConstants, joinedRows, linkedImports, linksObject, linksOf, ownLinks, source } from './links.ts'
import { masterWrites } from './master-writes.ts'
import { selection, uniquesOf } from './schema-file.ts'
import { isTakenAsIs, storedValues, storing } from './stored-values.ts'

/** A list item of one or more lines. */
function condition(head: string, items: string[]): string {
  const line = `${head}${items.join(', ')})`
  return fits(`    ${line},`) ? line : [head, ...items.map((item) => `      ${item},`), '    )'].join('\n')
}

function conditionOf(field: Field): string[] {
  const { property, field: name, languageType, queryType } = field
  const column = `table.${property}`
  if (languageType === 'boolean') return [condition('filterBy.FLAG(', [column, `query.${name}`])]
  if (!isRange(field)) return [condition(`filterBy.${queryType}(`, [column, `query.${name}`])]
  const { from, until } = endsOf(field)
  if (languageType === 'time')
    return [
      condition('within(', [
        column,
        `{ beginTime: query.${from}, endTime: query.${until} }`,
        'query.timeZone',
      ]),
    ]
  return [
    condition('filterBy.GTE(', [column, `query.${from}`]),
    condition('filterBy.LTE(', [column, `query.${until}`]),
  ]
}

function buildConditions(feature: Feature): string {
  const conditions = queryFields(feature).flatMap(conditionOf)
  if (conditions.length === 0) return ''
  return lines(
    '',
    `function conditions(query: ${filterOf(feature)}) {`,
    group('return and(', conditions, ')', '  '),
    '}',
  )
}

/** The context of the conditions; times are filtered in the site's time zone. */
const filterOf = (feature: Feature) =>
  `${feature.className}Query${usesTimeZone(feature) ? ' & { timeZone: string }' : ''}`

/** A tree is listed as a whole. */
function treeOf(feature: Feature): string {
  const { plural, key, parent } = feature
  const isAsked = queryFields(feature).length > 0
  return lines(
    group(
      `export async function list${plural}(`,
      ['db: Db', ...(isAsked ? [`query: ${filterOf(feature)}`] : [])],
      ') {',
    ),
    isAsked && '  const where = conditions(query)',
    `  return ${source(feature)}${isAsked ? '.where(where)' : ''}.orderBy(table.${key.property})`,
    '}',
    '',
    '/** The parent of each row. */',
    `export async function parentsOf${plural}(db: Db) {`,
    `  const parents = { id: table.${key.property}, parentId: table.${parent?.property} }`,
    '  return db.select(parents).from(table)',
    '}',
    '',
  )
}

const crudOf = (feature: Feature): string =>
  lines(
    `${isTakenAsIs(feature) ? `export const ${feature.constant}` : 'const crud'} = crudQueries({`,
    '  table,',
    feature.key.property !== 'id' && `  id: table.${feature.key.property},`,
    ownLinks(feature).length > 0
      ? '  rows: (db: Db) => rows(db).$dynamic(),'
      : '  rows: (db: Db) => db.select(row).from(table).$dynamic(),',
    '  sortable: row,',
    queryFields(feature).length > 0 && '  where: conditions,',
    refusalsOf(feature),
    '})',
  )

/** A duplicate unique value, or a reference to a missing row, is refused with the label of its field. */
function refusalsOf(feature: Feature): string[] {
  const taken = uniquesOf(feature).flatMap(({ name, columns }) => {
    const field = feature.fields.findLast(({ columnName }) => columns.includes(columnName))
    return field ? [`${keyOf(name)}: { taken: '${field.text}' }`] : []
  })
  // Rows of a tree refer to each other: the same constraint also prevents deleting a row that has children.
  const unlinked = draftFields(feature)
    .filter(({ facts }) => facts.referencesBy && facts.references !== feature.tableName)
    .map(({ facts, text }) => `${keyOf(facts.referencesBy ?? '')}: { unlinked: '${text}' }`)
  if (taken.length + unlinked.length === 0) return []
  return [group('refusals: {', ['...refusalsOfAnyTable', ...taken, ...unlinked], '},', '  ')]
}
const keyOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name))

/** The feature's queries; drafts are mapped to the columns. */
function writesOf(feature: Feature): string {
  const { className, constant } = feature
  const draft = `draft: ${className}Draft`
  const { inserted, updated } = storing('', draftFields(feature))
  const property = (head: string, value: string) =>
    fits(`${head} ${value}`) ? `${head} ${value}` : `${head}\n    ${value}`
  return lines(
    '',
    `export const ${constant} = {`,
    '  ...crud,',
    property(`  insert: (db: Db, ${draft}) =>`, `crud.insert(db, ${inserted}(draft)),`),
    property(`  update: (db: Db, id: number, ${draft}) =>`, `crud.update(db, id, ${updated}(draft)),`),
    '}',
  )
}

export function queriesFile(feature: Feature): string {
  const { className, child } = feature
  const drafts = draftFields(feature)
  const ofChild = child ? draftFields(child.feature) : []
  const hasLinks = linksOf(feature).length > 0
  const body = lines(
    hasLinks && [...joinConstants(feature), linksObject(feature), ''],
    'const row = {',
    selection(feature),
    '}',
    child && [
      'const detail = {',
      ...selection(child.feature).map((line) => line.replace('table.', 'details.')),
      '}',
    ],
    ownLinks(feature).length > 0 && ['', joinedRows(feature)],
    !isTakenAsIs(feature) && '',
    !isTakenAsIs(feature) && storedValues('', `${className}Draft`, drafts),
    child && storedValues('Detail', `${child.feature.className}Draft`, ofChild),
    buildConditions(feature) || false,
    '',
    feature.options.template === 'tree' && treeOf(feature),
    crudOf(feature),
    child && ['', masterWrites(feature)],
    !child && !isTakenAsIs(feature) && writesOf(feature),
  )
  return `${imports(feature, body)}\n\n${body}\n`
}

function imports(feature: Feature, body: string): string {
  const { className, packageName, table, child } = feature
  const uses = (name: string) => new RegExp(`\\b${name}\\b`).test(body)
  const types = [
    `${className}Draft`,
    `${className}Query`,
    ...(child ? [`${child.feature.className}Draft`] : []),
  ]
  const errors = ['mapDbErrors', 'refusalsOfAnyTable'].filter(uses)
  const drizzle = ['and', 'eq', 'inArray'].filter(uses)
  const schema = (module: string) => `../../platform/db/schema/${module}.ts`
  const tables = new Map<string, string[]>()
  const add = (module: string, name: string) => tables.set(module, [...(tables.get(module) ?? []), name])
  add(table.module, `${table.name} as table`)
  if (child) add(child.feature.table.module, `${child.feature.table.name} as details`)
  for (const [module, name] of linkedImports(linksOf(feature))) add(module, name)
  return lines(
    importOf(types.filter(uses), `@fleetdeck/contract/${packageName}`, 'type '),
    drizzle.length > 0 && importOf(drizzle, 'drizzle-orm'),
    body.includes('alias(') && "import { alias } from 'drizzle-orm/pg-core'",
    uses('AppError') && "import { AppError } from '../../platform/core/app-error.ts'",
    uses('cleanHtml') && "import { cleanHtml } from '../../platform/crud/clean-html.ts'",
    "import { crudQueries } from '../../platform/crud/crud-queries.ts'",
    uses('filterBy') && "import { filterBy } from '../../platform/crud/filter-by.ts'",
    uses('linkedQueries') && "import { linkedQueries } from '../../platform/crud/linked-rows.ts'",
    errors.length > 0 && importOf(errors, '../../platform/crud/map-db-errors.ts'),
    uses('within') && "import { within } from '../../platform/crud/page.ts'",
    "import type { Db } from '../../platform/db/db.ts'",
    [...tables]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([module, names]) => importOf(names, schema(module))),
  )
}
