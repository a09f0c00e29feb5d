import { dictTypes } from '@fleetdeck/contract/dictionaries'
import { PostId, UserId } from '@fleetdeck/contract/ids'
import { posts } from '@fleetdeck/contract/posts'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { userPosts } from '../../platform/db/schema/posts.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const draft = { postCode: 'dev', postName: 'Developer', postSort: 5 }
const add = (change: object = {}) => site.admin.ask(posts.add, { body: { ...draft, ...change } })

test('a new site has two posts, in order', async () => {
  const { list } = await site.admin.call(posts.list)
  expect(list.map((post) => post.postCode)).toEqual(['manager', 'staff'])
})

test('code and name are unique, and neither may be empty', async () => {
  expect(await add()).toMatchObject({ code: 0 })
  expect((await add({ postName: 'Other' })).msg).toBe(
    'This position code is already taken. Enter another one.',
  )
  expect((await add({ postCode: 'other' })).msg).toBe(
    'This position name is already taken. Enter another one.',
  )
  expect((await add({ postCode: ' ' })).msg).toBe('Position code cannot be empty')
  expect((await add({ postName: '' })).msg).toBe('Position name cannot be empty')
})

test('posts are filtered by code, name and status, changed and sorted', async () => {
  await add()
  expect(
    await site.admin.call(posts.edit, { body: { ...draft, id: 3, status: 1, remark: '<b>' } }),
  ).toBeNull()
  expect(await site.admin.call(posts.list, { query: { postCode: 'DE', status: '1' } })).toMatchObject({
    total: 1,
    list: [{ postName: 'Developer', status: 1, remark: '<b>', userCount: 0 }],
  })
  const sorted = await site.admin.call(posts.list, { query: { orderByColumn: 'postCode', isAsc: 'asc' } })
  expect(sorted.list.map((post) => post.postCode)).toEqual(['dev', 'manager', 'staff'])
  expect((await site.admin.ask(posts.edit, { body: { ...draft, id: 99 } })).code).toBe(404)
})

test('the older name of the id is accepted too', async () => {
  expect(await site.admin.ask(posts.edit, { body: { ...draft, postId: 1 } })).toMatchObject({ code: 0 })
  expect(await site.admin.call(posts.one, { query: { id: 1 } })).toMatchObject({ postCode: 'dev' })
})

test('a post that users have cannot be deleted', async () => {
  await site.deps.db.insert(userPosts).values({ userId: UserId.parse(1), postId: PostId.parse(1) })
  expect((await site.admin.ask(posts.remove, { body: { ids: [1, 2] } })).msg).toBe(
    'Position “Manager” is still assigned to users. Give them another position first.',
  )
  expect((await site.admin.call(posts.list)).total).toBe(2)
  await site.admin.call(posts.remove, { body: { ids: [2] } })
  expect((await site.admin.call(posts.list)).total).toBe(1)
})

test('an empty status is no filter, and not taken for enabled', async () => {
  for (const { path } of [posts.list, dictTypes.list]) {
    const all = await site.admin.ask({ method: 'GET', path })
    expect(all.code).toBe(0)
    expect(await site.admin.ask({ method: 'GET', path }, { query: { status: '' } })).toEqual(all)
  }
  await site.admin.call(posts.add, { body: { postCode: 'off', postName: 'Off', postSort: 9, status: 1 } })
  const { list } = await site.admin.call(posts.list, { query: { status: '' } as never })
  expect(list.map(({ status }) => status)).toContain(1)
})

test('unsortable columns and unknown fields are refused', async () => {
  expect((await site.admin.ask(posts.list, { query: { orderByColumn: 'remark' } })).msg).toBe(
    'Cannot sort by this column',
  )
  expect((await add({ createdAt: '2020-01-01' })).msg).toBe(
    'Unknown field “createdAt”. Remove it and try again.',
  )
})
