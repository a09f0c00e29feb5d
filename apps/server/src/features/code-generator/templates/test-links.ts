import type { Feature, Field } from './feature.ts'
import { byNature, importOf } from './layout.ts'
import { linkedImports, linksOf, ownLinks } from './links.ts'
import { readSample } from './samples.ts'

/** Rows for the samples to refer to. */
function linkedRows(feature: Feature): string[] {
  const all = linksOf(feature).filter(({ isOwn }) => !isOwn)
  const tables = new Map(all.map(({ linked, table }) => [linked.tableName, { linked, table }]))
  return [...tables.values()].flatMap(({ linked, table }) => {
    const labels = all.filter((link) => link.linked.tableName === linked.tableName)
    const needed = linked.tableFields.filter(
      ({ isNullable, facts, property }) =>
        (!isNullable && facts.default === null) || labels.some((each) => each.labelProperty === property),
    )
    return [
      `  await site.deps.db.insert(${table}).values({`,
      ...needed.map((field) => `    ${field.property}: ${storedSample(field)},`),
      '  })',
    ]
  })
}
const storedSample = (field: Field) =>
  field.languageType === 'time' ? `new Date(${readSample(field)})` : readSample({ ...field, link: undefined })

/** A linked row is offered, shown with its label, found by it, and must exist. */
export function linkTest(feature: Feature, rows: (given: string) => string): string[] {
  const { constant } = feature
  const link = ownLinks(feature).find(({ field, label, isOwn }) => label && !isOwn && field.isInsert)
  if (!link) return []
  const { field: name, isQuery } = link.field
  return [
    '',
    "test('a linked row must exist, and its label is shown', async () => {",
    `  const choices = ${constant}.${link.call}`,
    '  const { list } = await site.admin.call(choices, { query: { id: 1 } })',
    `  await site.admin.call(${constant}.add, { body: draft })`,
    `  const shown = await site.admin.call(${constant}.one, { query: { id: 1 } })`,
    `  expect(list).toEqual([{ id: 1, label: shown.${link.label} }])`,
    "  const nothing = { search: 'nothing is called so' }",
    '  expect((await site.admin.call(choices, { query: nothing })).total).toBe(0)',
    ...(isQuery
      ? [
          `  const same = { ${name}: 1 }`,
          `  expect(${rows(', { query: same }')}).toBe(1)`,
          `  const other = { ${name}: 2 }`,
          `  expect(${rows(', { query: other }')}).toBe(0)`,
        ]
      : []),
    `  const nowhere = { ...draft, ${name}: 999 }`,
    `  const refused = await site.admin.ask(${constant}.add, { body: nowhere })`,
    "  expect(refused.msg).toContain('no longer exists. Select another one.')",
    '  const body = { ...nowhere, id: 1 }',
    `  const kept = await site.admin.ask(${constant}.edit, { body })`,
    "  expect(kept.msg).toContain('no longer exists. Select another one.')",
    '})',
  ]
}

export const beforeEachTest = (feature: Feature): string[] => {
  const linked = linkedRows(feature)
  if (linked.length === 0) return ['beforeEach(() => site.reset())']
  return ['beforeEach(async () => {', '  await site.reset()', ...linked, '})']
}

export function linkedTables(feature: Feature): string[] {
  const files = new Map<string, string[]>()
  const used = linkedRows(feature).join()
  for (const [module, name] of linkedImports(linksOf(feature)))
    if (used.includes(`insert(${name.split(' ').at(-1)})`))
      files.set(module, [...(files.get(module) ?? []), name])
  return [...files]
    .sort(([a], [b]) => byNature(a, b))
    .map(([module, names]) => importOf(names, `../../platform/db/schema/${module}.ts`))
}
