import { draftFields, type Feature, type Field, isChosen, listFields, queryFields } from './feature.ts'
import { lines, quoted } from './layout.ts'
import { readSample } from './samples.ts'
import { uniquesOf } from './schema-file.ts'
import { beforeEachTest, linkedTables, linkTest } from './test-links.ts'

/** The expected values of an added row. */
const sample = (name: string, fields: readonly Field[], more: readonly string[] = []) =>
  lines(
    `const ${name} = {`,
    fields.filter(({ isInsert }) => isInsert).map((field) => `  ${field.field}: ${readSample(field)},`),
    more,
    '}',
  )

/** A column that distinguishes rows in a test. */
const changing = (fields: readonly Field[]) =>
  fields.find(
    (field) =>
      field.isEdit &&
      field.isInsert &&
      field.languageType === 'string' &&
      readSample(field) !== readSample(field, true),
  ) ?? fields.find((field) => field.isEdit && field.isInsert && readSample(field) !== readSample(field, true))

const asked = (feature: Feature) =>
  queryFields(feature).find(
    (field) =>
      field.isInsert &&
      field.queryType !== 'BETWEEN' &&
      (field.queryType === 'EQ' || field.queryType === 'LIKE') &&
      !isChosen(field) &&
      field.languageType === 'string',
  )

function refusals(feature: Feature): string[] {
  const { constant } = feature
  const required = draftFields(feature).find((field) => field.isRequired && field.isInsert)
  return [
    "test('unknown fields, missing fields and unknown rows are refused', async () => {",
    `  const refused = await site.admin.ask(${constant}.add, { body: { ...draft, surprise: 1 } })`,
    "  expect(refused.msg).toBe('Unknown field “surprise”. Remove it and try again.')",
    ...(required
      ? [
          `  const { ${required.field}: _left, ...rest } = draft`,
          `  expect((await site.admin.ask(${constant}.add, { body: rest })).code).toBe(-1)`,
        ]
      : []),
    `  const gone = { ...draft, id: 999 }`,
    `  expect((await site.admin.ask(${constant}.edit, { body: gone })).code).toBe(404)`,
    `  expect((await site.admin.ask(${constant}.remove, { body: { ids: [999] } })).code).toBe(404)`,
    `  expect((await site.nobody.ask(${constant}.list)).code).toBe(-401)`,
    '})',
  ]
}

/** A draft with different values in its unique columns. */
const differing = (feature: Feature) => {
  const columns = new Set(uniquesOf(feature).flatMap((unique) => unique.columns))
  const others = draftFields(feature)
    .filter(({ columnName, isInsert, link }) => isInsert && !link && columns.has(columnName))
    .filter((field) => field !== feature.parent)
    .map((field) => `${field.field}: ${readSample(field, true)}, `)
  return `...draft, ${others.join('')}`
}

/** For a unique index whose columns are all editable: another column in which the two rows differ. */
function uniqueTest(feature: Feature): string[] {
  const { constant, parent } = feature
  // Top-level rows of a tree have no parent, and rows with null values are never duplicates.
  const drafts = draftFields(feature).filter((field) => field !== parent)
  const index = uniquesOf(feature).find(({ columns }) =>
    columns.every((column) => drafts.some(({ columnName, isInsert }) => isInsert && columnName === column)),
  )
  const taken = new Set(uniquesOf(feature).flatMap(({ columns }) => columns))
  const other = changing(drafts.filter((field) => !taken.has(field.columnName) && !field.link))
  if (!index || !other) return []
  return [
    '',
    "test('a duplicate of a unique value is refused with the name of its field', async () => {",
    `  await site.admin.call(${constant}.add, { body: draft })`,
    `  const body = { ...draft, ${other.field}: ${readSample(other, true)} }`,
    `  const refused = await site.admin.ask(${constant}.add, { body })`,
    "  expect(refused.msg).toContain('” already exists. Enter another one.')",
    '})',
  ]
}

function treeTest(feature: Feature): string[] {
  const { constant, parent } = feature
  if (!parent) return []
  return [
    '',
    "test('a parent must exist, must not be below the row, and is kept while it has rows', async () => {",
    `  await site.admin.call(${constant}.add, { body: draft })`,
    `  await site.admin.call(${constant}.add, { body: { ${differing(feature)}${parent.field}: 1 } })`,
    `  const cycle = { ...draft, id: 1, ${parent.field}: 2 }`,
    `  expect((await site.admin.ask(${constant}.edit, { body: cycle })).code).toBe(-1)`,
    `  const nowhere = { ...draft, ${parent.field}: 999 }`,
    `  expect((await site.admin.ask(${constant}.add, { body: nowhere })).code).toBe(404)`,
    `  expect((await site.admin.ask(${constant}.remove, { body: { ids: [1] } })).code).toBe(-1)`,
    `  await site.admin.call(${constant}.remove, { body: { ids: [2, 1] } })`,
    '})',
  ]
}

function childTest({ constant, child }: Feature): string[] {
  const change = child && changing(draftFields(child.feature))
  if (!child || !change) return []
  return [
    '',
    "test('detail rows are added, changed and deleted with their master', async () => {",
    `  await site.admin.call(${constant}.add, { body: draft })`,
    `  const { details } = await site.admin.call(${constant}.one, { query: { id: 1 } })`,
    '  expect(details).toMatchObject([detail])',
    `  const changed = details.map((each) => ({ ...each, ${change.field}: ${readSample(change, true)} }))`,
    '  const body = { ...draft, id: 1, details: [...changed, detail] }',
    `  await site.admin.call(${constant}.edit, { body })`,
    `  const after = await site.admin.call(${constant}.one, { query: { id: 1 } })`,
    `  expect(after.details).toMatchObject([{ ${change.field}: ${readSample(change, true)} }, detail])`,
    `  const foreign = { ...draft, id: 1, details: [{ ...detail, id: 999 }] }`,
    `  expect((await site.admin.ask(${constant}.edit, { body: foreign })).code).toBe(404)`,
    `  await site.admin.call(${constant}.edit, { body: { ...draft, id: 1, details: [] } })`,
    `  expect((await site.admin.call(${constant}.one, { query: { id: 1 } })).details).toEqual([])`,
    '})',
  ]
}

/** The test of a feature, on the real server with a real database. */
export function testFile(feature: Feature): string {
  const { constant, packageName, options, words, child, parent } = feature
  const isTree = options.template === 'tree'
  const drafts = draftFields(feature).filter((field) => field !== parent)
  const change = changing(drafts)
  const find = asked(feature)
  const rows = (given: string) =>
    isTree
      ? `(await site.admin.call(${constant}.list${given})).length`
      : `(await site.admin.call(${constant}.list${given})).total`
  const whole = child ? 'row' : 'draft'
  return lines(
    `import { ${constant} } from '@fleetdeck/contract/${packageName}'`,
    "import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'",
    "import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'",
    linkedTables(feature),
    !isTree &&
      listFields(feature).length > 0 &&
      "import { downloadedRows } from '../../testing/downloads.ts'",
    '',
    'let site: TestSite',
    'beforeAll(async () => {',
    '  site = await startTestSite()',
    '})',
    beforeEachTest(feature),
    'afterAll(() => site.stop())',
    '',
    child && [
      sample('detail', draftFields(child.feature)),
      sample('row', drafts),
      'const draft = { ...row, details: [detail] }',
    ],
    !child && sample('draft', drafts),
    '',
    `test(${quoted(`a row of ${words.manyEn.toLowerCase()} is added, shown, changed and deleted`)}, async () => {`,
    `  await site.admin.call(${constant}.add, { body: draft })`,
    `  const shown = await site.admin.call(${constant}.one, { query: { id: 1 } })`,
    `  expect(shown).toMatchObject(${whole === 'row' ? 'row' : 'draft'})`,
    change && [
      `  const changed = { ...draft, id: 1, ${change.field}: ${readSample(change, true)} }`,
      `  await site.admin.call(${constant}.edit, { body: changed })`,
      `  const after = await site.admin.call(${constant}.one, { query: { id: 1 } })`,
      `  expect(after.${change.field}).toBe(${readSample(change, true)})`,
    ],
    `  await site.admin.call(${constant}.remove, { body: { ids: [1] } })`,
    `  expect(${rows('')}).toBe(0)`,
    '})',
    '',
    find && [
      "test('rows are filtered by their values', async () => {",
      `  await site.admin.call(${constant}.add, { body: draft })`,
      `  const same = { ${find.field}: ${readSample(find)} }`,
      `  expect(${rows(', { query: same }')}).toBe(1)`,
      `  const other = { ${find.field}: ${find.facts.type === 'uuid' ? readSample(find, true) : "'nothing like it'"} }`,
      `  expect(${rows(', { query: other }')}).toBe(0)`,
      '})',
      '',
    ],
    !isTree && [
      "test('the export contains the list as shown', async () => {",
      `  await site.admin.call(${constant}.add, { body: draft })`,
      `  const { fileName } = await site.admin.call(${constant}.export)`,
      '  expect(await downloadedRows(site, site.admin, fileName)).toHaveLength(2)',
      '})',
      '',
    ],
    refusals(feature),
    linkTest(feature, rows),
    uniqueTest(feature),
    treeTest(feature),
    childTest(feature),
    '',
  )
}
