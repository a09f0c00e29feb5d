import { read, utils, write } from '@e965/xlsx'
import { type DynamicImport, dynamicData } from '@fleetdeck/contract/dynamic-data'
import { dynamicTables } from '@fleetdeck/contract/dynamic-tables'
import { DataScope } from '@fleetdeck/contract/enums'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { downloaded, downloadedRows } from '../../testing/downloads.ts'
import { filePreviews } from '../../testing/file-previews.ts'

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
  expect((await send('a.csv', 'name\nx', { by: client })).code).toBe(404)
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

interface Sent {
  by?: TestClient
  query?: Record<string, string>
}
async function send(name: string, content: string | Uint8Array, { by = site.admin, query = {} }: Sent = {}) {
  const form = new FormData()
  form.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
  const url = `${site.address}${dynamicData.start.path.replace(':tableId', String(params.tableId))}`
  const headers = { authorization: `Bearer ${by.token}`, languageselect: 'en' }
  const response = await fetch(`${url}?${new URLSearchParams(query)}`, {
    method: 'POST',
    body: form,
    headers,
  })
  return (await response.json()) as { code: number; msg: string; data: { jobId: string } }
}

async function imported(name: string, content: string | Uint8Array, sent: Sent = {}): Promise<DynamicImport> {
  const { msg, data } = await send(name, content, sent)
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

const preview = filePreviews(
  () => site,
  () => dynamicData.preview.path.replace(':tableId', String(params.tableId)),
)
/** Lines of 姓名,註解 and 帳號,1 and 密碼,2 in Big5, between and before blank ones. */
const big5 = Buffer.from('a96da6572cb5f9b8d10a0ab162b8b92c310a0ab14bbd582c320a2c0a0a', 'hex')

describe('the columns of a file', () => {
  test('are previewed in an encoding that is detected or chosen', async () => {
    const text = '\ufeffnote,姓名,Size\n\n1,李雷,x\n'
    const found = {
      columns: ['note', 'name', null],
      rows: [
        ['note', '姓名', 'Size'],
        ['1', '李雷', 'x'],
      ],
    }
    for (const [encoding, content] of [
      ['utf-8', Buffer.from(text)],
      ['utf-16le', Buffer.from(text, 'utf16le')],
      ['utf-16be', Buffer.from(text, 'utf16le').swap16()],
    ] as const)
      expect((await preview({ name: 'a.csv', content })).data).toMatchObject({ ...found, encoding })
    const { data } = await preview({ name: 'a.csv', content: big5 })
    const rows = [
      ['姓名', '註解'],
      ['帳號', '1'],
      ['密碼', '2'],
    ]
    expect(data).toMatchObject({ encoding: 'big5', rows, columns: ['name', null] })
    expect(data.fields).toEqual([
      { name: 'name', title: '姓名 (name)' },
      { name: 'note', title: '备注 (note)' },
    ])
    const gbk = await preview({ name: 'a.csv', content: big5, query: { encoding: 'gb18030' } })
    expect(gbk.data.encoding).toBe('gb18030')
    expect(gbk.data.rows).not.toEqual(data.rows)
  })

  test('are previewed from the beginning of a long file, of which the last character may be cut', async () => {
    const lines = `name,note\n${'李雷,x\n'.repeat(100_000)}`
    const whole = Buffer.from(lines)
    expect((await preview({ name: 'a.csv', content: whole })).data).toMatchObject({ encoding: 'utf-8' })
    const cut = whole.subarray(0, 11)
    const { data } = await preview({ name: 'a.csv', content: cut, query: { isCut: '1' } })
    expect(data).toMatchObject({ encoding: 'utf-8', rows: [['name', 'note']] })
    expect((await preview({ name: 'a.csv', content: '\n,,\n\n' })).data).toMatchObject({
      rows: [],
      columns: [],
    })
    expect((await preview({ name: 'a.txt', content: 'x' })).code).toBe(-1)
  })

  test('are chosen by hand, and a file without titles is imported from its first row', async () => {
    const query = { columns: 'name:0,note:1', encoding: 'big5' }
    expect(await imported('a.csv', big5, { query })).toMatchObject({ added: 2, total: 2, ignored: [] })
    expect(await found()).toEqual(['密碼', '帳號'])
    const untitled = { columns: 'note:2', hasTitles: '0' }
    expect(await imported('a.csv', 'a,,x\n\nb,,y\n', { query: untitled })).toMatchObject({
      added: 2,
      ignored: ['Column 1'],
    })
    const { list } = await site.admin.call(dynamicData.list, { params, query: { search: {} } })
    expect(list.map(({ values }) => values.note)).toEqual(['y', 'x', '2', '1'])
  })

  test('with the same title are chosen one by one', async () => {
    const csv = 'name,name\nfirst,second\n'
    expect((await preview({ name: 'a.csv', content: csv })).data.columns).toEqual(['name', null])
    const query = { columns: 'name:1' }
    expect(await imported('a.csv', csv, { query })).toMatchObject({ added: 1, ignored: ['name'] })
    expect(await found()).toEqual(['second'])
  })

  test('refuse a field that does not exist, and a table outside the data scope', async () => {
    const query = { columns: 'other:0' }
    expect((await send('a.csv', 'x', { query })).msg).toBe(
      'Field “other” does not exist. Select the file again.',
    )
    const permissions = [dynamicData.start.permission]
    const { client } = await addHolder(site, { userName: 'wei' }, { dataScope: DataScope.self, permissions })
    expect((await preview({ name: 'a.csv', content: 'x', by: client })).code).toBe(404)
    expect((await send('a.csv', 'x', { by: client })).code).toBe(404)
  })
})

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
