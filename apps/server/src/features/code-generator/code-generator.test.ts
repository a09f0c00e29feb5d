import { codeGenerator } from '@fleetdeck/contract/code-generator'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSampleTables, hostileComment, importedDesign, toDraft } from '../../testing/sample-tables.ts'
import { buildZip } from './build-zip.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
  await createSampleTables(site)
  for (const statement of [
    `drop table if exists "odd ""name*/", odd_columns, without_key, crm_visits`,
    `create table "odd ""name*/" (id integer primary key generated always as identity)`,
    `create table odd_columns (id integer primary key generated always as identity, "a\`\${b}" text)`,
    `create table without_key (name text)`,
  ])
    await site.deps.db.execute(sql.raw(statement))
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const column = (rows: { columnName: string }[], name: string) =>
  rows.find(({ columnName }) => columnName === name)
const importing = (tables: string) => site.admin.ask(codeGenerator.import, { query: { tables } })
const editing = (body: object) => site.admin.ask(codeGenerator.edit, { body })

test('tables of the database are listed, and imported once', async () => {
  const find = (query: object) => site.admin.call(codeGenerator.databaseTables, { query })
  expect(await find({ tableName: 'CRM_cust' })).toMatchObject({
    total: 1,
    list: [{ tableName: 'crm_customers', tableComment: '客户表', columnCount: 19 }],
  })
  expect((await find({ tableComment: '客户' })).total).toBe(1)
  expect(await importing('crm_customers,crm_regions')).toMatchObject({ code: 0 })
  expect((await find({ tableName: 'crm_cust' })).total).toBe(0)
  expect((await importing('crm_customers')).msg).toBe('This value already exists. Enter another one.')
  const { list } = await site.admin.call(codeGenerator.list, { query: { tableComment: '客户' } })
  expect(list).toMatchObject([{ tableName: 'crm_customers', className: 'CrmCustomer', author: 'admin' }])
  await site.admin.call(codeGenerator.remove, { body: { ids: [firstRow(list).id] } })
  expect((await site.admin.call(codeGenerator.list)).total).toBe(1)
})

test('the use of a column is inferred from its name and type', async () => {
  const { rows, info } = await importedDesign(site, 'crm_customers')
  expect(info.options).toMatchObject({
    packageName: 'crm-customers',
    businessName: 'crmCustomer',
    functionName: '客户',
  })
  expect(column(rows, 'customer_name')).toMatchObject({ queryType: 'LIKE', isQuery: true, isRequired: true })
  expect(column(rows, 'status')).toMatchObject({ display: 'radio', dictType: 'sys_normal_disable' })
  expect(column(rows, 'level_type')).toMatchObject({ display: 'select', dictType: '' })
  expect(column(rows, 'avatar_image')).toMatchObject({ display: 'image' })
  expect(column(rows, 'contract_file')).toMatchObject({ display: 'file' })
  expect(column(rows, 'profile_content')).toMatchObject({ display: 'editor', isList: false })
  expect(column(rows, 'note')).toMatchObject({ display: 'textarea' })
  expect(column(rows, 'visited_at')).toMatchObject({ display: 'datetime', languageType: 'time' })
  const untouched = { isInsert: false, isEdit: false, isList: false, isQuery: false }
  expect(column(rows, 'id')).toMatchObject(untouched)
  expect(column(rows, 'gmt_modified')).toMatchObject(untouched)
})

test('invalid names, tables without a key and missing tables are refused', async () => {
  expect((await importing('odd "name*/')).msg).toContain('contains characters other than')
  expect((await importing('odd_columns')).msg).toContain('contains characters other than')
  expect((await importing('without_key')).msg).toContain('no auto-increment integer primary key')
  expect((await importing('crm_regions,nowhere')).msg).toContain('Table “nowhere” no longer exists')
  expect((await importing(`x' or '1'='1`)).code).toBe(-1)
  expect((await importing('')).msg).toBe('Select the tables to import')
  expect((await site.admin.call(codeGenerator.list)).total).toBe(0)
})

test('a design is saved unchanged, in its order', async () => {
  const design = await importedDesign(site, 'crm_customers')
  const draft = toDraft(design, { columns: { level_type: { dictType: 'sys_yes_no' } } })
  await site.admin.call(codeGenerator.edit, { body: { ...draft, columns: draft.columns.toReversed() } })
  const { rows } = await site.admin.call(codeGenerator.design, { query: { tableId: design.info.id } })
  expect(rows.map(({ columnName }) => columnName)).toEqual(
    design.rows.map(({ columnName }) => columnName).toReversed(),
  )
})

test('a design that code cannot be generated for is refused, and nothing is changed', async () => {
  const design = await importedDesign(site, 'crm_regions')
  const refused = async (change: Parameters<typeof toDraft>[1]) =>
    (await editing(toDraft(design, change))).msg
  expect(await refused({ className: 'X {}; evil()' })).toContain('Class names')
  expect(await refused({ className: 'Input' })).toContain('is used by another feature')
  expect(await refused({ options: { packageName: '../../evil' } })).toContain('Package names')
  expect(await refused({ options: { packageName: 'users' } })).toContain('is used by another feature')
  expect(await refused({ options: { businessName: 'a/b' } })).toContain('Business names')
  expect(await refused({ options: { moduleName: 'device', businessName: 'group' } })).toContain(
    '/device/group',
  )
  expect(await refused({ options: { parentMenu: '/nowhere' } })).toContain('parent menu does not exist')
  expect(await refused({ columns: { sort: { field: 'a-b' } } })).toContain('Field names')
  expect(await refused({ columns: { sort: { field: 'regionName' } } })).toContain('is used twice')
  expect(await refused({ columns: { sort: { field: 'constructor' } } })).toContain(
    '“constructor” is reserved',
  )
  expect(await refused({ columns: { sort: { display: 'editor' } } })).toContain(
    'does not fit its display type',
  )
  expect(await refused({ columns: { sort: { display: 'select' } } })).toContain('Select a dictionary')
  expect(await refused({ columns: { sort: { display: 'select', dictType: 'no_such' } } })).toContain(
    'no_such',
  )
  expect(await refused({ columns: { sort: { dictType: `x" onClick={evil}` } } })).toContain(
    'Dictionary types must start with',
  )
  expect(await refused({ columns: { region_name: { isInsert: false } } })).toContain(
    'Select Add and Required',
  )
  expect(await refused({ options: { template: 'tree' } })).toContain('parent column')
  expect(await refused({ options: { template: 'masterDetail', childTable: 'x' } })).toContain(
    'Import detail table “x”',
  )
  const fewer = toDraft(design)
  expect((await editing({ ...fewer, columns: fewer.columns.slice(1) })).msg).toContain(
    'columns have changed since the import',
  )
  expect((await editing({ ...fewer, id: 99 })).code).toBe(404)
  expect(await site.admin.call(codeGenerator.design, { query: { tableId: design.info.id } })).toEqual(design)
})

test('a column is linked to a text of another imported table, or the design is refused', async () => {
  const design = await importedDesign(site, 'crm_orders')
  const link = { linkTable: 'crm_customers', linkLabel: 'customer_name' }
  const refused = async (columns: Record<string, object>, options = {}) =>
    (await editing(toDraft(design, { columns, options }))).msg
  expect(await refused({ customer_id: link })).toContain('Import table “crm_customers”')
  await importedDesign(site, 'crm_customers')
  const again = await site.admin.call(codeGenerator.design, { query: { tableId: design.info.id } })
  const [other] = again.others
  expect(other?.labels).toContain('customer_name')
  expect(other?.labels).not.toContain('external_id')
  expect(await refused({ customer_id: { ...link, linkLabel: 'birthday' } })).toContain('Select a text column')
  expect(await refused({ customer_id: { ...link, linkLabel: '' } })).toContain('Select a text column')
  const itself = { linkTable: 'crm_orders', linkLabel: 'order_no' }
  expect(await refused({ customer_id: itself })).toContain('Import table “crm_orders”')
  expect(await refused({ order_no: link })).toContain('“order_no” cannot be linked')
  expect(await refused({ total: link })).toContain('“total” cannot be linked')
  expect(await refused({ id: link })).toContain('“id” cannot be linked')
  expect(await refused({ customer_id: { ...link, queryType: 'GT' } })).toContain('query type “=”')
  const tree = { template: 'tree', treeParent: 'referrer_id', treeName: 'order_no' }
  expect(await refused({ referrer_id: link }, tree)).toContain('“referrer_id” cannot be linked')
  expect(await refused({ customer_id: link, order_no: { field: 'customerIdLabel' } })).toContain(
    'is used twice',
  )
  const linked = toDraft(design, { author: 'Wei', columns: { customer_id: link } })
  expect(await editing(linked)).toMatchObject({ code: 0 })

  const preview = () => site.admin.ask(codeGenerator.preview, { query: { tableId: design.info.id } })
  const files = (await preview()).data as Record<string, string>
  expect(Object.keys(files)).toContain('apps/server/src/platform/db/schema/crm-customers.ts')
  expect(files['apps/server/src/features/crm-orders/crm-orders.queries.ts']).toContain(
    '.leftJoin(customerIdRows',
  )
  const { list } = await site.admin.call(codeGenerator.list, { query: { tableName: 'crm_customers' } })
  await site.admin.call(codeGenerator.remove, { body: { ids: list.map(({ id }) => id) } })
  expect((await preview()).msg).toContain('Import table “crm_customers”')
})

test('a foreign key is linked without being asked, also to a table that is not imported', async () => {
  const { info, rows, others } = await importedDesign(site, 'crm_orders')
  const region = { linkTable: 'crm_regions', linkLabel: 'region_name' }
  expect(column(rows, 'region_id')).toMatchObject(region)
  expect(column(rows, 'replaced_order_id')).toMatchObject({ linkTable: 'crm_orders', linkLabel: 'order_no' })
  expect(column(rows, 'customer_id')).toMatchObject({ linkTable: '', linkLabel: '' })
  expect(others).toMatchObject([
    { tableName: 'crm_orders', isImported: false },
    { tableName: 'crm_regions', isImported: false, labels: ['region_name'] },
  ])

  const preview = () => site.admin.call(codeGenerator.preview, { query: { tableId: info.id } })
  const files = await preview()
  const page = files['apps/web/src/features/crm-orders/CrmOrdersPage.tsx'] ?? ''
  for (const field of ['regionId', 'replacedOrderId'])
    expect(page).toMatch(new RegExp(`name="${field}"[^>]*>\\s*<RemoteSelect`))
  expect(page).toMatch(/name="customerId"[^>]*>\s*<InputNumber/)
  const routes = files['apps/server/src/features/crm-orders/crm-orders.routes.ts'] ?? ''
  for (const field of ['regionId', 'replacedOrderId'])
    expect(routes).toMatch(new RegExp(`\\[draft\\.${field}\\],\\s*'crmOrder\\.column\\.${field}'`))
  expect(Object.keys(files)).toContain('apps/server/src/platform/db/schema/crm-regions.ts')
  expect(files['apps/server/src/platform/db/schema/crm-orders.ts']).toContain(
    '(): AnyPgColumn => crmOrders.id',
  )

  // A link that is taken away is there again: the database takes nothing else.
  const without = { region_id: { linkTable: '', linkLabel: '' } }
  await site.admin.call(codeGenerator.edit, {
    body: toDraft({ info, rows, parents: [], others: [] }, { columns: without }),
  })
  const again = await site.admin.call(codeGenerator.design, { query: { tableId: info.id } })
  expect(column(again.rows, 'region_id')).toMatchObject(region)
  expect(await preview()).toEqual(files)
  // Other columns are linked to imported tables only.
  const other = await editing(toDraft(again, { columns: { customer_id: region } }))
  expect(other.msg).toContain('Import table “crm_regions”')
})

test('the parent column of a tree loses the link that it got as a foreign key', async () => {
  const design = await importedDesign(site, 'crm_regions')
  expect(column(design.rows, 'parent_id')).toMatchObject({ linkTable: 'crm_regions' })
  const tree = { template: 'tree', treeParent: 'parent_id', treeName: 'region_name' } as const
  expect(await editing(toDraft(design, { options: tree }))).toMatchObject({ code: 0 })
  const { rows } = await site.admin.call(codeGenerator.design, { query: { tableId: design.info.id } })
  expect(column(rows, 'parent_id')).toMatchObject({ linkTable: '', linkLabel: '' })
})

test('rows of a table are called by a unique text, else by a name, never by a secret', async () => {
  const { db } = site.deps
  for (const statement of [
    `drop table if exists crm_members, crm_visits, crm_halls`,
    `create table crm_visits (id serial primary key, token_text varchar(20) not null, note text, visit_name text)`,
    `create table crm_halls (id serial primary key, hall_name text, code varchar(9) not null unique)`,
    `create table crm_members (id serial primary key, nick varchar(9) not null, visit_id integer references crm_visits, hall_id integer references crm_halls)`,
  ])
    await db.execute(sql.raw(statement))
  const { rows } = await importedDesign(site, 'crm_members')
  expect(column(rows, 'visit_id')).toMatchObject({ linkTable: 'crm_visits', linkLabel: 'visit_name' })
  expect(column(rows, 'hall_id')).toMatchObject({ linkTable: 'crm_halls', linkLabel: 'code' })
  await db.execute(sql.raw('drop table crm_members, crm_visits, crm_halls'))
})

test('re-reading a table keeps its settings; a dropped table is refused', async () => {
  const { db } = site.deps
  await db.execute(
    sql`create table crm_visits (id serial primary key, place varchar(20) not null, note text)`,
  )
  const design = await importedDesign(site, 'crm_visits')
  const { id } = design.info
  await editing(toDraft(design, { columns: { place: { field: 'spot', columnComment: 'Where' } } }))
  await db.execute(sql`alter table crm_visits drop column note, add column visitors integer`)
  expect(await site.admin.call(codeGenerator.sync, { body: { id } })).toEqual({
    added: ['visitors'],
    removed: ['note'],
  })
  const { rows } = await site.admin.call(codeGenerator.design, { query: { tableId: id } })
  expect(rows.map(({ columnName }) => columnName)).toEqual(['id', 'place', 'visitors'])
  expect(rows[1]).toMatchObject({ field: 'spot', columnComment: 'Where' })
  await db.execute(sql`drop table crm_visits`)
  // The same write within a second is refused as a double click.
  const again = async () => (await site.admin.ask(codeGenerator.sync, { body: { id } })).msg
  const patience = { timeout: 30_000, interval: 200 }
  await expect.poll(again, patience).toMatch(/^Table “crm_visits” no longer exists/)
})

test('a comment cannot break out of the generated texts', async () => {
  const { info, rows } = await importedDesign(site, 'crm_customers')
  expect(column(rows, 'customer_name')).toMatchObject({ columnComment: hostileComment })
  const unset = await site.admin.ask(codeGenerator.preview, { query: { tableId: info.id } })
  expect(unset.msg).toContain('Select a dictionary')
  await editing(
    toDraft({ info, rows, parents: [], others: [] }, { columns: { level_type: { display: 'input' } } }),
  )
  const files = await site.admin.call(codeGenerator.preview, { query: { tableId: info.id } })
  const holding = Object.keys(files).filter((file) => files[file]?.includes('process.exit'))
  expect(holding).toEqual(['zhcn', 'zhtw'].map((each) => `packages/i18n/src/${each}/crm-customers.ts`))
  const caption = files['packages/i18n/src/zhcn/crm-customers.ts'] ?? ''
  expect(caption).toContain('\\u0024{process.exit()}')
})

test('code for a table of the program uses the existing schema, under unused names', async () => {
  const { info } = await importedDesign(site, 'posts')
  expect(info.options.packageName).not.toBe('posts')
  const files = await site.admin.call(codeGenerator.preview, { query: { tableId: info.id } })
  expect(Object.keys(files).some((file) => file.includes('/db/schema/'))).toBe(false)
  const queries = Object.entries(files).find(([file]) => file.endsWith('.queries.ts'))?.[1]
  expect(queries).toContain("import { posts as table } from '../../platform/db/schema/posts.ts'")
})

test('an archive only contains paths of generated files', async () => {
  for (const name of ['../evil', '/etc/passwd', 'a/../b', 'a\\b', ''])
    expect(() => buildZip({ [name]: '' }), name).toThrow('not a path')
  expect((await buildZip({ 'a/b.ts': 'x' })).subarray(0, 2).toString()).toBe('PK')
  expect((await site.nobody.ask(codeGenerator.generate, { body: { ids: [1] } })).code).toBe(-401)
  expect((await site.admin.ask(codeGenerator.generate, { body: { ids: [1, 2] } })).code).toBe(404)
})
