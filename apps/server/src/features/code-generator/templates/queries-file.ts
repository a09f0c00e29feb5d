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
import { selection } from './schema-file.ts'

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

function conditionsOf(feature: Feature): string {
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

function listOf(feature: Feature): string {
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
      `  return db.select(row).from(table)${isAsked ? '.where(where)' : ''}.orderBy(table.${feature.key.property})`,
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
    '  const list = await db',
    '    .select(row)',
    '    .from(table)',
    isAsked && '    .where(where)',
    '    .orderBy(...order)',
    '    .limit(limit)',
    '    .offset(offset)',
    `  return { list, total: await db.$count(table${isAsked ? ', where' : ''}) }`,
    '}',
  )
}

function writesOf(feature: Feature): string {
  const { className, plural, key } = feature
  const id = `table.${key.property}`
  return lines(
    `export async function find${plural}(db: Db, ids: number[]) {`,
    `  return db.select(row).from(table).where(inArray(${id}, ids))`,
    '}',
    '',
    group(`export async function insert${className}(`, ['db: Db', `draft: ${className}Draft`], ') {'),
    '  await written(db.insert(table).values(inserted(draft)))',
    '}',
    '',
    group(
      `export async function update${className}(`,
      ['db: Db', 'id: number', `draft: ${className}Draft`],
      ') {',
    ),
    '  const change = updated(draft)',
    `  await written(db.update(table).set(change).where(eq(${id}, id)))`,
    '}',
    '',
    `export async function delete${plural}(db: Db, ids: number[]) {`,
    `  await written(db.delete(table).where(inArray(${id}, ids)))`,
    '}',
  )
}

/** A master is written together with the rows that belong to it. */
function masterWrites({ className, plural, key, child }: Feature): string {
  if (!child) return ''
  const id = `table.${key.property}`
  const detail = { id: `details.${child.feature.key.property}`, master: `details.${child.key.property}` }
  const DetailDraft = `${child.feature.className}Draft`
  return lines(
    `export async function find${plural}(db: Db, ids: number[]) {`,
    `  return db.select(row).from(table).where(inArray(${id}, ids))`,
    '}',
    '',
    'export async function findDetails(db: Db, id: number) {',
    `  return db.select(detail).from(details).where(eq(${detail.master}, id)).orderBy(${detail.id})`,
    '}',
    '',
    group(`export async function insert${className}(`, ['db: Db', `draft: ${className}Draft`], ') {'),
    '  await db.transaction(async (tx) => {',
    `    const key = { id: ${id} }`,
    '    const saved = await written(tx.insert(table).values(inserted(draft)).returning(key))',
    '    for (const { id } of saved) await addDetails(tx, id, draft.details)',
    '  })',
    '}',
    '',
    '/** False when a row to change does not belong to this one. */',
    group(
      `export async function update${className}(`,
      ['db: Db', 'id: number', `draft: ${className}Draft`],
      ') {',
    ),
    '  return db.transaction(async (tx) => {',
    '    const change = updated(draft)',
    `    await written(tx.update(table).set(change).where(eq(${id}, id)))`,
    '    const kept = draft.details.flatMap((each) => each.id ?? [])',
    '    const present = new Set((await findDetails(tx, id)).map((each) => each.id))',
    '    if (kept.some((each) => !present.has(each))) return false',
    '    const gone = [...present].filter((each) => !kept.includes(each))',
    `    if (gone.length > 0) await written(tx.delete(details).where(inArray(${detail.id}, gone)))`,
    '    for (const each of draft.details) {',
    '      if (each.id === undefined) continue',
    '      const values = updatedDetail(each)',
    `      await written(tx.update(details).set(values).where(eq(${detail.id}, each.id)))`,
    '    }',
    '    const added = draft.details.filter((each) => each.id === undefined)',
    '    await addDetails(tx, id, added)',
    '    return true',
    '  })',
    '}',
    '',
    `async function addDetails(db: Db, masterId: number, added: ${DetailDraft}[]) {`,
    '  if (added.length === 0) return',
    '  const values = added.map((each) => ({ ...insertedDetail(each), ' +
      `${child.key.property}: masterId }))`,
    '  await written(db.insert(details).values(values))',
    '}',
    '',
    `export async function delete${plural}(db: Db, ids: number[]) {`,
    '  await db.transaction(async (tx) => {',
    `    await written(tx.delete(details).where(inArray(${detail.master}, ids)))`,
    `    await written(tx.delete(table).where(inArray(${id}, ids)))`,
    '  })',
    '}',
  )
}

export function queriesFile(feature: Feature): string {
  const { className, child } = feature
  const drafts = draftFields(feature)
  const ofChild = child ? draftFields(child.feature) : []
  const body = lines(
    'const row = {',
    selection(feature),
    '}',
    child && [
      'const detail = {',
      ...selection(child.feature).map((line) => line.replace('table.', 'details.')),
      '}',
    ],
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
    conditionsOf(feature) || false,
    '',
    listOf(feature),
    '',
    child ? masterWrites(feature) : writesOf(feature),
  )
  return `${imports(feature, body)}\n\n${body}\n`
}

function imports({ className, packageName, table, child }: Feature, body: string): string {
  const uses = (name: string) => new RegExp(`\\b${name}\\b`).test(body)
  const types = [
    `${className}Draft`,
    `${className}Query`,
    ...(child ? [`${child.feature.className}Draft`] : []),
  ]
  const page = ['limitOf', 'orderOf', 'within'].filter(uses)
  const schema = (module: string) => `../../db/schema/${module}.ts`
  const tables = new Map<string, string[]>()
  const add = (module: string, name: string) => tables.set(module, [...(tables.get(module) ?? []), name])
  add(table.module, `${table.name} as table`)
  if (child) add(child.feature.table.module, `${child.feature.table.name} as details`)
  return lines(
    importOf(types.filter(uses), `@fleetdeck/contract/${packageName}`, 'type '),
    importOf(
      ['and', 'eq', 'inArray'].filter((name) => body.includes(`${name}(`)),
      'drizzle-orm',
    ),
    uses('asked') && "import { asked } from '../../crud/asked.ts'",
    uses('cleanHtml') && "import { cleanHtml } from '../../crud/clean-html.ts'",
    page.length > 0 && importOf(page, '../../crud/page.ts'),
    "import { written } from '../../crud/written.ts'",
    "import type { Db } from '../../db/db.ts'",
    [...tables]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([module, names]) => importOf(names, schema(module))),
  )
}
