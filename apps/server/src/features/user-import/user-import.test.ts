import { buffer } from 'node:stream/consumers'
import { ReadableStream } from 'node:stream/web'
import { deflateRawSync } from 'node:zlib'
import { utils, write } from '@e965/xlsx'
import { DataScope } from '@fleetdeck/contract/enums'
import { DepartmentId, UserId } from '@fleetdeck/contract/ids'
import { importRowLimit, userImport } from '@fleetdeck/contract/user-import'
import { users } from '@fleetdeck/contract/users'
import { type ZipFileEntry, zipFile } from '@fleetdeck/testing/files/zip-file'
import { addDepartment, addHolder, addRole, findRoleId } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { Archive } from '@fleetdeck/zip/archive'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobs } from '../../platform/db/schema/jobs.ts'
import { users as userTable } from '../../platform/db/schema/users.ts'
import { readSheet } from '../../platform/files/read-sheet.ts'
import { downloadedRows } from '../../testing/downloads.ts'
import { filePreviews } from '../../testing/file-previews.ts'
import { userImports } from '../../testing/user-imports.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const titles = [
  'User name',
  'Nickname',
  'Department',
  'Positions',
  'Roles',
  'Phone number',
  'Email',
  'Gender',
  'Status',
]
const line = (name: string, change: Partial<Record<number, string>> = {}) =>
  [name, name.toUpperCase(), '总部', '员工', '观察员', '', '', '', ''].map(
    (cell, index) => change[index] ?? cell,
  )

const createWorkbook = (lines: unknown[][], bookType: 'xlsx' | 'xls' = 'xlsx') =>
  write(utils.book_new(utils.aoa_to_sheet([titles, ...lines]), 'users'), {
    type: 'buffer',
    bookType,
  }) as Buffer

const { send, untilEnded, outcome } = userImports(() => site)
const preview = filePreviews(
  () => site,
  () => userImport.preview.path,
)
const count = async () => (await site.admin.call(users.list)).total
const sheetOf = (rows: unknown[][]) =>
  write(utils.book_new(utils.aoa_to_sheet(rows), 'x'), { type: 'buffer', bookType: 'xlsx' }) as Buffer

describe('the columns of a spreadsheet', () => {
  test('are previewed with the fields that their titles name, in any language', async () => {
    const content = sheetOf([
      ['昵称 *', 'ＡＣＣＯＵＮＴ', '職位', 'Roles', 'Shoe size', '暱稱'],
      [],
      ['Wang', 'wang', '员工', '观察员', '43', 'W'],
    ])
    const { data } = await preview({ name: 'a.xlsx', content, language: 'zh_TW' })
    expect(data).toMatchObject({
      encoding: null,
      hasTitles: true,
      columns: ['nickName', 'userName', 'postIds', 'roleIds', null, null],
      required: [['userName'], ['nickName'], ['postIds'], ['roleIds']],
    })
    expect(data.rows).toHaveLength(2)
    expect(data.fields[0]).toEqual({ name: 'userName', title: '帳號' })
    expect(await outcome(content)).toMatchObject({ added: 1, ignored: ['Shoe size', '暱稱'] })
    const { list } = await site.admin.call(users.list, { query: { userName: 'wang' } })
    expect(list).toMatchObject([{ nickName: 'Wang' }])
  })

  test('are chosen by hand, also without titles', async () => {
    const query = { columns: 'userName:1,nickName:0,postIds:2,roleIds:4', hasTitles: '0' }
    const rows = [['Wang', 'wang', '员工', '', '观察员', 'extra'], [], ['Lin', 'l!', '员工', '', '观察员']]
    expect(await outcome(sheetOf(rows), { query })).toMatchObject({
      state: 'failed',
      added: 0,
      failures: [{ row: 3, userName: 'l!' }],
      ignored: ['Column 6'],
    })
    expect(await outcome(sheetOf(rows.slice(0, 2)), { query })).toMatchObject({ state: 'done', added: 1 })
    const titled = [
      ['a', 'b', 'c', 'd', 'e'],
      ['Chen', 'chen', '员工', 'x', '观察员'],
    ]
    expect(await outcome(sheetOf(titled), { query: { ...query, hasTitles: '1' } })).toMatchObject({
      state: 'done',
      added: 1,
      ignored: ['d'],
    })
  })

  test('refuse fields that do not exist, a field or column that is used twice, and a required field without a column', async () => {
    const content = sheetOf([titles, line('wang')])
    const ask = (columns: string) => send(content, { query: { columns } })
    expect((await ask('password:0')).msg).toBe('Field “password” does not exist. Select the file again.')
    for (const columns of ['userName:0,userName:1', 'userName:0,nickName:0', 'userName:500', 'userName'])
      expect((await ask(columns)).msg).toBe('“columns” is not valid')
    const query = { columns: 'userName:0,nickName:1,postIds:3' }
    expect(await outcome(content, { query })).toMatchObject({
      state: 'failed',
      reason: 'Column “Roles” is missing. Use the template.',
    })
    expect(await count()).toBe(1)
  })

  test('may be hundreds, of which none is lost silently', async () => {
    const more = Array.from({ length: 300 }, (_, place) => `c${place}`)
    const content = sheetOf([
      [...more, ...titles],
      [...more.map(() => 'x'), ...line('wang')],
    ])
    const { data } = await preview({ name: 'a.xlsx', content })
    expect(data.columns).toHaveLength(300 + titles.length)
    expect(await outcome(content)).toMatchObject({ added: 1, ignored: more })
    const tooMany = sheetOf([Array.from({ length: 501 }, (_, place) => `c${place}`)])
    const { msg } = await preview({ name: 'a.xlsx', content: tooMany })
    expect(msg).toBe('The file has more than 500 columns. Delete those that are not needed.')
    expect((await outcome(tooMany)).reason).toBe(msg)
  })

  test('are shown from the beginning of a long file; an empty or damaged one has none', async () => {
    const rows = Array.from({ length: 100_000 }, (_, row) => [`user${row}`, 'x', 'y'])
    const long = sheetOf([titles.slice(0, 3), ...rows])
    const { data } = await preview({ name: 'a.xlsx', content: long })
    expect(data.rows).toHaveLength(10)
    expect((await preview({ name: 'a.xlsx', content: sheetOf([]) })).data).toMatchObject({
      rows: [],
      columns: [],
    })
    const { msg } = await preview({ name: 'a.xlsx', content: Buffer.from('504b030400', 'hex') })
    expect(msg).toBe('The file could not be read. Check its format.')
    expect((await preview({ name: 'a.csv', content: 'x' })).msg).toMatch(/xls/)
  })
})

describe('a spreadsheet of users', () => {
  test('is read as xlsx and as xls; each new user’s password is in the result, which can be downloaded once', async () => {
    expect(await outcome(createWorkbook([line('wang'), line('chen')]))).toMatchObject({
      state: 'done',
      added: 2,
      failed: 0,
    })
    const result = await outcome(createWorkbook([line('zhao')], 'xls'), { name: 'OLD.XLS' })
    expect(result).toMatchObject({ state: 'done', added: 1 })
    const [head, row] = await downloadedRows(site, site.admin, result.resultFile ?? '')
    expect(head).toEqual(['Row', 'User name', 'Result', 'Initial password'])
    expect(row?.slice(0, 3)).toEqual([2, 'zhao', 'Added'])
    expect((await site.signIn('zhao', String(row?.[3]))).token).toBeTruthy()
    expect(JSON.stringify(await site.deps.db.select().from(jobs))).not.toContain(String(row?.[3]))
  })

  test('may have the titles and words of earlier versions', async () => {
    const book = utils.book_new(
      utils.aoa_to_sheet([
        ['Account', 'Nickname', 'Posts', 'Roles', 'Phone', 'Sex', 'Tenant expiry'],
        ['wang', 'Wang', '员工', '观察员', '13800138000', 'Male', 'Never'],
      ]),
      'x',
    )
    expect(await outcome(write(book, { type: 'buffer', bookType: 'xlsx' }))).toMatchObject({ added: 1 })
    const { list } = await site.admin.call(users.list, { query: { userName: 'wang' } })
    expect(list).toMatchObject([{ phone: '13800138000', sex: 0, postNames: ['员工'] }])
  })

  test('may have its titles in any of the languages, and names the columns that it leaves out', async () => {
    const book = utils.book_new(
      utils.aoa_to_sheet([
        ['账号*', '昵称*', '部门', '岗位*', '角色*', '性别', '状态', 'Shoe size'],
        ['wang', 'Wang', '总部', '员工', '观察员', '男', '停用', '43'],
      ]),
      'x',
    )
    const sheet = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
    expect(await outcome(sheet)).toMatchObject({ added: 1, ignored: ['Shoe size'] })
    expect((await site.admin.call(users.list, { query: { status: '1' } })).list[0]).toMatchObject({ sex: 0 })
  })

  test('may name department, posts and roles that a site starts with in any of the languages, as exports do', async () => {
    const rows = [
      line('wei', { 2: 'Head office', 3: 'Staff', 4: 'Viewer' }),
      line('lin', { 2: '總部', 4: '觀察員' }),
    ]
    expect(await outcome(createWorkbook(rows))).toMatchObject({ state: 'done', added: 2, failed: 0 })
  })

  test('has a template with its titles', async () => {
    const { fileName } = await site.admin.call(userImport.template)
    const [row] = await downloadedRows(site, site.admin, fileName)
    expect(row).toEqual(expect.arrayContaining(['User name*', 'Nickname*', 'Department', 'Roles*']))
  })
})

describe('bad rows', () => {
  const bad = [
    line('ok1'),
    line('x'),
    line('dept', { 2: 'Nowhere' }),
    line('role', { 4: 'Nobody' }),
    line('post', { 3: 'Nothing' }),
    line('mail', { 6: 'nonsense' }),
    line('sex', { 7: 'both' }),
    line('ok1'),
    line('admin'),
    line('html', { 1: '<script>alert(1)</script>' }),
  ]
  const reasons = [
    [3, 'User name must be 2 to 20 characters'],
    [4, 'Department “Nowhere” does not exist or is outside your data scope'],
    [5, 'Role “Nobody” does not exist'],
    [6, 'Position “Nothing” does not exist'],
    [7, 'Enter a valid email address'],
    [8, '“Gender” cannot be “both”. Use one of: Male, Female, Unknown'],
    [9, 'This user name appears more than once in the file'],
    [10, 'This user name already exists. To update the user, select “Update existing users”.'],
  ]

  test('prevent all others from being imported, each with its reason', async () => {
    const result = await outcome(createWorkbook(bad))
    expect(result).toMatchObject({ state: 'failed', added: 0, failed: reasons.length })
    expect(result.failures.map(({ row, reason }) => [row, reason])).toEqual(reasons)
    expect(await count()).toBe(1)
  })

  test('are left out with the option, and the valid ones imported', async () => {
    const result = await outcome(createWorkbook(bad), { query: { goodRows: 'true' } })
    expect(result).toMatchObject({ state: 'done', added: 2, failed: reasons.length })
    expect(await count()).toBe(3)
    const rows = await downloadedRows(site, site.admin, result.resultFile ?? '')
    expect(rows).toHaveLength(bad.length + 1)
  })

  test('include those whose phone or email another user has, in the file or on the site', async () => {
    await site.deps.db
      .update(userTable)
      .set({ phone: '13800000000' })
      .where(eq(userTable.id, UserId.parse(1)))
    const lines = [
      line('aa', { 5: '13800000000' }),
      line('bb', { 6: 'x@example.org' }),
      line('cc', { 6: 'X@example.org' }),
    ]
    const { failures } = await outcome(createWorkbook(lines))
    expect(failures.map(({ row }) => row)).toEqual([2, 4])
  })
})

describe('existing users', () => {
  test('are changed with the option, where a cell is filled; other values stay', async () => {
    await addUser(site, {
      userName: 'wei',
      nickName: 'Old',
      phone: '13800000000',
      sex: 1,
      deptId: DepartmentId.parse(1),
    })
    const result = await outcome(createWorkbook([line('WEI', { 1: 'New', 2: '' })]), {
      query: { updateSupport: 'true' },
    })
    expect(result).toMatchObject({ state: 'done', updated: 1, added: 0 })
    expect((await site.admin.call(users.list, { query: { userName: 'wei' } })).list[0]).toMatchObject({
      nickName: 'New',
      phone: '13800000000',
      sex: 1,
      deptId: 1,
      roleNames: ['观察员'],
    })
  })

  test('lose their sessions when they are disabled', async () => {
    const wei = await addUser(site, { userName: 'wei' })
    await outcome(createWorkbook([line('wei', { 8: 'Disabled' })]), { query: { updateSupport: 'true' } })
    expect((await wei.client.ask(users.listAll)).code).toBe(-401)
  })

  test('are not changed if they are built in, the caller, or out of scope', async () => {
    const lab = await addDepartment(site, 'Lab', DepartmentId.parse(1))
    const role = { permissions: ['system/auth/importUser'], dataScope: DataScope.department }
    const manager = await addHolder(site, { userName: 'manager', deptId: lab }, role)
    await addRole(site, { roleKey: 'mild', permissions: [], dataScope: DataScope.self, ownerId: manager.id })
    await addUser(site, { userName: 'outside', deptId: DepartmentId.parse(1) })
    const mine = { 2: 'Lab', 4: 'mild' }
    const lines = [
      line('admin', mine),
      line('manager', mine),
      line('outside', mine),
      line('new1', { ...mine, 2: '总部' }),
      line('new2', { 2: 'Lab' }),
      line('new3', mine),
    ]
    const sent = { by: manager.client, query: { updateSupport: 'true', goodRows: 'true' } }
    const { failures, added } = await outcome(createWorkbook(lines), sent)
    expect(failures.map(({ reason }) => reason)).toEqual([
      'This user is outside your data scope',
      'You cannot do this to your own account. Ask another administrator.',
      'This user is outside your data scope',
      'Department “总部” does not exist or is outside your data scope',
      'You cannot grant role “Viewer” because it has permissions that you don’t have',
    ])
    expect(added).toBe(1)
  })
})

describe('files that are refused', () => {
  test('another type, a renamed file, two files and none', async () => {
    const said = async (file: Buffer, name: string) => (await send(file, { name })).msg
    expect(await said(Buffer.from('a,b'), 'users.csv')).toBe(
      'Only xlsx or xls files are supported. Select another file.',
    )
    expect(await said(Buffer.from('<html>'), 'users.xlsx')).toMatch(/^The file is not a valid xlsx file/)
    expect(await said(createWorkbook([]), 'users.xls')).toMatch(/^The file is not a valid xls file/)
    expect((await site.admin.ask(userImport.start)).code).toBe(-1)
    expect(await site.deps.db.select().from(jobs)).toEqual([])
  })

  test('a file above the limit', async () => {
    const big = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(30 * 1024 * 1024)])
    const answer = await send(big).catch(() => ({
      code: -1,
      msg: 'The file cannot be larger than 20 MB. Select a smaller one.',
    }))
    expect(answer.msg).toBe('The file cannot be larger than 20 MB. Select a smaller one.')
  })

  test('a file of which the byte above the limit arrives separately', async () => {
    const head = 'content-disposition: form-data; name="file"; filename="users.xlsx"'
    const whole = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(20 * 1024 * 1024 - 4)])
    const pieces = [Buffer.from(`--cut\r\n${head}\r\n\r\n`), whole, Buffer.from('x\r\n--cut--\r\n')]
    const request: object = {
      method: 'POST',
      // Sent in chunks, which the server receives as they are cut here.
      body: ReadableStream.from(pieces),
      duplex: 'half',
      headers: {
        authorization: `Bearer ${site.admin.token}`,
        languageselect: 'en',
        'content-type': 'multipart/form-data; boundary=cut',
      },
    }
    const response = await fetch(`${site.address}${userImport.start.path}`, request)
    expect(await response.json()).toMatchObject({
      msg: 'The file cannot be larger than 20 MB. Select a smaller one.',
    })
  })

  test('a small zip that unpacks to hundreds of megabytes', async () => {
    const result = await outcome(zipBomb())
    expect(result).toMatchObject({ state: 'failed', added: 0 })
    expect(result.reason).toBe('The file is too large when unpacked. Split it and import the parts.')
  })

  test('a zip whose directory contradicts the headers of its files', async () => {
    const result = await outcome(await contradictoryWorkbook())
    expect(result).toMatchObject({ state: 'failed', added: 0 })
    expect(result.reason).toMatch(/^Could not read the file/)
  })

  test('a zip with thousands of files', async () => {
    const files = Array.from({ length: 2001 }, (_, n) => ({ name: `${n}`, content: '' }))
    expect((await outcome(zipFile(files))).reason).toMatch(/^The file is too large when unpacked/)
  })

  test('another archive inside, which would be unpacked without measure', async () => {
    const inner = createWorkbook([line('wang')])
    const result = await outcome(zipFile([{ name: 'Index.zip', content: inner }]))
    expect(result.reason).toMatch(/^Could not read the file/)
  })

  test('a long text that many cells share', async () => {
    const text = 'x'.repeat(30_000)
    const sheet = utils.aoa_to_sheet([titles, ...Array.from({ length: 2000 }, () => [text])])
    const book = utils.book_new(sheet, 'users')
    const content = write(book, {
      type: 'buffer',
      bookType: 'xlsx',
      bookSST: true,
      compression: true,
    }) as Buffer
    expect((await outcome(content)).reason).toMatch(/^The file is too large when unpacked/)
  })

  test('more files than may wait to be read, with the time until a retry', async () => {
    const { promise, resolve } = Promise.withResolvers<Buffer>()
    const task = { content: () => promise, kind: 'csv', rowLimit: 1 } as const
    const others = Array.from({ length: 6 }, () => readSheet(task, new AbortController().signal))
    const { msg } = await send(createWorkbook([line('wang')]))
    resolve(Buffer.from('a,b'))
    expect(await Promise.all(others)).toEqual(others.map(() => ({ rows: [['a', 'b']], encoding: 'utf-8' })))
    expect(msg).toMatch(/^Too many requests\. Try again in \d+ s\.$/)
    expect(await outcome(createWorkbook([line('wang')]))).toMatchObject({ state: 'done' })
  })

  test('a file that begins like a spreadsheet but is invalid', async () => {
    for (const content of [Buffer.from('504b030400', 'hex'), Buffer.from('d0cf11e0a1b11ae1', 'hex')]) {
      const name = content[0] === 0xd0 ? 'x.xls' : 'x.xlsx'
      expect((await outcome(content, { name })).reason).toMatch(/^Could not read|no data rows/)
    }
  })

  test('no rows, a missing column, too many rows', async () => {
    expect((await outcome(createWorkbook([]))).reason).toBe(
      'The file has no data rows. Enter data in the template and retry.',
    )
    const book = utils.book_new(utils.aoa_to_sheet([['User name'], ['wang']]), 'x')
    const sheet = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
    expect((await outcome(sheet)).reason).toBe('Column “Nickname” is missing. Use the template.')
    const many = Array.from({ length: importRowLimit + 1 }, (_, index) => [`u${index}`])
    expect((await outcome(createWorkbook(many))).reason).toBe(
      'The file has more than 10,000 rows. Split it and import the parts.',
    )
    expect(await count()).toBe(1)
  })
})

describe('an import in progress', () => {
  test('runs one at a time per user, and is not visible to others', async () => {
    const { data } = await send(createWorkbook([line('wang')]))
    await site.deps.db
      .insert(jobs)
      .values({ jobId: 'other', kind: 'user-import', ownerId: UserId.parse(1), state: 'writing' })
    expect((await send(createWorkbook([line('chen')]))).msg).toMatch(
      /^You already have an import in progress/,
    )
    const role = { permissions: ['system/auth/importUser'], dataScope: DataScope.all }
    const wei = await addHolder(site, { userName: 'wei' }, role)
    expect((await wei.client.ask(userImport.progress, { query: data })).code).toBe(404)
    expect((await wei.client.ask(userImport.cancel, { body: data })).code).toBe(404)
    // It would write into the site of the next test.
    await untilEnded(data)
  })

  test('that is cancelled writes nothing', async () => {
    const lines = Array.from({ length: 2000 }, (_, index) => line(`user${index}`))
    const { data } = await send(createWorkbook(lines))
    await site.admin.call(userImport.cancel, { body: data })
    expect(await untilEnded(data)).toMatchObject({ state: 'cancelled' })
    expect(await count()).toBe(1)
  })

  test('whose server died is reported as interrupted', async () => {
    const { data } = await send(createWorkbook([line('wang')]))
    expect(await untilEnded(data)).toMatchObject({ state: 'done' })
    await site.deps.db
      .update(jobs)
      .set({ state: 'writing', gmtModified: new Date(Date.now() - 120_000) })
      .where(eq(jobs.jobId, data.jobId))
    expect(await site.admin.call(userImport.progress, { query: data })).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/^The server stopped during the import/),
    })
  })
})

test('without the permission, or a session, there is no import, preview or template', async () => {
  const { client } = await addUser(site, { userName: 'wei' })
  for (const endpoint of Object.values(userImport)) {
    expect((await site.nobody.ask(endpoint)).code).toBe(-401)
    expect((await client.ask(endpoint)).code).toBe(403)
  }
  expect(await findRoleId(site, 'viewer')).toBeGreaterThan(0)
})

/** 300 MB of zeros. */
const zipBomb = () =>
  zipFile([
    { name: '[Content_Types].xml', content: '' },
    { name: 'xl/workbook.xml', content: Buffer.alloc(300 * 1024 * 1024) },
  ])

/** The files of a workbook, each of which only its own header calls deflated. */
async function contradictoryWorkbook(): Promise<Buffer> {
  const archive = await Archive.open(createWorkbook([line('wang')]))
  const files: ZipFileEntry[] = []
  for (const entry of await archive.allEntries()) {
    const content = deflateRawSync(await buffer(archive.read(entry)))
    const size = entry.uncompressedSize
    const truth = { method: 8, size }
    files.push({ name: entry.fileName, content, method: 0, inHeader: truth, inDirectory: { size } })
  }
  return zipFile(files)
}
