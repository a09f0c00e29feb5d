import { read, utils, write } from '@e965/xlsx'
import { type CacheRow, CacheType, caches } from '@fleetdeck/contract/caches'
import { dataGroups } from '@fleetdeck/contract/data-groups'
import {
  type DataImportPreview,
  type DataImportProgress,
  dataImport,
  dataItems,
} from '@fleetdeck/contract/data-items'
import { type DeviceId, UserId } from '@fleetdeck/contract/ids'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storedFiles } from '../../platform/db/schema/stored-files.ts'
import { readSheet } from '../../platform/files/read-sheet.ts'
import { downloaded, downloadedRows } from '../../testing/downloads.ts'
import { filePreviews } from '../../testing/file-previews.ts'
import { setClock } from '../../testing/set-clock.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  for (const groupName of ['First', 'Second']) await site.admin.call(dataGroups.add, { body: { groupName } })
})
afterAll(() => site.stop())

const add = (content: string, more: object = {}) =>
  site.admin.ask(dataItems.add, { body: { name: 'n', groupId: 1, content, ...more } })
const listed = async (query: object = {}) =>
  (await site.admin.call(dataItems.list, { query: { ...query, orderByColumn: 'id', isAsc: 'asc' } })).list

describe('groups', () => {
  test('have unique names per owner, keep their owner, and are deleted with their items', async () => {
    const taken = await site.admin.ask(dataGroups.add, { body: { groupName: 'First', dedupe: 0 } })
    expect(taken).toMatchObject({
      code: -1,
      msg: 'This user already has a data group with this name. Use a different name.',
    })
    const { id } = await addUser(site, { userName: 'wei' })
    await site.admin.call(dataGroups.add, { body: { groupName: 'First', tenantId: id } })
    expect(
      await site.admin.ask(dataGroups.edit, { body: { id: 1, groupName: 'First', tenantId: id } }),
    ).toMatchObject({
      code: -1,
      msg: 'The owner of data cannot be changed. Select a group of the same owner.',
    })
    await add('x')
    await site.admin.call(dataGroups.remove, { query: { ids: [1] } })
    expect(await listed()).toEqual([])
  })

  test('and items refuse an empty name and a NUL', async () => {
    expect((await site.admin.ask(dataGroups.add, { body: { groupName: ' ' } })).msg).toBe(
      'Enter a group name',
    )
    expect((await site.admin.ask(dataGroups.add, { body: { groupName: 'a\0b' } })).code).toBe(-1)
    expect((await add('x', { name: '' })).msg).toBe('Enter an item name')
    expect((await add('a\0b')).msg).toBe('The content contains a NUL character. Remove it and try again.')
    expect((await add('x', { groupId: 99 })).code).toBe(404)
  })
})

describe('items', () => {
  test('with the flag are refused if the group has the same; without it they are counted', async () => {
    await add('same', { dedupe: 0 })
    expect(await add('same', { dedupe: 0, name: 'other' })).toMatchObject({
      code: -1,
      msg: 'The group already has this content. Change it or turn off “Reject duplicates”.',
    })
    expect(await add('same')).toMatchObject({ code: 0 })
    expect(await add('same', { dedupe: 0, groupId: 2 })).toMatchObject({ code: 0 })
    expect((await listed({ groupId: 1 })).map(({ repeats }) => repeats)).toEqual([1, 1])
  })

  test('are truncated in the list, complete in the detail, and unchanged when only the name is edited', async () => {
    const content = 'long '.repeat(1000)
    await add(content)
    const [item] = await listed()
    expect(item?.content).toBe(content.slice(0, 200))
    expect(item?.contentLength).toBe(5000)
    await site.admin.call(dataItems.edit, { body: { id: 1, name: 'renamed', groupId: 1 } })
    expect(await site.admin.call(dataItems.one, { query: { id: 1 } })).toMatchObject({
      name: 'renamed',
      content,
    })
  })

  test('get lines added and removed', async () => {
    await add('a\nb')
    await site.admin.call(dataItems.appendLine, { body: { id: 1, line: 'c' } })
    await site.admin.call(dataItems.removeLine, { body: { id: 1, line: 'a' } })
    expect((await listed())[0]?.content).toBe('b\nc')
    expect((await site.admin.ask(dataItems.removeLine, { body: { id: 1, line: 'A' } })).msg).toBe(
      'The content does not contain this line. Check what you entered.',
    )
    expect((await site.admin.ask(dataItems.appendLine, { body: { id: 1, line: 'x\ny' } })).msg).toBe(
      'Enter a single line without line breaks',
    )
  })

  test('move to another group of their owner, except those that it already has', async () => {
    await add('a', { dedupe: 0 })
    await add('b', { dedupe: 0 })
    await add('a', { groupId: 2 })
    expect(await site.admin.call(dataItems.move, { body: { ids: [1, 2], groupId: 2 } })).toEqual({
      moved: 1,
      left: 1,
    })
    expect((await listed({ groupId: 2 })).map(({ content }) => content)).toEqual(['b', 'a'])
    const { id: tenantId } = await addUser(site, { userName: 'wei' })
    await site.admin.call(dataGroups.add, { body: { groupName: 'Wei', tenantId } })
    expect(await site.admin.ask(dataItems.move, { body: { ids: [1], groupId: 3 } })).toMatchObject({
      code: -1,
      msg: 'The owner of data cannot be changed. Select a group of the same owner.',
    })
  })

  test.skipIf(process.env.TEST_DATABASE_URL)(
    'leased while the clock was ahead return in time when it is right again',
    async () => {
      await add('x')
      const { db, shared } = site.deps
      const { rows } = await db.execute<{ id: DeviceId }>(
        sql`insert into devices (device_no, device_id, tenant_id) values ('A1', 'phone-1', 1) returning id`,
      )
      const phone = { deviceId: rows[0]?.id as DeviceId, deviceNo: 'A1' }
      const source = { tenantId: UserId.parse(1), groupName: 'First', way: 'head' as const }
      try {
        await setClock(site, 3 * 86_400_000)
        const { items } = await shared.leases.lease(source, phone, { size: 1, seconds: 1 })
        expect(items).toHaveLength(1)
        expect(await shared.returnDue()).toBe(0)
      } finally {
        await setClock(site, 0)
      }
      const free = sql`select 1 from data_items where lease_id is null`
      await expect.poll(async () => (await db.execute(free)).rows.length).toBe(1)
    },
  )

  test('are exported with formulas as text, and cleared by group', async () => {
    await add('=1+1')
    await add("'; drop table data_items; --")
    const { fileName } = await site.admin.call(dataItems.export)
    const rows = await downloadedRows(site, site.admin, fileName)
    expect(JSON.stringify(rows)).toContain('drop table')
    expect(JSON.stringify(rows)).toContain('\\t=1+1')
    expect(await site.admin.call(dataItems.clear, { body: { groupId: 1 } })).toEqual({ removed: 2 })
  })
})

describe('an import', () => {
  async function send(content: Buffer, name: string, query: object = {}) {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)]), name)
    const search = new URLSearchParams({ groupId: '1', name: 'imported', ...query })
    const response = await fetch(`${site.address}${dataImport.start.path}?${search}`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${site.admin.token}`, languageselect: 'en' },
    })
    return (await response.json()) as { code: number; msg: string; data: { jobId: string } }
  }
  async function outcome(...sent: Parameters<typeof send>) {
    const { msg, data } = await send(...sent)
    expect(msg).toBe('')
    let progress: DataImportProgress | undefined
    await expect
      .poll(
        async () => {
          progress = await site.admin.call(dataImport.progress, { query: { jobId: data.jobId } })
          return progress.state
        },
        { timeout: 30_000 },
      )
      .not.toBe('reading')
    return progress as DataImportProgress
  }

  /** Entries of indexes and rows of the table that an import of so many lines reads. */
  async function entriesReadFor(count: number) {
    const { db } = site.deps
    const entriesRead = async () => {
      await db.execute(sql`select pg_stat_force_next_flush()`)
      const { rows } = await db.execute<{ count: number }>(sql`
        select (select sum(idx_tup_read) from pg_stat_user_indexes
          where schemaname = 'public' and relname = 'data_items')::float8
        + (select seq_tup_read from pg_stat_user_tables
          where schemaname = 'public' and relname = 'data_items')::float8 as count`)
      return rows[0]?.count ?? 0
    }
    const before = await entriesRead()
    const lines = Array.from({ length: count }, (_, n) => `line ${n}`)
    expect(await outcome(Buffer.from(lines.join('\n')), 'items.txt')).toMatchObject({ added: count })
    return (await entriesRead()) - before
  }

  test('into a group that was emptied does not read the whole group for each line', async () => {
    const { db } = site.deps
    await db.execute(sql`insert into data_items (group_id, name, content)
      select 1, 'old', 'old ' || n from generate_series(1, 20000) n`)
    await db.execute(sql`delete from data_items`)
    await db.execute(sql`analyze data_items`)
    expect(await entriesReadFor(2000)).toBeLessThan(100_000)
  })

  test('into a group of equal items does not read the whole table for each line', async () => {
    const { db } = site.deps
    await db.execute(sql`insert into data_items (group_id, name, content)
      select 1, 'old', 'old' from generate_series(1, 20000)`)
    await db.execute(sql`analyze data_items`)
    expect(await entriesReadFor(500)).toBeLessThan(100_000)
  })

  test('of a text file takes each line, counts duplicates, skips empty lines and reports bad ones', async () => {
    await add('b')
    const progress = await outcome(Buffer.from("\ufeffa\r\n\r\nb\nb\n😀 '; drop\nnul\0\n"), 'items.txt')
    expect(progress).toMatchObject({
      state: 'done',
      lines: 5,
      added: 4,
      repeated: 2,
      failed: 1,
      failures: [{ line: 6, reason: 'The content contains a NUL character. Remove it and try again.' }],
      encoding: 'utf-8',
    })
    expect((await listed()).map(({ name, content }) => `${name}:${content}`)).toEqual([
      'n:b',
      'imported:a',
      'imported:b',
      'imported:b',
      "imported:😀 '; drop",
    ])
    expect(await site.deps.db.select().from(storedFiles)).toEqual([])
  })

  test('with the flag leaves out what the group already has, and duplicates within the file', async () => {
    await add('b')
    const progress = await outcome(Buffer.from('a\nb\na\nc'), 'items.txt', { dedupe: 0 })
    expect(progress).toMatchObject({ added: 2, repeated: 2, failed: 0 })
    expect((await listed()).map(({ content }) => content)).toEqual(['b', 'a', 'c'])
  })

  test('reads GBK, CSV with names and quotes, and both kinds of spreadsheet', async () => {
    const gbk = Buffer.from([0xd5, 0xcb, 0xba, 0xc5, 0x0a, 0xc3, 0xdc, 0xc2, 0xeb])
    expect(await outcome(gbk, 'gbk.txt')).toMatchObject({ encoding: 'gb18030', added: 2 })
    await outcome(Buffer.from('数据名称,数据内容\n甲,"1,2\n3"\n,=1+1'), 'items.csv')
    const book = utils.book_new(
      utils.aoa_to_sheet([
        ['Content*', 'Item name'],
        ['in a sheet', 'x'],
      ]),
      's',
    )
    for (const bookType of ['xlsx', 'xls'] as const)
      await outcome(write(book, { type: 'buffer', bookType }) as Buffer, `items.${bookType}`)
    expect((await listed()).map(({ name, content }) => `${name}:${content}`)).toEqual([
      'imported:账号',
      'imported:密码',
      '甲:1,2\n3',
      'imported:=1+1',
      'x:in a sheet',
      'x:in a sheet',
    ])
  })

  test('recognises Big5, uses the encoding that is chosen, and does not take blank lines as items', async () => {
    const big5 = Buffer.from([
      0xb1, 0x62, 0xb8, 0xb9, 0x0a, 0x20, 0x20, 0x0a, 0xb1, 0x4b, 0xbd, 0x58, 0x0a, 0x09,
    ])
    expect(await outcome(big5, 'a.txt')).toMatchObject({ encoding: 'big5', lines: 2, added: 2, failed: 0 })
    expect((await listed()).map(({ content }) => content)).toEqual(['帳號', '密碼'])
    await outcome(big5.subarray(0, 4), 'a.txt', { encoding: 'gb18030' })
    const read = new TextDecoder('gb18030').decode(big5.subarray(0, 4))
    expect((await listed()).map(({ content }) => content)).toEqual(['帳號', '密碼', read])
    expect((await send(big5, 'a.txt', { encoding: 'latin1' })).code).not.toBe(0)
  })

  test('takes the columns that are chosen, and says which it leaves out', async () => {
    const csv = Buffer.from('账号,密码,备注\na,1,x\n , ,\nb,2,y,z\nc,,w\n')
    const chosen = { contentColumn: 1, nameColumn: 0, hasTitles: 1 }
    expect(await outcome(csv, 'a.csv', chosen)).toMatchObject({
      ...{ added: 1, failed: 2, ignored: ['备注'] },
      failures: [
        { line: 4, reason: 'More columns than the first row. Check separators and quotes.' },
        { line: 5, reason: 'The content is empty' },
      ],
    })
    expect(await listed()).toMatchObject([{ name: 'a', content: '1' }])
    expect(await outcome(Buffer.from('x,y,z'), 'a.csv')).toMatchObject({ added: 1, ignored: [3] })
    expect((await send(csv, 'a.csv', { contentColumn: 'x' })).code).not.toBe(0)
  })

  test('is previewed with its encoding and its columns, of which a beginning is enough', async () => {
    const ask = filePreviews<DataImportPreview>(
      () => site,
      () => dataImport.preview.path,
    )
    const preview = (content: Buffer, name: string, query: Record<string, string> = {}) =>
      ask({ name, content, query })
    const cut = Buffer.from('Name,Content\n\n甲,1').subarray(0, 16)
    expect((await preview(cut, 'a.csv', { isCut: '1' })).data).toMatchObject({ encoding: 'utf-8' })
    expect((await preview(cut, 'a.csv')).data).toMatchObject({ encoding: 'gb18030' })
    const big5 = Buffer.from([0xb1, 0x62, 0xb8, 0xb9, 0x0a, 0x0a, 0xb1, 0x4b, 0xbd, 0x58])
    expect((await preview(big5, 'a.txt')).data).toEqual({
      columns: ['content'],
      fields: [
        { name: 'name', title: 'Item name' },
        { name: 'content', title: 'Content' },
      ],
      required: [['content']],
      ...{ encoding: 'big5', rows: [['帳號'], ['密碼']], hasTitles: false, nameColumn: -1, contentColumn: 0 },
    })
    expect((await preview(big5, 'a.txt', { encoding: 'gb18030' })).data.rows).not.toEqual([
      ['帳號'],
      ['密碼'],
    ])
    const book = utils.book_new(
      utils.aoa_to_sheet([
        ['Other', 'Content', 'Item name'],
        ['o', 'c', 'n'],
      ]),
      's',
    )
    const sheet = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
    expect((await preview(sheet, 'a.xlsx')).data).toMatchObject({
      ...{ encoding: null, hasTitles: true, nameColumn: 2, contentColumn: 1 },
    })
    expect((await preview(Buffer.from('no'), 'a.xlsx')).msg).toBe(
      'The file could not be read. Check its format.',
    )
    expect((await preview(big5, 'a.exe')).code).toBe(-1)
    expect(await site.deps.db.select().from(storedFiles)).toEqual([])
  })

  test('leaves out the sample row of the template', async () => {
    const { fileName } = await site.admin.call(dataImport.template)
    const content = await downloaded(site, site.admin, fileName)
    expect(await outcome(content, 'items.xlsx')).toMatchObject({ state: 'failed', lines: 0 })
    const book = read(content, { type: 'buffer' })
    utils.sheet_add_aoa(book.Sheets.Sheet1 ?? {}, [['own', 'x']], { origin: 'A3' })
    for (const bookType of ['xlsx', 'csv'] as const)
      expect(await outcome(write(book, { type: 'buffer', bookType }), `items.${bookType}`)).toMatchObject({
        state: 'done',
        lines: 1,
      })
    expect((await listed()).map(({ name, content: text }) => `${name}:${text}`)).toEqual(['own:x', 'own:x'])
  })

  test('of a spreadsheet is refused when too many wait to be read, and the file is removed', async () => {
    const { promise, resolve } = Promise.withResolvers<Buffer>()
    const task = { content: () => promise, kind: 'csv', rowLimit: 1 } as const
    const others = Array.from({ length: 6 }, () => readSheet(task, new AbortController().signal))
    const { msg } = await send(Buffer.from('a'), 'items.xlsx')
    resolve(Buffer.from('a,b'))
    await Promise.all(others)
    expect(msg).toMatch(/^Too many requests\. Try again in \d+ s\.$/)
    expect(await site.deps.db.select().from(storedFiles)).toEqual([])
  })

  test('is refused for another file type, an empty file and a group out of scope', async () => {
    expect((await send(Buffer.from('a'), 'items.exe')).msg).toMatch(/txt, csv, xls or xlsx/)
    expect(await outcome(Buffer.from('\n\n'), 'items.txt')).toMatchObject({
      state: 'failed',
      reason: 'The file contains no items. Select a different file.',
    })
    expect(await outcome(Buffer.from('not a sheet'), 'items.xlsx')).toMatchObject({ state: 'failed' })
    expect((await send(Buffer.from('a'), 'items.txt', { groupId: '99' })).code).toBe(404)
  })

  test('of a CSV with an unterminated row keeps the rows before it and reports the error', async () => {
    const content = `a,1\nb,"${'x'.repeat(9 * 1024 * 1024)}`
    expect(await outcome(Buffer.from(content), 'items.csv')).toMatchObject({
      ...{ state: 'failed', reason: 'The file could not be read. Check its format.', added: 1, failed: 1 },
      failures: [{ line: 2, reason: 'The content is larger than 1,024 KB. Shorten it and try again.' }],
    })
  })

  test('of many lines is written in chunks', async () => {
    const lines = Array.from({ length: 12_000 }, (_, n) => `line ${n}`).join('\n')
    expect(await outcome(Buffer.from(lines), 'many.txt')).toMatchObject({ added: 12_000, repeated: 0 })
    const [group] = (await site.admin.call(dataGroups.list, { query: { name: 'First' } })).list
    expect(group?.itemCount).toBe(12_000)
  })
})

describe('caches', () => {
  const one = async (): Promise<CacheRow | undefined> => (await site.admin.call(caches.list)).list[0]

  test('are added, changed in type and value, and keep their lifetime unless it is changed', async () => {
    await site.admin.call(caches.add, { body: { cacheKey: 'k', content: 'v', expireTime: 3600 } })
    const before = (await one())?.expiresAt
    await site.admin.call(caches.edit, {
      body: { id: 1, cacheKey: 'key', dataType: CacheType.set, content: 'a\nb\na' },
    })
    expect(await one()).toMatchObject({ cacheKey: 'key', content: 'a\nb', size: 2, expiresAt: before })
    await site.admin.call(caches.edit, {
      body: { id: 1, cacheKey: 'key', dataType: CacheType.list, content: 'a\na', expireTime: null },
    })
    expect(await one()).toMatchObject({ dataType: CacheType.list, size: 2, expiresAt: null })
  })

  test('refuse an empty key or value, a duplicate key and an invalid lifetime', async () => {
    const refusal = async (body: object) => (await site.admin.ask(caches.add, { body })).msg
    await site.admin.call(caches.add, { body: { cacheKey: 'k', content: 'v' } })
    expect(await refusal({ cacheKey: 'k', content: 'w' })).toBe(
      'This key already exists. Use a different key.',
    )
    expect(await refusal({ cacheKey: '', content: 'w' })).toBe('Enter a key')
    expect(await refusal({ cacheKey: 'x', content: '' })).toBe('Enter a value')
    expect(await refusal({ cacheKey: 'x', content: 'w', expireTime: 0 })).toMatch(/must be 1 to 315,360,000/)
    expect(await refusal({ cacheKey: 'x', content: 'w'.repeat(1_100_000) })).toBe(
      'The content is larger than 1,024 KB. Shorten it and try again.',
    )
  })
})
