import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { caches } from '@fleetdeck/contract/caches'
import { DataScope, UserType } from '@fleetdeck/contract/enums'
import { files } from '@fleetdeck/contract/files'
import { UserId } from '@fleetdeck/contract/ids'
import { operationLogs } from '@fleetdeck/contract/operation-logs'
import { storage } from '@fleetdeck/contract/storage'
import { throttles } from '@fleetdeck/contract/throttles'
import { users as userCalls } from '@fleetdeck/contract/users'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { addHolder, findRoleId, giveRole } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordings } from '../../platform/db/schema/recordings.ts'
import { storedFiles } from '../../platform/db/schema/stored-files.ts'
import { users as userTable } from '../../platform/db/schema/users.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const admin = UserId.parse(1)
const megabyte = 1024 * 1024
const limit = (key: 'user' | 'tenant' | 'temporary', megabytes: number) =>
  site.deps.parameters.set(`storage.${key}Megabytes`, String(megabytes))

/** A stored file of so many bytes, without its content. */
const occupy = (ownerId: UserId, size: number, temporary = false) =>
  site.deps.db.insert(storedFiles).values({
    fileName: `${crypto.randomUUID()}.txt`,
    ...{ originalName: 'a.txt', mediaType: 'text/plain', md5: '', ownerId, size, temporary },
  })

async function upload(
  token: string | undefined,
  bytes: number,
  { language = 'en', address = site.address } = {},
) {
  const form = new FormData()
  form.append('file', new Blob(['x'.repeat(bytes)]), 'a.txt')
  const headers = { authorization: `Bearer ${token}`, languageselect: language }
  const response = await fetch(`${address}${files.upload.path}`, { method: 'POST', body: form, headers })
  return { answer: await response.json(), retryAfter: response.headers.get('retry-after') }
}
const send = async (...sent: Parameters<typeof upload>) => (await upload(...sent)).answer
const filesOnDisk = async () => (await readdir(path.join(site.dataDir, 'files')).catch(() => [])).length

describe('the storage of a user', () => {
  test('is full when a further file would exceed it, in the caller’s language, and nothing is left behind', async () => {
    const { id, client } = await addUser(site, { userName: 'wei' })
    await limit('user', 3)
    await occupy(id, 2 * megabyte)
    expect(await send(client.token, megabyte / 2)).toMatchObject({ code: 0 })
    const before = await filesOnDisk()
    expect(await send(client.token, megabyte)).toMatchObject({
      code: -1,
      msg: 'Storage is full (3 of 3 MB used). Delete files or recordings, or ask an administrator for more.',
    })
    expect((await send(client.token, megabyte, { language: 'zhcn' })).msg).toBe(
      '存储空间已满（上限 3 MB，已用 3 MB）。请删除文件或录屏，或联系管理员提高上限。',
    )
    expect((await send(client.token, megabyte, { language: 'zhtw' })).msg).toMatch(/^儲存空間已滿/)
    expect(await site.deps.db.$count(storedFiles)).toBe(2)
    expect(await filesOnDisk()).toBe(before)
    // Others are not affected.
    expect(await send(site.admin.token, megabyte)).toMatchObject({ code: 0 })
  })

  test('counts recordings of the user’s devices and caches, and has no limit when it is 0', async () => {
    const { id, client } = await addUser(site, { userName: 'wei' })
    await site.deps.db.insert(recordings).values({
      ...{ deviceNo: 'A1', tenantId: id, fileName: 'a.fdrec', keepsTexts: false, size: 2 * megabyte },
    })
    await site.admin.call(caches.add, { body: { cacheKey: 'k', content: 'x'.repeat(1000), tenantId: id } })
    await occupy(id, 500)
    expect(await client.call(storage.own)).toEqual({
      own: {
        ...{ used: 2 * megabyte + 1500, limit: 20_480 * megabyte },
        ...{ files: 500, recordings: 2 * megabyte, caches: 1000 },
      },
      account: null,
      tenant: { used: 2 * megabyte + 1500, limit: 102_400 * megabyte, users: 1 },
      temporary: { used: 0, limit: 4096 * megabyte },
    })
    await limit('user', 2)
    expect((await send(client.token, 10)).msg).toMatch(/^Storage is full \(\d+ of 2 MB used\)/)
    await limit('user', 0)
    expect(await send(client.token, 10)).toMatchObject({ code: 0 })
    expect((await client.call(storage.own)).own.limit).toBeNull()
  })

  test('is never exceeded by many uploads at the same time, on several servers', async () => {
    await limit('user', 1)
    const second = await site.another()
    const { id, client } = await addUser(site, { userName: 'wei' })
    await occupy(id, megabyte - 25_000)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        send(client.token, 10_000, { address: n % 2 ? site.address : second.address }),
      ),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(2)
    expect((await client.call(storage.own)).own.used).toBe(megabyte - 5000)
    await second.close()
  })

  test('counts a file only while it exists, and temporary files apart', async () => {
    const { id, client } = await addUser(site, { userName: 'wei' })
    await limit('user', 1)
    await occupy(id, 3 * megabyte, true)
    const file = { originalName: 'a.txt', mediaType: 'text/plain', ownerId: id, limit: megabyte }
    const row = await site.deps.files.save(Readable.from(['hello']), { ...file, temporary: false })
    expect((await client.call(storage.own)).own.used).toBe(5)
    await site.deps.files.remove(row)
    const { own, temporary } = await client.call(storage.own)
    expect([own.used, temporary.used]).toEqual([0, 3 * megabyte])
  })
})

describe('the storage of a tenant', () => {
  test('is shared by the highest user below the administrators and everybody below', async () => {
    const boss = await addUser(site, { userName: 'boss', parentId: admin })
    const wei = await addUser(site, { userName: 'wei', parentId: boss.id })
    const lin = await addUser(site, { userName: 'lin', parentId: wei.id })
    const other = await addUser(site, { userName: 'other', parentId: admin })
    await limit('tenant', 3)
    await occupy(boss.id, megabyte)
    await occupy(lin.id, 2 * megabyte)
    for (const { client } of [boss, wei, lin])
      expect((await send(client.token, 10)).msg).toBe(
        'The tenant’s shared storage is full (3 of 3 MB used). Delete files or recordings, or ask an administrator for more.',
      )
    expect(await send(other.client.token, 10)).toMatchObject({ code: 0 })
    expect(await send(site.admin.token, 10)).toMatchObject({ code: 0 })
    expect((await wei.client.call(storage.own)).tenant).toMatchObject({ used: 3 * megabyte, users: 3 })
    expect((await site.admin.call(storage.own)).tenant).toMatchObject({ used: 10, users: 1 })
  })

  test('does not begin with a user who has the role of administrators', async () => {
    const helper = await addUser(site, { userName: 'helper', parentId: admin })
    await giveRole(site, helper.id, await findRoleId(site, 'admin'))
    const wei = await addUser(site, { userName: 'wei', parentId: helper.id })
    await occupy(wei.id, 100)
    expect((await wei.client.call(storage.own)).tenant).toMatchObject({ used: 100, users: 1 })
    expect((await helper.client.call(storage.own)).tenant).toMatchObject({ used: 0, users: 1 })
  })
})

describe('the storage limit of an account', () => {
  const setLimit = (id: UserId, storageMegabytes: number | null) =>
    site.deps.db.update(userTable).set({ storageMegabytes }).where(eq(userTable.id, id))

  test('applies to the account and all below together, and the narrowest room counts', async () => {
    const boss = await addUser(site, { userName: 'boss', parentId: admin, storageMegabytes: 5 })
    const wei = await addUser(site, { userName: 'wei', parentId: boss.id, storageMegabytes: 4 })
    const lin = await addUser(site, { userName: 'lin', parentId: wei.id })
    const other = await addUser(site, { userName: 'other', parentId: admin })
    await occupy(lin.id, 4 * megabyte)
    expect(await send(boss.client.token, megabyte / 2)).toMatchObject({ code: 0 })
    expect((await send(wei.client.token, 10)).msg).toBe(
      'Storage of this user and their sub-users is full (4 of 4 MB used). Delete files or recordings, or ask the parent user for more.',
    )
    expect((await send(lin.client.token, 10)).msg).toMatch(
      /^Storage of a parent user and all their sub-users is full \(4 of 4 MB used\)/,
    )
    expect((await send(lin.client.token, 10, { language: 'zhcn' })).msg).toMatch(
      /^上级用户及其所有下级用户的存储空间已满/,
    )
    expect(await send(other.client.token, megabyte)).toMatchObject({ code: 0 })
    await setLimit(wei.id, 100)
    expect((await send(lin.client.token, megabyte)).msg).toMatch(
      /^Storage of a parent user and all their sub-users is full \(\d+ of 5 MB used\)/,
    )
    await setLimit(boss.id, null)
    expect(await send(lin.client.token, megabyte)).toMatchObject({ code: 0 })
    await limit('user', 1)
    expect((await send(lin.client.token, 10)).msg).toMatch(/^Storage is full \(\d+ of 1 MB used\)/)
  })

  test('is shown with its use, and whether it is one’s own', async () => {
    const boss = await addUser(site, { userName: 'boss', parentId: admin, storageMegabytes: 5 })
    const wei = await addUser(site, { userName: 'wei', parentId: boss.id })
    await occupy(wei.id, 700)
    const account = { used: 700, limit: 5 * megabyte }
    expect((await boss.client.call(storage.own)).account).toEqual({ ...account, isOwn: true })
    expect((await wei.client.call(storage.own)).account).toEqual({ ...account, isOwn: false })
  })

  test('is never exceeded by uploads of different users below at the same time, on several servers', async () => {
    const helper = await addUser(site, { userName: 'helper', parentId: admin, storageMegabytes: 1 })
    // Their tenants differ: an administrator is above both.
    await giveRole(site, helper.id, await findRoleId(site, 'admin'))
    const wei = await addUser(site, { userName: 'wei', parentId: helper.id })
    const lin = await addUser(site, { userName: 'lin', parentId: helper.id })
    await occupy(wei.id, megabyte - 25_000)
    const second = await site.another()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        send(n % 2 ? wei.client.token : lin.client.token, 10_000, {
          address: n % 4 < 2 ? site.address : second.address,
        }),
      ),
    )
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(2)
    await second.close()
  })

  test('cannot be wider than that of an account above', async () => {
    const boss = await addHolder(
      site,
      { userName: 'boss', parentId: admin, storageMegabytes: 50, userType: UserType.front },
      { permissions: ['system/auth/addUser', 'system/auth/editUser'], dataScope: DataScope.self },
    )
    const draft = {
      ...{ nickName: 'Wei', postIds: [1 as never], roleIds: [boss.roleId], userType: UserType.front },
      ...{ userName: 'wei', password: 'Correct-horse-7' },
    }
    const tryAdd = (storageMegabytes: number | null) =>
      boss.client.ask(userCalls.add, { body: { ...draft, storageMegabytes } })
    expect((await boss.client.call(userCalls.form)).own.storageMegabytes).toBe(50)
    expect((await tryAdd(51)).msg).toBe(
      'The parent user’s storage limit is 50 MB. Enter that number or less.',
    )
    for (const wrong of [0, -1, 1.5, 100_000_001]) expect((await tryAdd(wrong)).code).not.toBe(0)
    expect(await tryAdd(50)).toMatchObject({ code: 0 })
    const { list } = await site.admin.call(userCalls.list, { query: { userName: 'wei' } })
    expect(firstRow(list).storageMegabytes).toBe(50)
    const own = { ...draft, id: boss.id, storageMegabytes: 60 }
    const { userName: _name, password: _password, ...change } = own
    expect((await boss.client.ask(userCalls.edit, { body: change })).code).not.toBe(0)
  })
})

describe('temporary files', () => {
  test('have a limit of their own, so that an export works when the storage is full', async () => {
    await limit('user', 1)
    await occupy(admin, 2 * megabyte)
    await site.admin.call(userCalls.export, {})
    await limit('temporary', 1)
    await occupy(admin, megabyte, true)
    expect((await site.admin.ask(userCalls.export, {})).msg).toMatch(
      /^Space for temporary files is full \(1 of 1 MB used\)/,
    )
  })

  test('have a limit of their number', async () => {
    await site.deps.db.execute(sql`
      insert into stored_files (file_name, original_name, media_type, md5, owner_id, size, temporary)
      select 'f' || n || '.txt', 'a.txt', 'text/plain', '', 1, 0, true from generate_series(1, 20000) n`)
    expect((await site.admin.ask(userCalls.export, {})).msg).toMatch(
      /^The limit of 20,000 temporary files is reached/,
    )
  })
})

describe('uploads', () => {
  test('of one user are limited per minute from any address, and listed as throttled', async () => {
    const { client } = await addUser(site, { userName: 'wei' })
    const { answer, retryAfter } = await uploadUntilRefused(client.token)
    expect(answer.msg).toMatch(/^Too many requests\. Try again in \d+ s/)
    expect(Number(retryAfter)).toBeGreaterThan(0)
    expect(await send(site.admin.token, 1)).toMatchObject({ code: 0 })
    await site.flush()
    expect((await site.admin.call(throttles.list, { query: {} })).list).toMatchObject([
      { kind: 'tooManyRequests', path: files.upload.path, userName: 'wei' },
    ])
  })

  test('are in the operation log with the name under which they are stored', async () => {
    const { data } = await send(site.admin.token, 5)
    const { id } = await loggedUpload()
    const { info } = await site.admin.call(operationLogs.detail, { query: { id } })
    expect(info).toMatchObject({ operUrl: files.upload.path, operName: 'admin' })
    expect(info.jsonResult).toContain(data.fileName)
  })
})

/** A minute may end meanwhile, and the count begins again. */
async function uploadUntilRefused(token: string | undefined) {
  for (let n = 0; ; n += 1) {
    const answered = await upload(token, 1)
    if (n >= 120 || answered.answer.code !== 0) return answered
  }
}

/** The entry is written after the answer. */
async function loggedUpload() {
  let rows: { id: number }[] = []
  await expect
    .poll(async () => {
      await site.flush()
      rows = (await site.admin.call(operationLogs.list, { query: {} })).list
      return rows.length
    })
    .toBe(1)
  return firstRow(rows)
}

test('administrators see the storage of users within their scope, in the list and one by one', async () => {
  const permissions = [storage.ofUser.permission]
  const role = { permissions, dataScope: DataScope.self }
  const boss = await addHolder(site, { userName: 'boss' }, role)
  const wei = await addUser(site, { userName: 'wei', parentId: boss.id })
  await occupy(wei.id, 1234)
  const query = { id: wei.id }
  expect((await boss.client.call(storage.ofUser, { query })).own.used).toBe(1234)
  expect(await boss.client.ask(storage.ofUser, { query: { id: admin } })).toMatchObject({ code: 404 })
  expect(await wei.client.ask(storage.ofUser, { query })).toMatchObject({ code: 403 })
  const { list } = await boss.client.call(userCalls.list, { query: { orderByColumn: 'id', isAsc: 'asc' } })
  expect(list.map(({ userName, storageBytes }) => [userName, storageBytes])).toEqual([
    ['boss', 0],
    ['wei', 1234],
  ])
})
