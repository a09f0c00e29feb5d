import { phoneTables } from '@fleetdeck/contract/phone-tables'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { devices } from '../../../platform/db/schema/devices.ts'
import { users } from '../../../platform/db/schema/users.ts'

let site: TestSite
/** Phones of two owners. */
let mine: string
let theirs: string
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  mine = await addPhone('wei')
  theirs = await addPhone('lin')
})
afterAll(() => site.stop())

async function addPhone(userName: string): Promise<string> {
  const { id: tenantId } = await addUser(site, { userName })
  const token = await site.enrol(`phone-of-${userName}`)
  await site.deps.db
    .update(devices)
    .set({ tenantId, deviceNo: userName })
    .where(eq(devices.hardwareId, `phone-of-${userName}`))
  return token
}

async function envelope(call: keyof typeof phoneTables, sent: unknown, token = mine) {
  const data = Buffer.from(JSON.stringify(sent)).toString('base64')
  return site.as(token).ask(phoneTables[call], { body: { deviceNo: 'wei', data } })
}
async function answer(call: keyof typeof phoneTables, sent: object, token = mine) {
  const { msg, data } = await envelope(call, sent, token)
  expect(msg).toBe('')
  return (
    JSON.parse(Buffer.from(data as string, 'base64').toString()) as {
      result: { data?: unknown; msg?: string }
    }
  ).result
}

const column = (columnName: string, columnSize: number | string = 100) => ({
  columnInfo: `${columnName} info`,
  columnName,
  columnSize,
})
const tableNameEn = 'people'
const create = (columns: object[] = [column('name'), column('age', '10')], token = mine) =>
  answer('dynamicCreateTable', { tableName: '人员', tableNameEn, columns }, token)
const add = (columns: object, token = mine) => answer('dynamicAdd', { tableNameEn, columns }, token)
const query = (sent: object = {}, token = mine) => answer('dynamicQuery', { tableNameEn, ...sent }, token)
const names = async (sent: object) =>
  ((await query({ order: 'order by id', ...sent })).data as { name: string }[]).map(({ name }) => name)

async function people() {
  await create()
  await add({ name: 'Wei', age: 9 })
  await add({ name: 'Lin', age: '12' })
  await add({ name: 'Mo' })
}

describe('a script', () => {
  test('creates a table, fills it and reads it in the original’s format', async () => {
    expect(await create()).toEqual({ data: 2 })
    expect(await add({ name: 'Wei', age: 9 })).toEqual({ data: 1 })
    expect(await add({ name: 'Lin', age: '12' })).toEqual({ data: 2 })
    expect(await query()).toEqual({
      data: [
        { id: 1, name: 'Wei', age: '9' },
        { id: 2, name: 'Lin', age: '12' },
      ],
    })
    expect(await query({ fields: 'name, id', query: " and age like '%2%'" })).toEqual({
      data: [{ name: 'Lin', id: 2 }],
    })
    expect(
      await answer('dynamicUpdate', { tableNameEn, columns: { age: '10' }, search: { name: 'Wei' } }),
    ).toEqual({
      data: 1,
    })
    expect(await query({ search: { age: 10 } })).toMatchObject({ data: [{ name: 'Wei' }] })
    expect(
      await answer('dynamicRemove', { tableNameEn, search: { name: 'Wei' }, query: 'and age = 10' }),
    ).toEqual({
      data: 1,
    })
    expect(await query()).toMatchObject({ data: [{ name: 'Lin' }] })
  })

  test('compares numbers as numbers and texts as texts', async () => {
    await people()
    expect(await names({ query: 'age > 10' })).toEqual(['Lin'])
    expect(await names({ query: "age > '10'" })).toEqual(['Wei', 'Lin'])
    expect(await names({ query: 'age != 9' })).toEqual(['Lin'])
    expect(await names({ query: 'age between 1 and 10 or age is null' })).toEqual(['Wei', 'Mo'])
    expect(await names({ query: "id in (1, '3') and name like '_%'" })).toEqual(['Wei', 'Mo'])
    expect(await names({ search: { age: null } })).toEqual(['Mo'])
    expect(await names({ query: 'name = 5' })).toEqual([])
    expect(await names({ query: 'name != 5' })).toEqual(['Wei', 'Lin', 'Mo'])
  })

  test('reads page by page, sorted, with a limit', async () => {
    await people()
    expect(await names({ pageNumber: 2, pageSize: 2 })).toEqual(['Mo'])
    expect(await names({ pageNumber: -1, pageSize: 2 })).toEqual(['Wei', 'Lin', 'Mo'])
    expect(await names({ order: 'order by name desc limit 2' })).toEqual(['Wei', 'Mo'])
    expect(await names({ order: 'order by id limit 1, 5' })).toEqual(['Lin', 'Mo'])
    expect(await names({ order: 'order by id limit 3', pageNumber: 2, pageSize: 2 })).toEqual(['Mo'])
    expect(await names({ order: 'limit 0' })).toEqual([])
    expect((await names({ order: 'order by rand()' })).sort()).toEqual(['Lin', 'Mo', 'Wei'])
  })

  test('that creates its table again changes it: new fields are added, missing ones removed, none shortened', async () => {
    await people()
    expect(await create([column('name', 5), column('City', ''), column('note')])).toEqual({ data: 3 })
    expect(await query({ search: { name: 'Wei' } })).toEqual({
      data: [{ id: 1, name: 'Wei', City: null, note: null }],
    })
    expect(await add({ name: 'x'.repeat(100) })).toEqual({ data: 4 })
    expect(await create([column('name', 5), column('City', ''), column('note')])).toEqual({ data: 3 })
  })

  test('gets an error with its position, and nothing is changed', async () => {
    await people()
    expect(await query({ query: "and name = '' or 1=1" })).toEqual({
      msg: 'Query error at character 18: 1=1',
    })
    expect(await query({ query: 'and name =' })).toEqual({
      msg: 'The query is incomplete: it ends at character 11',
    })
    expect((await query({ order: 'order by id; drop table users' })).msg).toMatch(/error at character 12/)
    expect(await query({ fields: 'name, c_1' })).toEqual({
      msg: 'Field “c_1” does not exist. Check its identifier.',
    })
    expect(await query({ search: { '1=1; --': 'x' } })).toEqual({
      msg: 'Field “1=1; --” does not exist. Check its identifier.',
    })
    expect((await add({ name: 'a\0' })).msg).toMatch(/character that cannot be (stored|saved)/)
    expect((await add({ age: 'x'.repeat(11) })).msg).toMatch(/can be up to 10 characters. It has 11/)
    expect(await answer('dynamicRemove', { tableNameEn, query: 'true' })).toMatchObject({ msg: /./ })
    expect(await answer('dynamicQuery', { tableNameEn: 'users' })).toEqual({
      msg: 'Dynamic table “users” does not exist. Check its identifier.',
    })
    expect((await create([column("a'b")])).msg).toMatch(/columns.0.columnName: Identifiers m/)
    expect((await create([column('a'), column('A')])).msg).toMatch(/same identifier/)
    expect(await names({})).toEqual(['Wei', 'Lin', 'Mo'])
    expect((await envelope('dynamicQuery', {})).msg).toMatch(/tableNameEn/)
  })
})

test('phones of different owners have separate tables under the same name', async () => {
  await people()
  expect(await query({}, theirs)).toEqual({
    msg: 'Dynamic table “people” does not exist. Check its identifier.',
  })
  await create([column('name')], theirs)
  await add({ name: 'Other' }, theirs)
  expect(await query({}, theirs)).toEqual({ data: [{ id: 1, name: 'Other' }] })
  expect(await names({})).toEqual(['Wei', 'Lin', 'Mo'])
})

test('a phone without a token or an owner is refused', async () => {
  expect((await envelope('dynamicQuery', { tableNameEn }, 'x'.repeat(43))).code).toBe(401)
  const loose = await site.enrol('loose-phone')
  expect((await envelope('dynamicQuery', { tableNameEn }, loose)).msg).toMatch(/assigned/)
})

test('phones that exceed their owner’s rate limit learn when to retry', async () => {
  await create()
  await site.deps.db.update(users).set({ rateLimit: 1 }).where(eq(users.userName, 'wei'))
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => envelope('dynamicQuery', { tableNameEn })),
  )
  expect(answers.filter(({ code }) => code === 0).length).toBeLessThan(5)
  expect(answers.find(({ code }) => code !== 0)?.msg).toMatch(/second/)
})

test('many phones that create the same table together all succeed', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => create()))
  for (const result of answers) expect(result).toEqual({ data: 2 })
})

const attacks = fc.oneof(
  fc.constantFrom(
    ..."and|or|(|)|name|age|id|=|!=|like|in|is null|'x'|5|;|--|drop table dynamic.t_2|union select * from users".split(
      '|',
    ),
    ...["' or '1'='1", 'order by', 'rand()', 'limit 1', 'dynamic.t_2', 'c_1', '\\', "'", '"', '`', '::text'],
  ),
  fc.string({ maxLength: 6 }),
)
const fragment = fc.array(attacks, { maxLength: 8 }).map((parts) => parts.join(' '))

test('whatever a script sends, only its owner’s table is used and the database reports no error', async () => {
  await people()
  await create([column('name')], theirs)
  await add({ name: 'untouched' }, theirs)
  const others = sql`select (select count(*) from dynamic.t_2) || (select string_agg(c_1, '') from dynamic.t_2)
    || (select count(*) from users) || (select string_agg(user_name, ',') from users) as print`
  const before = (await site.deps.db.execute(others)).rows
  await fc.assert(
    fc.asyncProperty(fragment, fragment, fragment, async (query, order, name) => {
      for (const [call, sent] of [
        ['dynamicQuery', { query, order, fields: name }],
        ['dynamicUpdate', { query, search: { name }, columns: { name: 'changed' } }],
        ['dynamicRemove', { query: `and name = 'nobody' and (${query})`, search: { [name]: order } }],
        ['dynamicAdd', { columns: { [name]: query } }],
      ] as const) {
        const result = await answer(call, { tableNameEn, ...sent })
        expect(Object.keys(result)).toHaveLength(1)
      }
      expect((await site.deps.db.execute(others)).rows).toEqual(before)
    }),
    { numRuns: 60 },
  )
})
