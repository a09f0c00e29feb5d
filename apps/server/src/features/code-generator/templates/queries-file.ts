import {
  draftFields,
  endsOf,
  type Feature,
  type Field,
  isRange,
  queryFields,
  usesTimeZone,
} from './feature.ts'
import { group, importOf, lines } from './layout.ts'
import { joinConstants, joinedRows, linkedImports, linksObject, linksOf, ownLinks, source } from './links.ts'
import { masterWrites } from './master-writes.ts'
import { selection } from './schema-file.ts'
import { writeParts } from './write-parts.ts'

function conditionOf(field: Field): string[] {
  const { property, field: name, languageType, queryType } = field
  const column = `table.${property}`
  if (languageType === 'boolean') return [`asked.EQ(${column}, query.${name} && query.${name} === 'Y')`]
  if (!isRange(field)) return [`asked.${queryType}(${column}, query.${name})`]
  const { from, until } = endsOf(field)
  if (languageType === 'time')
    return [`within(${column}, { beginTime: query.${from}, endTime: query.${until} }, timeZone)`]
  return [`asked.GTE(${column}, query.${from})`, `asked.LTE(${column}, query.${until})`]
}

const values = (head: string, fields: readonly Field[]) =>
  lines(
    `${head} => ({`,
    fields.map(({ property, field, display }) =>
      display === 'editor'
        ? `  ${property}: draft.${field} && cleanHtml(draft.${field}),`
        : `  ${property}: draft.${field},`,
    ),
    '})',
  )

function buildConditions(feature: Feature): string {
  const asked = queryFields(feature).flatMap(conditionOf)
  if (asked.length === 0) return ''
  const zone = usesTimeZone(feature) ? ', timeZone: string' : ''
  return lines(
    '',
    `function conditions(query: ${feature.className}Query${zone}) {`,
    group('return and(', asked, ')', '  '),
    '}',
  )
}

function toList(feature: Feature): string {
  const { plural, className, options, parent } = feature
  const isAsked = queryFields(feature).length > 0
  const zone = usesTimeZone(feature)
  const where = `conditions(query${zone ? ', timeZone' : ''})`
  const isTree = options.template === 'tree'
  const parameters = [
    'db: Db',
    ...(isTree && !isAsked ? [] : [`query: ${className}Query`]),
    ...(zone ? ['timeZone: string'] : []),
  ]
  const head = group(`export async function list${plural}(`, parameters, ') {')
  if (isTree)
    return lines(
      head,
      isAsked && `  const where = ${where}`,
      `  return ${source(feature)}${isAsked ? '.where(where)' : ''}.orderBy(table.${feature.key.property})`,
      '}',
      '',
      '/** What stands above each row. */',
      `export async function parentsOf${plural}(db: Db) {`,
      `  const parents = { id: table.${feature.key.property}, parentId: table.${parent?.property} }`,
      '  return db.select(parents).from(table)',
      '}',
    )
  return lines(
    head,
    isAsked && `  const where = ${where}`,
    '  const { limit, offset } = limitOf(query)',
    `  const order = orderOf(query, row, table.${feature.key.property})`,
    ownLinks(feature).length > 0
      ? '  const list = await rows(db)'
      : ['  const list = await db', '    .select(row)', '    .from(table)'],
    isAsked && '    .where(where)',
    '    .orderBy(...order)',
    '    .limit(limit)',
    '    .offset(offset)',
    `  return { list, total: await db.$count(table${isAsked ? ', where' : ''}) }`,
    '}',
  )
}

function writesOf(feature: Feature): string {
  const { id, find, insert, update, remove } = writeParts(feature)
  return lines(
    find,
    insert,
    '  await written(db.insert(table).values(inserted(draft)))',
    '}',
    '',
    update,
    '  const change = updated(draft)',
    `  await written(db.update(table).set(change).where(eq(${id}, id)))`,
    '}',
    '',
    remove,
    `  await written(db.delete(table).where(inArray(${id}, ids)))`,
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
    '',
    values(
      `const inserted = (draft: ${className}Draft)`,
      drafts.filter(({ isInsert }) => isInsert),
    ),
    values(
      `const updated = (draft: ${className}Draft)`,
      drafts.filter(({ isEdit }) => isEdit),
    ),
    child && [
      values(
        `const insertedDetail = (draft: ${child.feature.className}Draft)`,
        ofChild.filter(({ isInsert }) => isInsert),
      ),
      values(
        `const updatedDetail = (draft: ${child.feature.className}Draft)`,
        ofChild.filter(({ isEdit }) => isEdit),
      ),
    ],
    buildConditions(feature) || false,
    '',
    toList(feature),
    '',
    child ? masterWrites(feature) : writesOf(feature),
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
  const page = ['limitOf', 'orderOf', 'within'].filter(uses)
  const schema = (module: string) => `../../platform/db/schema/${module}.ts`
  const tables = new Map<string, string[]>()
  const add = (module: string, name: string) => tables.set(module, [...(tables.get(module) ?? []), name])
  add(table.module, `${table.name} as table`)
  if (child) add(child.feature.table.module, `${child.feature.table.name} as details`)
  for (const [module, name] of linkedImports(linksOf(feature))) add(module, name)
  return lines(
    importOf(types.filter(uses), `@fleetdeck/contract/${packageName}`, 'type '),
    importOf(
      ['and', 'eq', 'inArray'].filter((name) => body.includes(`${name}(`)),
      'drizzle-orm',
    ),
    body.includes('alias(') && "import { alias } from 'drizzle-orm/pg-core'",
    uses('asked') && "import { asked } from '../../platform/crud/asked.ts'",
    uses('cleanHtml') && "import { cleanHtml } from '../../platform/crud/clean-html.ts'",
    page.length > 0 && importOf(page, '../../platform/crud/page.ts'),
    "import { written } from '../../platform/crud/written.ts'",
    "import type { Db } from '../../platform/db/db.ts'",
    [...tables]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([module, names]) => importOf(names, schema(module))),
  )
}
