import { utils, write } from '@e965/xlsx'
import { dataGroups } from '@fleetdeck/contract/data-groups'
import { dataItems } from '@fleetdeck/contract/data-items'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { DataScope } from '@fleetdeck/contract/enums'
import type { FilePreview } from '@fleetdeck/contract/file-columns'
import {
  type FormerProgress,
  formerEntryLimit,
  formerImport,
  formerKinds,
} from '@fleetdeck/contract/former-import'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { zipFile } from '@fleetdeck/testing/files/zip-file'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { storedFiles } from '../../platform/db/schema/stored-files.ts'
import { downloaded, downloadedRows } from '../../testing/downloads.ts'
import { filePreviews } from '../../testing/file-previews.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

type Files = Record<string, string | Buffer>
interface Sent {
  by?: TestClient
  /** The address of a server. */
  to?: string
  query?: Record<string, string>
}

const workbook = (rows: unknown[][], bookType: 'xlsx' | 'xls' = 'xlsx') =>
  write(utils.book_new(utils.aoa_to_sheet(rows), 'Sheet1'), { type: 'buffer', bookType }) as Buffer

async function send(files: Files, { by = site.admin, to = site.address, query = {} }: Sent = {}) {
  const form = new FormData()
  for (const [name, content] of Object.entries(files))
    form.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
  const response = await fetch(`${to}${formerImport.start.path}?${new URLSearchParams(query)}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${by.token}`, languageselect: 'en' },
  })
  return (await response.json()) as { code: number; msg: string; data: { jobId: string } }
}

async function untilEnded(query: { jobId: string }, by = site.admin): Promise<FormerProgress> {
  let progress: FormerProgress | undefined
  await expect
    .poll(
      async () => {
        progress = await by.call(formerImport.progress, { query })
        return ['done', 'failed', 'cancelled'].includes(progress.state)
      },
      { timeout: 60_000, interval: 50 },
    )
    .toBe(true)
  return progress as FormerProgress
}

async function outcome(files: Files, sent: Sent = {}): Promise<FormerProgress> {
  const { msg, data } = await send(files, sent)
  expect(msg).toBe('')
  return untilEnded(data, sent.by)
}
const real = (files: Files, sent: Sent = {}) =>
  outcome(files, { ...sent, query: { ...sent.query, dryRun: '0' } })

const counts = ({ files }: FormerProgress) =>
  Object.fromEntries(files.map((file) => [file.name, [file.new, file.changed, file.same, file.refused]]))
const kinds = ({ files }: FormerProgress) => Object.fromEntries(files.map(({ name, kind }) => [name, kind]))
const numbers = async (by = site.admin) =>
  (await by.call(devices.list, { query: { pageSize: 100 } })).list.map(({ deviceNo }) => deviceNo).sort()

const deviceTitles = ['设备编号', '设备品牌', '设备型号', '分组', '状态']
const fleet: Files = {
  'data.xlsx': workbook([
    ['数据分组', '数据名称', '数据内容'],
    ['Accounts', 'one', 'wang----1'],
    ['Accounts', 'two', 'chen----2'],
  ]),
  'login.js': 'logd("login")',
  'devices.xlsx': workbook([
    deviceTitles,
    ['A1', 'Xiaomi', 'Mi 14', 'Hall', '在线'],
    ['A2', '', '', 'Cellar', '离线'],
    ['A-3', '', '', '', ''],
  ]),
  'groups.csv': '\ufeff分组名称,所属用户,设备数\nHall,wei,3\n',
}

const addPlatform = () => site.admin.call(platforms.add, { body: { platformName: 'Shop' } })

describe('a dry run', () => {
  test('writes nothing, and says what the import then does; importing again changes nothing', async () => {
    await addPlatform()
    const tried = await outcome(fleet)
    expect(tried).toMatchObject({ state: 'done', dryRun: true, total: 7, done: 7 })
    expect(kinds(tried)).toEqual({
      'data.xlsx': 'dataGroups',
      'login.js': 'scripts',
      'devices.xlsx': 'devices',
      'groups.csv': 'groups',
    })
    expect(await numbers()).toEqual([])
    for (const { list } of [deviceGroups, dataGroups, scripts])
      expect(await site.admin.call(list)).toMatchObject({ total: 0 })

    const imported = await real(fleet)
    expect(counts(imported)).toEqual(counts(tried))
    expect(imported.refused).toEqual(tried.refused)
    expect(counts(imported)).toEqual({
      'data.xlsx': [2, 0, 0, 0],
      'login.js': [1, 0, 0, 0],
      'devices.xlsx': [2, 0, 0, 1],
      'groups.csv': [1, 0, 0, 0],
    })
    const trial = await downloadedRows(site, site.admin, tried.resultFile ?? '')
    expect(await downloadedRows(site, site.admin, imported.resultFile ?? '')).toEqual(trial)
    expect(trial).toContainEqual(['devices.xlsx', 3, 'A2', 'New', 'Also adds group “Cellar”'])

    const { list } = await site.admin.call(devices.list)
    expect(list.map(({ deviceNo, brand, groupName }) => [deviceNo, brand, groupName]).sort()).toEqual([
      ['A1', 'Xiaomi', 'Hall'],
      ['A2', '', 'Cellar'],
    ])
    expect(
      (await site.admin.call(dataItems.list)).list.map(({ name, content }) => [name, content]).sort(),
    ).toEqual([
      ['one', 'wang----1'],
      ['two', 'chen----2'],
    ])
    expect((await site.admin.call(scripts.list)).list).toMatchObject([
      { scriptName: 'login', version: '1.0' },
    ])

    expect(counts(await real(fleet))).toEqual({
      'data.xlsx': [0, 0, 2, 0],
      'login.js': [0, 0, 1, 0],
      'devices.xlsx': [0, 0, 2, 1],
      'groups.csv': [0, 0, 1, 0],
    })
  })

  test('leaves no file behind but its result', async () => {
    await outcome(fleet)
    // The files of the user are removed after the end is known.
    await expect
      .poll(() => site.deps.db.select({ name: storedFiles.originalName }).from(storedFiles))
      .toEqual([{ name: expect.stringMatching(/^former_import_/) }])
  })
})

describe('existing rows', () => {
  const sheet = (group: string) => ({ 'devices.csv': `设备编号,分组\nA1,${group}\n` })
  const groupOf = async () => (await site.admin.call(devices.list)).list[0]?.groupName

  test('that differ are only changed if the user wants it', async () => {
    await real(sheet('Hall'))
    const refused = await real(sheet('Cellar'))
    expect(counts(refused)).toEqual({ 'devices.csv': [0, 0, 0, 1] })
    expect(refused.refused[0]).toMatchObject({
      line: 2,
      value: 'A1',
      reason: expect.stringMatching(/^Already exists/),
    })
    expect(await groupOf()).toBe('Hall')
    expect(counts(await real(sheet('Cellar'), { query: { update: '1' } }))).toEqual({
      'devices.csv': [0, 1, 0, 0],
    })
    expect(await groupOf()).toBe('Cellar')
    expect(counts(await real(sheet(''), { query: { update: '1' } }))).toEqual({ 'devices.csv': [0, 0, 1, 0] })
    expect(await groupOf()).toBe('Cellar')
  })

  test('of scripts get another version, and keep their former one', async () => {
    await addPlatform()
    await real({ 'login.js': 'logd("1")' })
    expect(counts(await real({ 'login.js': 'logd("2")' }))).toEqual({ 'login.js': [0, 0, 0, 1] })
    await real({ 'login.js': 'logd("2")' }, { query: { update: '1' } })
    const [script] = (await site.admin.call(scripts.list)).list
    expect(script).toMatchObject({ version: '1.1', versions: 2 })
  })

  test('of other users are refused, and stay as they are', async () => {
    const { client } = await addHolder(
      site,
      { userName: 'wei' },
      {
        dataScope: DataScope.self,
        permissions: [formerImport.start.permission, devices.add.permission, devices.edit.permission],
      },
    )
    await real(sheet('Hall'))
    const query = { update: '1' }
    const tried = await outcome(sheet('Mine'), { by: client, query })
    expect(tried.refused).toMatchObject([{ reason: expect.stringMatching(/^The number belongs/) }])
    expect(counts(await real(sheet('Mine'), { by: client, query }))).toEqual({ 'devices.csv': [0, 0, 0, 1] })
    expect(await groupOf()).toBe('Hall')
  })
})

test('a file is recognised by its headings, its name or the choice of the user, in three languages', async () => {
  const files: Files = {
    'a.xlsx': workbook([
      ['Device number', 'Group', 'IMEI'],
      ['A1', 'Hall', '1'],
    ]),
    'b.xls': workbook(
      [
        ['群組名稱', '裝置數', '線上裝置'],
        ['Hall', 1, 0],
      ],
      'xls',
    ),
    'c.csv': 'Group name,Available,Leased\nAccounts,1,0\n',
    'd.csv': '腳本名稱;版本;腳本內容\nlogin;2;logd(1)\n',
    'devices.txt': '编号，分组\nA2，Hall\nA3\n',
    '分组.txt': 'Cellar\n',
    'accounts.txt': 'wang----1\nchen----2\n',
    'e.csv': 'Colour,Size\nred,1\n',
    'f.csv': 'Group name\nHall\n',
  }
  const tried = await outcome(files)
  expect(kinds(tried)).toEqual({
    'a.xlsx': 'devices',
    'b.xls': 'groups',
    'c.csv': 'dataGroups',
    'd.csv': 'scripts',
    'devices.txt': 'devices',
    '分组.txt': 'groups',
    'accounts.txt': null,
    'e.csv': null,
    'f.csv': null,
  })
  expect(tried.files[7]).toMatchObject({
    columns: [],
    ignored: ['Colour', 'Size'],
    reason: expect.stringMatching(/^The headings/),
  })
  expect(tried.files[0]?.columns).toEqual(['Device number', 'Group', 'IMEI'])
  expect(counts(tried)).toMatchObject({ 'devices.txt': [2, 0, 0, 0], 'accounts.txt': [0, 0, 0, 0] })

  const chosen = await real(
    { 'accounts.txt': 'wang----1\nchen----2\nwang----1\n' },
    { query: { kind: 'dataGroups' } },
  )
  expect(counts(chosen)).toEqual({ 'accounts.txt': [2, 0, 1, 0] })
  const { list } = await site.admin.call(dataItems.list)
  expect(list.map(({ groupName, content }) => [groupName, content]).sort()).toEqual([
    ['accounts', 'chen----2'],
    ['accounts', 'wang----1'],
  ])
  const each = await outcome(
    { 'a.txt': 'A1\n', 'b.txt': 'Hall\n', 'c.csv': 'Colour\nred\n' },
    { query: { kind: 'devices,groups,scripts' } },
  )
  expect(kinds(each)).toEqual({ 'a.txt': 'devices', 'b.txt': 'groups', 'c.csv': 'scripts' })
  expect(each.files[2]?.reason).toMatch(/^The file does not have the columns/)
})

test('each template is an import of its kind without rows', async () => {
  for (const kind of formerKinds) {
    const { fileName } = await site.admin.call(formerImport.template, { query: { kind } })
    const { files, state } = await outcome({ 'template.xlsx': await downloaded(site, site.admin, fileName) })
    expect(state).toBe('failed')
    expect(files).toMatchObject([{ kind, ignored: [], reason: expect.stringMatching(/no data rows/) }])
  }
})

describe('a zip archive', () => {
  const names = async () =>
    (await site.admin.call(scripts.list)).list.map(({ scriptName }) => scriptName).sort()

  test('imports the scripts of all its folders, and says what it leaves out', async () => {
    await addPlatform()
    const zip = zipFile([
      { name: 'shop/', content: '' },
      { name: 'shop/login.js', content: 'logd("login")' },
      { name: 'shop/old/LOGIN2.JS', content: Buffer.from('6c6f67642822b5c7c2bc2229', 'hex') },
      { name: 'other/login.js', content: 'logd("other")' },
      { name: '签到.js', content: 'logd("sign in")' },
      { name: 'readme.md', content: '#' },
      { name: '__MACOSX/._login.js', content: 'x' },
    ])
    const { files, refused, total } = await real({ 'scripts.zip': zip })
    expect(total).toBe(4)
    expect(files).toMatchObject([{ kind: 'scripts', ignored: ['readme.md'], new: 3, refused: 1 }])
    expect(refused).toMatchObject([
      { line: 3, value: 'login', reason: 'Appears more than once in the files' },
    ])
    expect(await names()).toEqual(['LOGIN2', 'login', '签到'])
    expect(counts(await real({ 'scripts.zip': zip }))).toEqual({ 'scripts.zip': [0, 0, 3, 1] })
  })

  test('imports TypeScript and pins what its scripts import, whatever their order', async () => {
    await addPlatform()
    const zip = zipFile([
      { name: 'a.ts', content: 'import { b } from "b"\nlogi(b as number)' },
      { name: 'b.ts', content: 'import { c } from "c@1.0"\nexport const b: number = c' },
      { name: 'c.js', content: 'export const c = 1' },
      { name: 'types.d.ts', content: 'declare const x: number' },
      { name: 'wrong.ts', content: 'logi(1)\n  enum Colour { red }' },
      { name: 'lost.js', content: 'import "nothing"' },
      { name: 'path.js', content: 'import "./c.js"' },
    ])
    const tried = await outcome({ 'scripts.zip': zip })
    const imported = await real({ 'scripts.zip': zip })
    for (const { files, refused } of [tried, imported]) {
      expect(files).toMatchObject([{ ignored: ['types.d.ts'], new: 3, refused: 3 }])
      expect(refused.map(({ value, reason }) => [value, reason]).sort()).toEqual([
        ['lost', expect.stringMatching(/^Line 1, column 8 of “lost”: no script or version “nothing”/)],
        ['path', expect.stringMatching(/^Line 1, column 8 of “path”: “\.\/c\.js” is a path/)],
        ['wrong', expect.stringMatching(/^Line 2, column 3 of “wrong”: .*enum/)],
      ])
    }
    const { list } = await site.admin.call(scripts.list)
    expect(list.map(({ originalName, imports }) => [originalName, imports]).sort()).toEqual([
      ['a.ts', 2],
      ['b.ts', 1],
      ['c.js', 0],
    ])
    expect(counts(await real({ 'a.ts': 'import { b } from "b"\nlogi(b as number)' }))).toEqual({
      'a.ts': [0, 0, 1, 0],
    })
    const other = { 'b.js': 'import { c } from "c@1.0"\nexport const b: number = c' }
    expect(counts(await real(other))).toEqual({ 'b.js': [0, 0, 0, 1] })
  })

  test('imports scripts that import each other as a whole', async () => {
    await addPlatform()
    const ring = [
      { name: 'a.js', content: 'import { b } from "b"\nexport const a = () => b' },
      { name: 'b.ts', content: 'import { c } from "c@1.0"\nexport const b: unknown = () => c' },
      { name: 'c.js', content: 'import { a } from "a"\nimport "shared"\nexport const c = () => a' },
      { name: 'self.js', content: 'import * as own from "self"\nexport const self = () => own' },
      { name: 'shared.js', content: 'export const shared = 1' },
      { name: 'use.js', content: 'import { a } from "a"\nlogi(a())' },
    ]
    const zip = zipFile(ring)
    const tried = await outcome({ 'scripts.zip': zip })
    expect(tried.refused).toEqual([])
    expect(counts(tried)).toEqual({ 'scripts.zip': [6, 0, 0, 0] })
    expect(counts(await real({ 'scripts.zip': zip }))).toEqual(counts(tried))
    const imports = async () =>
      (await site.admin.call(scripts.list)).list.map((one) => [one.scriptName, one.imports]).sort()
    expect(await imports()).toEqual([
      ['a', 4],
      ['b', 4],
      ['c', 4],
      ['self', 1],
      ['shared', 0],
      ['use', 4],
    ])
    expect(counts(await outcome({ 'scripts.zip': zip }))).toEqual({ 'scripts.zip': [0, 0, 6, 0] })
    const changed = zipFile(ring.map(({ name, content }) => ({ name, content: `${content}\n` })))
    const update = { query: { update: '1' } }
    const again = await outcome({ 'scripts.zip': changed }, update)
    // The version 1.0 is stored, too.
    expect(counts(again)).toEqual({ 'scripts.zip': [0, 6, 0, 0] })
    expect(counts(await real({ 'scripts.zip': changed }, update))).toEqual(counts(again))
    expect(await imports()).toHaveLength(6)
  })

  test('refuses scripts whose imports are refused, in the dry run as in the import', async () => {
    await addPlatform()
    const zip = zipFile([
      { name: 'a.js', content: 'import "b"' },
      { name: 'b.js', content: 'import "a"\nimport "nothing"' },
      { name: 'use.js', content: 'import "a"' },
      { name: 'exact.js', content: 'import "fine@7.0"' },
      { name: 'fine.js', content: '1' },
    ])
    const tried = await outcome({ 'scripts.zip': zip })
    const imported = await real({ 'scripts.zip': zip })
    for (const { files, refused } of [tried, imported]) {
      expect(files).toMatchObject([{ new: 1, refused: 4 }])
      expect(refused.map(({ value, reason }) => [value, reason]).sort()).toEqual([
        ['a', expect.stringMatching(/“nothing”/)],
        ['b', expect.stringMatching(/^Line 2, column 8 of “b”: no script or version “nothing”/)],
        ['exact', expect.stringMatching(/no script or version “fine@7.0”/)],
        ['use', expect.stringMatching(/^Line 1, column 8 of “use”: no script or version “a”/)],
      ])
    }
    expect(await names()).toEqual(['fine'])
  })

  test('has limits, and is only imported as scripts', async () => {
    const many = zipFile(
      Array.from({ length: formerEntryLimit + 1 }, (_, n) => ({ name: `${n}.js`, content: '' })),
    )
    const large = zipFile([
      {
        name: 'a.js',
        content: '',
        inDirectory: { size: 101 * 1024 * 1024 },
        inHeader: { size: 101 * 1024 * 1024 },
      },
    ])
    const { files } = await outcome({
      'many.zip': many,
      'large.zip': large,
      'broken.zip': 'PK',
      'empty.zip': zipFile([]),
    })
    expect(files.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^The file is too large when unpacked/),
      expect.stringMatching(/^The file is too large when unpacked/),
      expect.stringMatching(/^The file is damaged/),
      expect.stringMatching(/^The file has no data rows/),
    ])
    const zip = zipFile([{ name: 'A1.js', content: '1' }])
    const chosen = await outcome({ 'scripts.zip': zip }, { query: { kind: 'devices' } })
    expect(chosen.files[0]?.reason).toMatch(/^A zip archive can only be imported as scripts/)
  })
})

test('a file is previewed with its encoding, and its columns are chosen by hand', async () => {
  const preview = filePreviews<FilePreview & { kind: string | null }>(
    () => site,
    () => formerImport.preview.path,
  )
  // 編號,地點,Colour and A4,機房,red in Big5.
  const big5 = Buffer.from('bd73b8b92ca661c2492c436f6c6f75720a41342cbef7a9d02c7265640a', 'hex')
  expect((await preview({ name: 'a.csv', content: big5 })).data).toMatchObject({
    encoding: 'big5',
    kind: 'devices',
    columns: ['deviceNo', null, null],
    required: [['deviceNo']],
  })
  const places = Buffer.from('A1,Hall,x\n,,\nA2,Hall,y\n')
  expect((await preview({ name: 'list.csv', content: places })).data).toMatchObject({
    kind: null,
    fields: [],
    columns: [null, null, null],
  })
  const query = { kind: 'devices' }
  expect((await preview({ name: 'list.csv', content: places, query })).data.fields).toHaveLength(6)
  expect((await preview({ name: 'devices.txt', content: places })).data).toMatchObject({
    kind: 'devices',
    hasTitles: false,
    columns: ['deviceNo', 'groupName', null],
  })
  const items = await preview({ name: 'a.txt', content: 'wei,1\n', query: { kind: 'dataGroups' } })
  expect(items.data).toMatchObject({ rows: [['wei,1']], columns: ['content'], hasTitles: false })

  const imported = await real(
    { 'a.csv': big5, 'devices.txt': places, 'list.csv': 'A5,Hall' },
    {
      query: {
        kind: 'devices,auto,devices',
        encodings: 'big5,,',
        columns: 'deviceNo:0,groupName:1;;deviceNo:0',
        hasTitles: '1,,0',
      },
    },
  )
  expect(counts(imported)).toEqual({
    'a.csv': [1, 0, 0, 0],
    'devices.txt': [2, 0, 0, 0],
    'list.csv': [1, 0, 0, 0],
  })
  expect(imported.files.map(({ ignored }) => ignored)).toEqual([['Colour'], ['Column 3'], ['Column 2']])
  const { list } = await site.admin.call(devices.list)
  expect(list.map(({ deviceNo, groupName }) => [deviceNo, groupName]).sort()).toEqual([
    ['A1', 'Hall'],
    ['A2', 'Hall'],
    ['A4', '機房'],
    ['A5', null],
  ])
  const wrong = await outcome({ 'a.csv': big5 }, { query: { ...query, columns: 'colour:2' } })
  expect(wrong.files[0]?.reason).toBe('Field “colour” does not exist. Select the file again.')
  const without = await outcome({ 'a.csv': big5 }, { query: { ...query, columns: 'groupName:1' } })
  expect(without.files[0]?.reason).toMatch(/^The file does not have the columns/)
})

test('texts are read in GBK, Big5, UTF-8 and UTF-16', async () => {
  const utf16 = Buffer.from('\ufeffA2,大厅\r\n', 'utf16le')
  // 大厅 in GBK.
  const gbk = Buffer.concat([Buffer.from('A1,'), Buffer.from('b4f3ccfc', 'hex'), Buffer.from('\n')])
  // 裝置編號,群組 and A4,機房 in Big5.
  const big5 = Buffer.from('b8cbb86dbd73b8b92cb873b2d50a41342cbef7a9d00a', 'hex')
  await real({ 'devices.txt': gbk, 'devices 2.txt': utf16, 'devices 3.txt': 'A3\t大厅', 'devices.csv': big5 })
  const { list } = await site.admin.call(devices.list)
  expect(list.map(({ deviceNo, groupName }) => [deviceNo, groupName]).sort()).toEqual([
    ['A1', '大厅'],
    ['A2', '大厅'],
    ['A3', '大厅'],
    ['A4', '機房'],
  ])
})

test('a line that cannot be imported has its reason, and does not stop the others', async () => {
  const long = 'x'.repeat(60)
  const lines = ['A1', 'A1', 'A 2', `B${'1'.repeat(32)}`, `A3,${long}`, 'A4']
  const { refused, files } = await real({ 'devices.txt': lines.join('\n') })
  expect(files).toMatchObject([{ new: 2, refused: 4 }])
  expect(refused.map(({ line, reason }) => [line, reason]).sort()).toEqual([
    [2, 'Appears more than once in the files'],
    [3, expect.stringMatching(/letters/)],
    [4, expect.stringMatching(/32/)],
    [5, expect.stringMatching(/50/)],
  ])
  expect(await numbers()).toEqual(['A1', 'A4'])
})

test('devices beyond the quota are refused in the dry run as in the import', async () => {
  const { client } = await addHolder(
    site,
    { userName: 'wei', deviceNumber: 2 },
    {
      dataScope: DataScope.self,
      permissions: [formerImport.start.permission, devices.add.permission, devices.list.permission],
    },
  )
  const files = { 'devices.txt': 'A1\nA2\nA3\n' }
  const tried = await outcome(files, { by: client })
  expect(tried.refused).toMatchObject([{ value: 'A3' }])
  const imported = await real(files, { by: client })
  expect(imported.refused).toEqual(tried.refused)
  expect(await numbers(client)).toEqual(['A1', 'A2'])
})

test('files that cannot be read are refused by name', async () => {
  const book = workbook([deviceTitles, ['A1']])
  const { files } = await outcome({
    'damaged.xlsx': book.subarray(0, book.length / 2),
    'renamed.xlsx': 'A1\n',
    'encrypted.xlsx': Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2048)]),
    'empty.txt': '',
    'good.xlsx': book,
  })
  expect(files.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^The file is damaged/),
    expect.stringMatching(/^The file is damaged/),
    expect.stringMatching(/^The file is damaged/),
    expect.stringMatching(/^The file name/),
    null,
  ])
})

test('requests with other files, too many files or files of the same name are refused and leave nothing', async () => {
  expect((await send({ 'devices.txt': 'A1', 'run.exe': 'MZ' })).msg).toMatch(/^Only xlsx/)
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, number) => [`${number}.js`, '1']))
  expect((await send(many)).msg).toMatch(/^Up to 20 files/)
  expect((await send({})).code).not.toBe(0)
  expect(await site.deps.db.$count(storedFiles)).toBe(0)
})

test('an import can be cancelled; what is written stays, and the next import goes on', async () => {
  const files = { 'devices.txt': Array.from({ length: 20_000 }, (_, number) => `A${number}`).join('\n') }
  const { data } = await send(files, { query: { dryRun: '0' } })
  expect((await send(files)).msg).toMatch(/^Your previous import/)
  await site.admin.call(formerImport.cancel, { body: data })
  const cancelled = await untilEnded(data)
  expect(cancelled.state).toBe('cancelled')
  const written = (await site.admin.call(devices.list)).total
  expect(cancelled.files[0]?.new ?? 0).toBe(written)
  expect(written).toBeLessThan(20_000)
  const again = await outcome(files)
  expect(again.files).toMatchObject([{ new: 20_000 - written, same: written }])
})

test('cells of the result that a spreadsheet would calculate stay texts', async () => {
  const { resultFile } = await outcome({ 'devices.txt': '=1+1\n@SUM(A1)\nA1' })
  const rows = await downloadedRows(site, site.admin, resultFile ?? '')
  expect(rows.map((row) => row[2]).slice(1)).toEqual(['\t=1+1', '\t@SUM(A1)', 'A1'])
})

describe('with another server', () => {
  const lines = Array.from({ length: 20_000 }, (_, number) => `A${number}`).join('\n')
  const files = { 'devices.txt': lines }
  const written = async () => (await site.admin.call(devices.list)).total

  test('an import that began there is followed and cancelled here', async () => {
    const other = await site.another()
    onTestFinished(other.close)
    const { data } = await send(files, { to: other.address, query: { dryRun: '0' } })
    expect((await send(files)).msg).toMatch(/^Your previous import/)
    await expect
      .poll(async () => (await site.admin.call(formerImport.progress, { query: data })).done)
      .toBeGreaterThan(0)
    await site.admin.call(formerImport.cancel, { body: data })
    const cancelled = await untilEnded(data)
    expect(cancelled).toMatchObject({ state: 'cancelled', files: [{ new: await written() }] })
    expect(cancelled.resultFile).not.toBeNull()
  })

  test('an import whose server stops has failed with what is written, and goes on when it is repeated', async () => {
    const other = await site.another()
    const { data } = await send(files, { to: other.address, query: { dryRun: '0' } })
    await expect.poll(written).toBeGreaterThan(0)
    await other.close()
    const stopped = await site.admin.call(formerImport.progress, { query: data })
    expect(stopped).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/^The server stopped during the import/),
      files: [{ new: await written() }],
    })
    const again = await outcome(files)
    expect(again.files).toMatchObject([{ same: await written(), refused: 0 }])
  })
})

describe('a caller', () => {
  const files = { 'devices.txt': 'A1,Hall', 'groups.txt': 'Hall', 'login.js': '1', 'e.csv': '数据内容\nx\n' }

  test('without the permission can call none of it', async () => {
    const { client } = await addUser(site, { userName: 'wei' })
    expect((await send(files, { by: client })).code).toBe(403)
    for (const [call, sent] of [
      [formerImport.template, { query: { kind: 'devices' } }],
      [formerImport.progress, { query: { jobId: '1' } }],
      [formerImport.cancel, { body: { jobId: '1' } }],
    ] as const)
      expect((await client.ask(call, sent as never)).code).toBe(403)
  })

  test('only imports kinds that they may add one by one, and only groups that they may add', async () => {
    const { client } = await addHolder(
      site,
      { userName: 'wei' },
      { dataScope: DataScope.self, permissions: [formerImport.start.permission, devices.add.permission] },
    )
    const imported = await real(files, { by: client })
    expect(counts(imported)).toEqual({
      'devices.txt': [0, 0, 0, 1],
      'groups.txt': [0, 0, 0, 0],
      'login.js': [0, 0, 0, 0],
      'e.csv': [0, 0, 0, 0],
    })
    expect(imported.files.slice(1).map(({ reason }) => reason)).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/^You do not have permission/)),
    )
    expect(imported.refused[0]?.reason).toMatch(/^Group “Hall” does not exist/)
    expect(await numbers()).toEqual([])
  })

  test('imports for another user only within their data scope, and sees only their own imports', async () => {
    const { client } = await addHolder(
      site,
      { userName: 'wei' },
      { dataScope: DataScope.self, permissions: [formerImport.start.permission, devices.add.permission] },
    )
    const { id } = await addUser(site, { userName: 'chen' })
    expect((await send({ 'devices.txt': 'A1' }, { by: client, query: { userId: String(id) } })).msg).not.toBe(
      '',
    )
    const { data } = await send({ 'devices.txt': 'A1' }, { query: { userId: String(id), dryRun: '0' } })
    expect((await client.ask(formerImport.progress, { query: data })).code).not.toBe(0)
    await untilEnded(data)
    expect((await site.admin.call(devices.list)).list).toMatchObject([{ deviceNo: 'A1', tenantId: id }])
  })
})

test.each([
  ['more lines than can be imported', 100_001],
  ['far more lines, most of them never read', 3_000_000],
])('a text file with %s is refused with the limit', async (_, count) => {
  const { state, files, reason, total } = await outcome({ 'devices.txt': 'A\n'.repeat(count) })
  expect(state).toBe('failed')
  expect(total).not.toBe(3_000_000)
  expect([reason, files[0]?.reason].join()).toContain('Up to 100,000 lines can be imported at a time.')
  expect(await numbers()).toEqual([])
})
