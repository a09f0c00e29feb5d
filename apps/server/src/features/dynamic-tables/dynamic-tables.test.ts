import { dynamicData } from '@fleetdeck/contract/dynamic-data'
import { type DynamicColumn, dynamicTables, reservedNames } from '@fleetdeck/contract/dynamic-tables'
import { DataScope } from '@fleetdeck/contract/enums'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { downloadedRows } from '../../testing/downloads.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

type Column = Partial<DynamicColumn> & { columnName: string; sequence?: number }
const field = (column: Column) => ({ columnInfo: column.columnName, columnSize: 20, ...column })
const draft = (columns: Column[], tableNameEn = 'accounts') => ({
  tableName: '账号',
  tableNameEn,
  columns: columns.map(field),
})

async function made(columns: Column[], tableNameEn = 'accounts') {
  await site.admin.call(dynamicTables.add, { body: draft(columns, tableNameEn) })
  const { list } = await site.admin.call(dynamicTables.list, {})
  const [table] = list.filter((row) => row.tableNameEn === tableNameEn)
  if (!table) throw new Error('not made')
  return table
}
const refused = async (body: object) => (await site.admin.ask(dynamicTables.add, { body })).msg
const add = (tableId: number, values: Record<string, string | null>) =>
  site.admin.call(dynamicData.add, { params: { tableId }, body: { values } })
const toValues = async (tableId: number) =>
  (await site.admin.call(dynamicData.list, { params: { tableId }, query: { search: {} } })).list.map(
    (row) => row.values,
  )

describe('a design', () => {
  test('is saved with its fields, their order and their numbers', async () => {
    const table = await made([
      { columnName: 'age', columnInfo: '年龄', sequence: 2 },
      { columnName: 'Name', columnInfo: '姓名', sequence: 1, isSearched: true },
    ])
    expect(table).toMatchObject({ tableName: '账号', tableNameEn: 'accounts', userName: 'admin' })
    expect(table.columns).toEqual([
      { no: 1, columnInfo: '姓名', columnName: 'Name', columnSize: 20, isSearched: true },
      { no: 2, columnInfo: '年龄', columnName: 'age', columnSize: 20, isSearched: false },
    ])
    expect(await site.admin.call(dynamicTables.one, { query: { id: table.id } })).toEqual(table)
  })

  test('with an empty, non-English, reserved or used name is refused with the reason', async () => {
    await made([{ columnName: 'a' }])
    expect(await refused(draft([{ columnName: 'a' }], ''))).toBe('Enter an identifier')
    for (const name of [
      '账号',
      '1a',
      'a-b',
      "a'b",
      'a b',
      'a"; drop table users; --',
      'a\0',
      '😀',
      'a'.repeat(64),
    ])
      expect(await refused(draft([{ columnName: 'a' }], name)), name).toMatch(/must start with a letter/)
    expect(await refused(draft([{ columnName: 'a' }], 'Select'))).toMatch(/reserved word/)
    for (const name of reservedNames)
      expect(await refused(draft([{ columnName: name }], 'b'))).toMatch(/reserved/)
    expect(await refused(draft([{ columnName: 'a' }], 'ACCOUNTS'))).toBe(
      'A dynamic table with the identifier “ACCOUNTS” already exists. Choose another one.',
    )
    expect(await refused({ ...draft([{ columnName: 'a' }], 'b'), tableName: ' ' })).toBe('Enter a table name')
    expect(await refused({ ...draft([{ columnName: 'a' }], 'b'), tableName: 'a\0b' })).toMatch(
      /character that cannot be (stored|saved)/,
    )
  })

  test('with duplicate, too many, too long or no fields is refused', async () => {
    expect(await refused(draft([{ columnName: 'a' }, { columnName: 'A' }]))).toMatch(/same identifier/)
    expect(await refused(draft([]))).toBe('Add at least one field')
    const many = Array.from({ length: 201 }, (_, index) => ({ columnName: `f${index}` }))
    expect(await refused(draft(many))).toBe('A table can have up to 200 fields')
    expect(await refused(draft([{ columnName: 'a', columnSize: 10_001 }]))).toMatch(/from 1 to 10,000/)
    expect(await refused(draft([{ columnName: 'a', columnSize: 501, isSearched: true }]))).toMatch(/search/)
  })

  test('may contain quotes, right-to-left text and emoji in its Chinese names', async () => {
    const strange = `"'; drop table users; -- \u202eشكرا 😀`
    await site.admin.call(dynamicTables.add, {
      body: { ...draft([{ columnName: 'a', columnInfo: strange }]), tableName: strange },
    })
    const { list } = await site.admin.call(dynamicTables.list, { query: { name: 'drop table' } })
    expect(list[0]).toMatchObject({ tableName: strange, columns: [{ columnInfo: strange }] })
  })

  test('may have 200 fields that are all filled', async () => {
    const columns = Array.from({ length: 200 }, (_, index) => ({
      columnName: `f${index}`,
      isSearched: index < 20,
      columnSize: 60,
    }))
    const { id } = await made(columns)
    const values = Object.fromEntries(columns.map(({ columnName }) => [columnName, '字'.repeat(60)]))
    await add(id, values)
    expect(await toValues(id)).toEqual([values])
    const body = { id, ...draft([{ columnName: 'only' }]) }
    const effect = await site.admin.call(dynamicTables.effect, { body })
    expect(effect.removed).toHaveLength(200)
  })
})

describe('a change', () => {
  async function filled() {
    const table = await made([{ columnName: 'name', isSearched: true }, { columnName: 'age' }])
    await add(table.id, { name: 'Wei', age: '30' })
    await add(table.id, { name: 'Lin 12345', age: null })
    return table
  }
  const change = (id: number, columns: Column[], more: object = {}) =>
    site.admin.ask(dynamicTables.edit, { body: { id, ...draft(columns), ...more } })

  test('renames, moves, adds and lengthens fields without losing data', async () => {
    const { id } = await filled()
    const columns = [
      { columnName: 'years', no: 2, columnSize: 30, isSearched: true },
      { columnName: 'note' },
      { columnName: 'name', no: 1 },
    ]
    expect(await change(id, columns)).toMatchObject({ code: 0 })
    expect(await toValues(id)).toEqual([
      { years: null, note: null, name: 'Lin 12345' },
      { years: '30', note: null, name: 'Wei' },
    ])
    const { list } = await site.admin.call(dynamicTables.list, {})
    expect(list[0]?.columns.map(({ no }) => no)).toEqual([2, 3, 1])
  })

  test('that removes values requires a confirmation with their number', async () => {
    const { id } = await filled()
    const columns = [{ columnName: 'age', no: 2 }]
    const body = { id, ...draft(columns) }
    expect(await site.admin.call(dynamicTables.effect, { body })).toEqual({
      removed: [{ columnName: 'name', columnInfo: 'name', values: 2 }],
      tooShort: [],
    })
    expect((await change(id, columns)).msg).toBe(
      'Removing name will delete 2 values. Confirm and save again.',
    )
    expect((await change(id, columns, { confirmedLoss: 1 })).code).toBe(-1)
    expect(await toValues(id)).toHaveLength(2)
    expect((await change(id, columns, { confirmedLoss: 2 })).code).toBe(0)
    expect(await toValues(id)).toEqual([{ age: null }, { age: '30' }])
  })

  test('shortens a field only when all values fit', async () => {
    const { id } = await filled()
    const shorter = (columnSize: number) => [
      { columnName: 'name', no: 1, columnSize, isSearched: true },
      { columnName: 'age', no: 2 },
    ]
    expect((await change(id, shorter(8))).msg).toBe(
      '“name” has 1 value longer than this. Its length must be 9 or more.',
    )
    expect((await change(id, shorter(9))).code).toBe(0)
    expect(await toValues(id)).toHaveLength(2)
    const answer = await site.admin.ask(dynamicData.add, {
      params: { tableId: id },
      body: { values: { name: '1234567890' } },
    })
    expect(answer.msg).toBe('“name” can be up to 9 characters. It has 10.')
  })

  test('of a field that another user removed is refused', async () => {
    const { id } = await filled()
    expect((await change(id, [{ columnName: 'x', no: 9 }])).msg).toMatch(/Someone else deleted the field “x”/)
  })

  test('does not restore the old values of a field that is added again', async () => {
    const { id } = await filled()
    await change(id, [{ columnName: 'name', no: 1 }], { confirmedLoss: 1 })
    await change(id, [{ columnName: 'name', no: 1 }, { columnName: 'age' }])
    expect((await toValues(id)).map(({ age }) => age)).toEqual([null, null])
  })
})

test('a table is deleted with all its rows, which can be counted before', async () => {
  const { id } = await made([{ columnName: 'a' }])
  await add(id, { a: '1' })
  await add(id, {})
  expect(await site.admin.call(dynamicTables.contents, { query: { ids: [id] } })).toEqual({ rows: 2 })
  await site.admin.call(dynamicTables.remove, { query: { ids: [id] } })
  expect((await site.admin.call(dynamicTables.list, {})).total).toBe(0)
  expect((await site.admin.ask(dynamicData.list, { params: { tableId: id } })).code).toBe(404)
  await made([{ columnName: 'again' }])
})

test('an owner only sees their own tables; two owners may use the same name', async () => {
  const permissions = [...new Set(Object.values(dynamicTables).map(({ permission }) => permission))]
  const role = { permissions, dataScope: DataScope.self }
  const wei = await addHolder(site, { userName: 'wei' }, role)
  const lin = await addHolder(site, { userName: 'lin' }, role)
  await wei.client.call(dynamicTables.add, { body: draft([{ columnName: 'a' }]) })
  await lin.client.call(dynamicTables.add, { body: draft([{ columnName: 'b' }]) })
  const seen = await wei.client.call(dynamicTables.list, {})
  expect(seen.list.map(({ userName }) => userName)).toEqual(['wei'])
  expect((await site.admin.call(dynamicTables.list, {})).total).toBe(2)
  const body = { ...draft([{ columnName: 'a' }], 'other'), tenantId: lin.id }
  expect((await wei.client.ask(dynamicTables.add, { body })).code).toBe(404)
})

test('the list of tables is exported as a spreadsheet', async () => {
  await made([{ columnName: 'age', columnInfo: '年龄' }])
  const { fileName } = await site.admin.call(dynamicTables.export, {})
  expect(await downloadedRows(site, site.admin, fileName)).toEqual([
    ['Table name', 'Identifier', 'Owner', 'Fields'],
    ['账号', 'accounts', 'admin', '年龄 age(20)'],
  ])
})
