import { read, utils, write } from '@e965/xlsx'
import { type DynamicImport, dynamicData } from '@fleetdeck/contract/dynamic-data'
import { dynamicTables } from '@fleetdeck/contract/dynamic-tables'
import { DataScope } from '@fleetdeck/contract/enums'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { downloaded, downloadedRows } from '../../testing/downloads.ts'

let site: TestSite
let params: { tableId: number }
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  const columns = [
    { columnInfo: '姓名', columnName: 'name', columnSize: 50, isSearched: true },
    { columnInfo: '备注', columnName: 'note', columnSize: 5000 },
  ]
  await site.admin.call(dynamicTables.add, { body: { tableName: '账号', tableNameEn: 'accounts', columns } })
  params = { tableId: 1 }
})
afterAll(() => site.stop())

type Values = Record<string, string | null>
const add = (values: Values) => site.admin.ask(dynamicData.add, { params, body: { values } })
async function filled(...rows: Values[]) {
  for (const values of rows) expect(await add(values)).toMatchObject({ code: 0 })
}
async function found(query: Record<string, unknown> = {}) {
  const answer = await site.admin.ask(dynamicData.list, { params, query })
  if (answer.code !== 0) return answer.msg
  return (answer.data as { list: { values: Values }[] }).list.map(({ values }) => values.name)
}

describe('rows', () => {
  test('are listed newest first, sortable by any field, page by page', async () => {
    await filled({ name: 'b' }, { name: 'c' }, { name: 'a' })
    expect(await found()).toEqual(['a', 'c', 'b'])
    expect(await found({ orderByColumn: 'name', isAsc: 'desc' })).toEqual(['c', 'b', 'a'])
    expect(await found({ orderByColumn: 'NAME', isAsc: 'asc', pageSize: 2, pageNum: 2 })).toEqual(['c'])
    expect(await found({ orderByColumn: 'id', isAsc: 'asc' })).toEqual(['b', 'c', 'a'])
    expect(await found({ orderByColumn: 'gmtModified' })).toHaveLength(3)
    expect(await found({ orderByColumn: 'c_1' })).toBe('Field “c_1” does not exist. Check its identifier.')
    expect(await found({ orderByColumn: 'id; drop table users' })).toMatch(/^Field “.+” does not exist/)
  })

  test('are filtered by their fields: equal, prefix, contains', async () => {
    await filled({ name: 'Wei', note: 'x%y' }, { name: 'Weiwei', note: 'xy' }, { name: 'Lin', note: "it's" })
    expect(await found({ 'search.name': 'Wei' })).toEqual(['Wei'])
    expect(await found({ 'search.name': 'Wei', match: 'starts' })).toEqual(['Weiwei', 'Wei'])
    expect(await found({ 'search.name': 'WEI', match: 'contains' })).toEqual(['Weiwei', 'Wei'])
    expect(await found({ 'search.note': 'x%', match: 'starts' })).toEqual(['Wei'])
    expect(await found({ 'search.note': "it's", 'search.name': 'Lin' })).toEqual(['Lin'])
    expect(await found({ 'search.name': '', 'search.note': 'nothing' })).toEqual([])
    expect(await found({ 'search.password': 'x' })).toBe(
      'Field “password” does not exist. Check its identifier.',
    )
    expect(await found({ unknown: 'x' })).toMatch(/unknown/)
  })

  test('are changed field by field and deleted', async () => {
    await filled({ name: 'Wei', note: 'old' }, { name: 'Lin' })
    await site.admin.call(dynamicData.edit, { params, body: { id: 1, values: { note: 'new' } } })
    expect(await site.admin.call(dynamicData.one, { params, query: { id: 1 } })).toMatchObject({
      id: 1,
      values: { name: 'Wei', note: 'new' },
    })
    await site.admin.call(dynamicData.remove, { params, query: { ids: [1] } })
    expect(await found()).toEqual(['Lin'])
    const gone = { params, body: { id: 1, values: { note: 'x' } } }
    expect((await site.admin.ask(dynamicData.edit, gone)).code).toBe(404)
    expect((await site.admin.ask(dynamicData.remove, { params, query: { ids: 1 } })).code).toBe(404)
  })

  test('with invalid values are refused with the field', async () => {
    expect((await add({ name: 'x'.repeat(51) })).msg).toBe('“name” can be up to 50 characters. It has 51.')
    expect((await add({ name: '😀'.repeat(50) })).code).toBe(0)
    expect((await add({ name: 'a\0b' })).msg).toMatch(/name.+character that cannot be (stored|saved)/)
    expect((await add({ name: 'a\ud800' })).msg).toMatch(/name.+character that cannot be/)
    expect((await add({ nothing: 'x' })).msg).toBe('Field “nothing” does not exist. Check its identifier.')
    expect((await add({ name: 'a', NAME: 'b' })).msg).toBe(
      'Field “name” appears more than once. Remove the duplicates.',
    )
    expect((await add({ 'name"; drop table users; --': 'a' })).msg).toMatch(/^Field “.+” does not exist/)
  })

  test('store any text unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 50 }), async (text) => {
        fc.pre([...text].length <= 50)
        await site.admin.ask(dynamicData.add, {
          params,
          body: { values: { name: text, note: String(Math.random()) } },
        })
        const [newest] = (await found({ pageSize: 1 })) as string[]
        expect(newest).toBe(text)
      }),
      {
        numRuns: 40,
        examples: [["'; drop table users; --"], ['\u202eشكرا'], ['{"a":1}'], ['{a,b}'], ['\\']],
      },
    )
  })
})

test('the table of another owner does not exist for any call', async () => {
  const permissions = [...new Set(Object.values(dynamicData).map(({ permission }) => permission))]
  const { client } = await addHolder(site, { userName: 'wei' }, { permissions, dataScope: DataScope.self })
  await filled({ name: 'secret' })
  const body = { id: 1, values: { name: 'x' } }
  expect((await client.ask(dynamicData.list, { params })).code).toBe(404)
  expect((await client.ask(dynamicData.edit, { params, body })).code).toBe(404)
  expect((await client.ask(dynamicData.remove, { params, query: { ids: 1 } })).code).toBe(404)
  expect((await client.ask(dynamicData.export, { params })).code).toBe(404)
  expect((await send('a.csv', 'name\nx', client)).code).toBe(404)
  expect(await found()).toEqual(['secret'])
})

test('the filtered rows are exported, and texts that look like formulas are escaped', async () => {
  await filled({ name: 'Wei', note: '=1+1' }, { name: 'Lin' })
  const made = await site.admin.call(dynamicData.export, {
    params,
    query: { search: {}, 'search.name': 'Wei' } as never,
  })
  expect(await downloadedRows(site, site.admin, made.fileName)).toEqual([
    ['ID', 'name', 'note'],
    [1, 'Wei', '\t=1+1'],
  ])
})

test('the template has a sample row, which is not imported', async () => {
  const { fileName } = await site.admin.call(dynamicData.template, { params })
  const content = await downloaded(site, site.admin, fileName)
  expect(await imported('a.xlsx', content)).toMatchObject({
    state: 'failed',
    reason: 'The file has no rows. Add some and try again.',
  })
  const book = read(content, { type: 'buffer' })
  const sheet = book.Sheets.Sheet1 ?? {}
  expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual([
    ['name', 'note'],
    ['(sample row, not imported)', '备注, up to 5,000 characters'],
  ])
  utils.sheet_add_aoa(sheet, [['Wei', 'x']], { origin: 'A3' })
  const filledIn = write(book, { type: 'buffer', bookType: 'xlsx' })
  expect(await imported('a.xlsx', filledIn)).toMatchObject({ state: 'done', added: 1, failed: 0 })
  expect(await found()).toEqual(['Wei'])
})

async function send(name: string, content: string | Uint8Array, by: TestClient = site.admin) {
  const form = new FormData()
  form.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
  const url = `${site.address}${dynamicData.start.path.replace(':tableId', String(params.tableId))}`
  const headers = { authorization: `Bearer ${by.token}`, languageselect: 'en' }
  const response = await fetch(url, { method: 'POST', body: form, headers })
  return (await response.json()) as { code: number; msg: string; data: { jobId: string } }
}

async function imported(name: string, content: string | Uint8Array): Promise<DynamicImport> {
  const { msg, data } = await send(name, content)
  expect(msg).toBe('')
  let progress: DynamicImport | undefined
  await expect
    .poll(
      async () => {
        progress = await site.admin.call(dynamicData.progress, { query: { jobId: data.jobId } })
        return ['done', 'failed', 'cancelled'].includes(progress.state)
      },
      { timeout: 30_000 },
    )
    .toBe(true)
  return progress as DynamicImport
}

describe('an import', () => {
  test('imports the valid rows and reports the others', async () => {
    const lines = [
      ['姓名', 'NOTE', 'else'],
      ['Wei', '007', 'x'],
      ['x'.repeat(51), ''],
      ['', ''],
      ['Lin', ''],
    ]
    const book = write(utils.book_new(utils.aoa_to_sheet(lines), 'a'), { type: 'buffer', bookType: 'xlsx' })
    expect(await imported('a.xlsx', book)).toMatchObject({
      state: 'done',
      added: 2,
      failed: 1,
      failures: [{ row: 3, reason: '“name” can be up to 50 characters. It has 51.' }],
    })
    expect(await found()).toEqual(['Lin', 'Wei'])
  })

  test('reads csv with quotes, and formulas as texts, in UTF-8 and in GBK', async () => {
    const csv = '\ufeffname,note\r\n"Wei, ""the one""","=1+1\n2"\r\n007,'
    expect(await imported('a.csv', csv)).toMatchObject({ state: 'done', added: 2 })
    const { list } = await site.admin.call(dynamicData.list, { params, query: { search: {} } })
    expect(list.map(({ values }) => values)).toEqual([
      { name: '007', note: null },
      { name: 'Wei, "the one"', note: '=1+1\n2' },
    ])
    const gbk = Uint8Array.from([0xd0, 0xd5, 0xc3, 0xfb, 0x0a, 0xc0, 0xee, 0xc0, 0xd7])
    expect(await imported('b.csv', gbk)).toMatchObject({ state: 'done', added: 1 })
    expect(await found({ pageSize: 1 })).toEqual(['李雷'])
  })

  test('of many rows with 200 fields is written completely', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `f${index}`)
    const columns = names.map((columnName) => ({ columnName, columnInfo: columnName }))
    await site.admin.call(dynamicTables.add, { body: { tableName: '宽', tableNameEn: 'wide', columns } })
    params = { tableId: 2 }
    const csv = [
      names.join(','),
      ...Array.from({ length: 1200 }, (_, row) => names.map(() => `v${row}`).join(',')),
    ]
    expect(await imported('a.csv', csv.join('\n'))).toMatchObject({ state: 'done', added: 1200, total: 1200 })
    const { total } = await site.admin.call(dynamicData.list, { params, query: { search: {} } })
    expect(total).toBe(1200)
  })

  test('of a csv with a row without an end is refused', async () => {
    const csv = `name,note\nx,"${'x'.repeat(9 * 1024 * 1024)}`
    expect(await imported('a.csv', csv)).toMatchObject({
      state: 'failed',
      added: 0,
      reason: 'Could not read this file. Select a valid Excel or CSV file.',
    })
  })

  test('of another file type is refused with the reason', async () => {
    expect((await send('a.txt', 'name\nx')).msg).toMatch(/xlsx/)
    expect((await send('a.xlsx', 'name\nx')).msg).toMatch(/xlsx/)
    expect(await imported('a.csv', 'name,extra\nx,y')).toMatchObject({ added: 1, ignored: ['extra'] })
    expect(await imported('a.csv', 'nothing\nx')).toMatchObject({
      state: 'failed',
      reason: 'The first row contains no field names of this table. Use the template.',
    })
    expect((await imported('a.csv', 'name,姓名\nx,y')).reason).toBe(
      'Field “name” appears more than once. Remove the duplicates.',
    )
    expect((await imported('a.csv', 'name')).reason).toBe('The file has no rows. Add some and try again.')
    expect((await imported('a.csv', '')).state).toBe('failed')
    expect((await imported('a.csv', `name\n${'x\n'.repeat(100_001)}`)).reason).toBe(
      'The file has more than 100,000 rows. Split it and try again.',
    )
  })
})
