import { read, utils, write } from '@e965/xlsx'
import { DataScope, Status, UserType } from '@fleetdeck/contract/enums'
import { DepartmentId, PostId, type UserId } from '@fleetdeck/contract/ids'
import { userImport } from '@fleetdeck/contract/user-import'
import { users } from '@fleetdeck/contract/users'
import { languages } from '@fleetdeck/i18n/languages'
import { addDepartment, addHolder, addRole, giveRole } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { departments } from '../../platform/db/schema/departments.ts'
import { posts, userPosts } from '../../platform/db/schema/posts.ts'
import { roles } from '../../platform/db/schema/roles.ts'
import { users as userTable } from '../../platform/db/schema/users.ts'
import { downloaded, downloadedRows } from '../../testing/downloads.ts'
import { userImports } from '../../testing/user-imports.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const { outcome } = userImports(() => site)
const update = { query: { updateSupport: 'true' } }
const cellsOf = (content: Buffer) => {
  const book = read(content, { type: 'buffer' })
  return utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1, defval: '' })
}
const bookOf = (rows: unknown[][]) =>
  write(utils.book_new(utils.aoa_to_sheet(rows), 'x'), { type: 'buffer', bookType: 'xlsx' }) as Buffer
const listed = async () => (await site.admin.call(users.list, { query: { pageSize: 100 } })).list

describe('an export of users', () => {
  const titleOf = { zhcn: '状态', zhtw: '狀態', en: 'Status' }
  const words = { zhcn: '停用', zhtw: '停用', en: 'disabled' }

  /** Users with every kind of value, some of which could not be chosen any more. */
  async function fill() {
    const { db } = site.deps
    const [lab, shop] = [
      await addDepartment(site, 'Lab', DepartmentId.parse(1)),
      await addDepartment(site, 'Shop'),
    ]
    const twin = await addDepartment(site, 'Lab', shop)
    const north = await addRole(site, { roleKey: 'Sales, north', permissions: [], dataScope: DataScope.self })
    const wei = await addUser(site, {
      userName: 'wei',
      nickName: '=Wei',
      phone: '13800000000',
      email: 'Wei@example.org',
      sex: 1,
      deptId: lab,
      deviceNumber: 3,
      rateLimit: 20,
      tenantExpireTime: new Date('2027-12-31T15:59:59.123Z'),
      remark: 'two\r\nlines, "quoted"',
    })
    const lin = await addUser(site, {
      userName: 'lin',
      deptId: twin,
      userType: UserType.front,
    })
    await giveRole(site, wei.id, north)
    await giveRole(site, lin.id, north)
    await db
      .insert(userPosts)
      .values([wei.id, lin.id].map((userId: UserId) => ({ userId, postId: PostId.parse(1) })))
    await db
      .update(posts)
      .set({ status: Status.off })
      .where(eq(posts.id, PostId.parse(1)))
    await db.update(departments).set({ status: Status.off }).where(eq(departments.id, twin))
    await db.update(userTable).set({ status: Status.off }).where(eq(userTable.id, lin.id))
    await db.update(roles).set({ status: Status.off }).where(eq(roles.id, north))
  }
  const exported = async (language: string) => {
    const client = site.as(site.admin.token, language)
    return downloaded(site, client, (await client.call(users.export, { query: {} })).fileName)
  }

  test.each(languages)('in %s is imported without changing anyone', async (language) => {
    await fill()
    const before = await listed()
    expect(await outcome(await exported(language), { ...update, language })).toMatchObject({
      state: 'done',
      added: 0,
      updated: 0,
      unchanged: before.length,
      failures: [],
    })
    expect(await listed()).toEqual(before)
  })

  test.each(languages)('in %s is imported with the cells that were changed in it', async (language) => {
    await fill()
    const cells = cellsOf(await exported(language))
    const [status, account] = [cells[0]?.indexOf(titleOf[language]) ?? -1, 1]
    const row = cells.find((each) => each[account] === 'wei')
    if (row) row[status] = words[language]
    expect(await outcome(bookOf(cells), { ...update, language })).toMatchObject({ updated: 1, failed: 0 })
    const wei = (await listed()).find(({ userName }) => userName === 'wei')
    expect(wei).toMatchObject({
      status: Status.off,
      deviceNumber: 3,
      rateLimit: 20,
      roleNames: ['Sales, north'],
    })
  })
})

describe('quota, expiry and rate limit', () => {
  const titles = [
    'User name',
    'Nickname',
    'Positions',
    'Roles',
    'Device quota',
    'Account expiry',
    'Calls per second',
  ]
  const line = (name: string, ...limits: unknown[]) => [name, name, '员工', '观察员', ...limits]
  const limitsOf = async (name: string) => {
    const { deviceNumber, tenantExpireTime, rateLimit } =
      (await listed()).find(({ userName }) => userName === name) ?? {}
    return [deviceNumber, tenantExpireTime, rateLimit]
  }

  test('are imported; a word lifts them, and an empty cell leaves them', async () => {
    const expiry = '2027-12-31 23:59:59'
    expect(
      await outcome(bookOf([titles, line('wang', 10, expiry, 5), line('chen', '', '', '')])),
    ).toMatchObject({
      added: 2,
    })
    expect(await limitsOf('wang')).toEqual([10, '2027-12-31T15:59:59.000Z', 5])
    expect(await limitsOf('chen')).toEqual([null, null, 0])
    expect(await outcome(bookOf([titles, line('wang', '', '长期有效', '')]), update)).toMatchObject({
      updated: 1,
    })
    expect(await limitsOf('wang')).toEqual([10, null, 5])
    expect(await outcome(bookOf([titles, line('wang', '不限', '', 'unlimited')]), update)).toMatchObject({
      updated: 1,
    })
    expect(await limitsOf('wang')).toEqual([null, null, 0])
  })

  test('may be cells with a date format', async () => {
    const sheet = utils.aoa_to_sheet([
      titles,
      line('wang', 10, { t: 'n', v: 46_752 + 86_399 / 86_400, z: 'm/d/yy h:mm' }, 5),
    ])
    const book = write(utils.book_new(sheet, 'x'), { type: 'buffer', bookType: 'xlsx' }) as Buffer
    expect(await outcome(book)).toMatchObject({ failures: [], added: 1 })
    expect(await limitsOf('wang')).toEqual([10, '2027-12-31T15:59:59.000Z', 5])
  })

  test('are refused with the column and what it takes, in the language of the importer', async () => {
    const lines = [
      line('wang', 'many', '', ''),
      line('chen', '', '31.12.2027', ''),
      line('zhao', '', '', '-1'),
    ]
    const reasons = async (language: string) =>
      (await outcome(bookOf([titles, ...lines]), { language })).failures.map(({ row, reason }) => [
        row,
        reason,
      ])
    expect(await reasons('en')).toEqual([
      [2, '“Device quota” cannot be “many”. Use one of: a whole number from 0 to 1,000,000, Unlimited'],
      [
        3,
        '“Account expiry” cannot be “31.12.2027”. Use one of: a time such as 2027-12-31 23:59:59, Never expires',
      ],
      [4, '“Calls per second” cannot be “-1”. Use one of: a whole number from 0 to 100,000, Unlimited'],
    ])
    expect((await reasons('zhcn'))[1]).toEqual([
      3,
      '“账号到期时间”不能为“31.12.2027”，可用值：2027-12-31 23:59:59 格式的时间、长期有效',
    ])
  })

  test('that a front user imports are within their own; empty cells are what is left of these', async () => {
    const boss = await addHolder(
      site,
      { userName: 'boss', userType: UserType.front, deviceNumber: 5, rateLimit: 10 },
      { permissions: ['system/auth/importUser'], dataScope: DataScope.self },
    )
    await addRole(site, { roleKey: 'mild', permissions: [], dataScope: DataScope.self, ownerId: boss.id })
    const tenantExpireTime = new Date('2027-01-01T00:00:00Z')
    await site.deps.db.update(userTable).set({ tenantExpireTime }).where(eq(userTable.id, boss.id))
    const mine = (name: string, ...limits: unknown[]) => [name, name, '员工', 'mild', ...limits]
    const lines = [
      mine('aa', 6, '', ''),
      mine('bb', '', '2027-12-31 23:59:59', ''),
      mine('cc', '', '', 'Unlimited'),
      mine('dd', 4, '2026-12-31 23:59:59', 9),
      mine('ee', '', '', ''),
      mine('ff', 2, '', ''),
    ]
    const { failures } = await outcome(bookOf([titles, ...lines]), {
      by: boss.client,
      query: { goodRows: 'true' },
    })
    expect(failures.map((each) => [each.row, each.reason])).toEqual([
      [2, 'Device quota can be up to 5 devices. The rest is in use or given to other users.'],
      [3, expect.stringMatching(/^The parent user expires on 2027-01-01 08:00:00/)],
      [7, expect.stringMatching(/^Device quota can be up to 1 device\./)],
    ])
    expect(await limitsOf('dd')).toEqual([4, '2026-12-31T15:59:59.000Z', 9])
    expect(await limitsOf('ee')).toEqual([null, null, 0])
  })
})

describe('the template', () => {
  const template = async (language: string) => {
    const client = site.as(site.admin.token, language)
    return downloaded(site, client, (await client.call(userImport.template)).fileName)
  }

  test('has titles, a sample row and lists to choose from', async () => {
    const { fileName } = await site.admin.call(userImport.template)
    const [titles, sample] = await downloadedRows(site, site.admin, fileName)
    expect(titles).toEqual(
      expect.arrayContaining(['User name*', 'Nickname*', 'Department', 'Roles*', 'Account expiry']),
    )
    expect(sample?.[0]).toBe('(sample row, not imported)')
    const lists = read(await template('en'), { type: 'buffer' }).Sheets.Lists ?? {}
    const words = utils.sheet_to_json<string[]>(lists, { header: 1, defval: '' }).flat()
    expect(words).toEqual(
      expect.arrayContaining([
        'Head office',
        'Staff',
        'Viewer',
        'Male',
        'Front-office user',
        'Disabled',
        'Unlimited',
        'Never expires',
      ]),
    )
  })

  test.each(languages)(
    'as it is has no rows in %s; other rows are imported without its sample',
    async (language) => {
      const content = await template(language)
      expect(await outcome(content)).toMatchObject({
        state: 'failed',
        reason: 'The file has no data rows. Enter data in the template and retry.',
      })
      const [titles = [], sample = []] = cellsOf(content)
      const own = ['wang', ...sample.slice(1)]
      expect(await outcome(bookOf([titles, sample, own]))).toMatchObject({ added: 1, failed: 0 })
    },
  )
})
