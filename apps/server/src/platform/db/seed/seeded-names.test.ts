import { departments } from '@fleetdeck/contract/departments'
import { posts } from '@fleetdeck/contract/posts'
import { roles } from '@fleetdeck/contract/roles'
import { users } from '@fleetdeck/contract/users'
import { zhcn } from '@fleetdeck/i18n/zhcn'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { downloadedRows } from '../../../testing/downloads.ts'
import { departments as departmentRows } from '../schema/departments.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const firstUserExported = async () => {
  const { fileName } = await site.admin.call(users.export, { query: {} })
  return (await downloadedRows(site, site.admin, fileName))[1]
}

test('every name that a new site starts with has a text in each language, and is its simplified Chinese text', async () => {
  const [user] = (await site.admin.call(users.list)).list
  const names = [
    ...(await site.admin.call(roles.list)).list.map((row) => row.roleName),
    ...(await site.admin.call(posts.list)).list.map((row) => row.postName),
    ...(await site.admin.call(departments.list)).map((row) => row.deptName),
    user?.nickName ?? '',
  ]
  expect(Object.fromEntries(names.map((name) => [`seeded.${name}`, name]))).toEqual(
    Object.fromEntries(Object.entries(zhcn).filter(([key]) => key.startsWith('seeded.'))),
  )
})

test('exports and refusals say them in the reader’s language, until somebody renames them', async () => {
  expect(await firstUserExported()).toEqual(
    expect.arrayContaining(['Administrator', 'Head office', 'Super admin']),
  )
  const ids = [(await site.admin.call(roles.list, { query: { roleKey: 'viewer' } })).list[0]?.id ?? 0]
  expect((await site.admin.ask(roles.remove, { body: { ids } })).msg).toMatch(/Viewer/)
  await site.deps.db.update(departmentRows).set({ deptName: '集团' })
  expect(await firstUserExported()).toEqual(expect.arrayContaining(['集团']))
})

test('filters find them by the name that a reader sees, and by the stored one', async () => {
  for (const roleName of ['view', '观察', '觀察'])
    expect(
      (await site.admin.call(roles.list, { query: { roleName } })).list.map((row) => row.roleKey),
    ).toEqual(['viewer'])
  expect((await site.admin.call(posts.list, { query: { postName: 'manager' } })).total).toBe(1)
  expect(await site.admin.call(departments.list, { query: { deptName: 'head' } })).toHaveLength(1)
  expect(await site.admin.call(departments.list, { query: { deptName: 'tail' } })).toEqual([])
})
