import { rm } from 'node:fs/promises'
import path from 'node:path'
import { DataScope } from '@fleetdeck/contract/enums'
import { formerScripts } from '@fleetdeck/contract/former-scripts'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { twoTenants } from '../../testing/rights/two-tenants.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
})
afterAll(() => site.stop())

const draft = { platformId: 1, version: '1.0' }
const add = async (scriptName: string, content: string) =>
  (await site.admin.call(scripts.add, { body: { ...draft, scriptName, content } })).id
const list = async (query: object = {}) => {
  const { list, total } = await site.admin.call(formerScripts.list, { query })
  return { names: list.map(({ scriptName }) => scriptName), total }
}

test('scripts are listed with what they need, by name and by result, a page at a time', async () => {
  await add('Ready', 'ecloud.getData({ groupName: "a" })')
  await add('Tapping', 'clickPoint(1, 2); toast("x"); toast("y"); sleep(1)')
  await add('Query', 'ecloud.dynamicRemove({ tableNameEn: "a", query: "and 1 = 1" })')
  await add('Broken', 'var x = ;')
  await add('Tapping too', 'clickPoint(1, 2)')
  expect((await list()).names).toEqual(['Tapping too', 'Broken', 'Query', 'Tapping', 'Ready'])
  const { list: rows } = await site.admin.call(formerScripts.list, { query: { scriptName: 'tapping' } })
  expect(rows).toMatchObject([
    { scriptName: 'Tapping too', verdict: 'unknown', unknown: 1 },
    {
      ...{ scriptName: 'Tapping', version: '1.0', userName: 'admin', verdict: 'unknown' },
      ...{ unknown: 2, different: 0, known: 1 },
    },
  ])
  expect(await list({ verdict: 'ready' })).toEqual({ names: ['Ready'], total: 1 })
  expect(await list({ verdict: 'different' })).toEqual({ names: ['Query'], total: 1 })
  expect(await list({ verdict: 'unreadable' })).toEqual({ names: ['Broken'], total: 1 })
  const second = { verdict: 'unknown', pageSize: 1, pageNum: 2, orderByColumn: 'scriptName' }
  expect(await list(second)).toEqual({ names: ['Tapping too'], total: 2 })
  expect(await list({ pageSize: 2, pageNum: 2 })).toEqual({ names: ['Query', 'Tapping'], total: 5 })
})

test('a list by result is complete as soon as all scripts are checked, which happens in the background', async () => {
  await add('Tapping', 'clickPoint(1, 2)')
  await add('Ready', 'sleep(1)')
  await add('Long', 'clickPoint(1, 2)\n'.repeat(5000))
  const unknown = () => site.admin.call(formerScripts.list, { query: { verdict: 'unknown' } })
  await expect.poll(async () => (await unknown()).pending).toBe(0)
  expect((await list({ verdict: 'unknown' })).names).toEqual(['Long', 'Tapping'])
})

test('a script shows its functions with their lines, always of the active version', async () => {
  const id = await add('Tapping', 'sleep(1)\nclickPoint(1, 2)')
  const one = () => site.admin.call(formerScripts.one, { query: { id } })
  expect(await one()).toMatchObject({
    ...{ scriptName: 'Tapping', version: '1.0', verdict: 'unknown', unknown: 1, known: 1 },
    reading: {
      findings: [
        { name: 'clickPoint', kind: 'unknown', instead: 'device.tap', count: 1, lines: [2] },
        { name: 'sleep', kind: 'known', lines: [1] },
      ],
    },
  })
  const next = { ...draft, id, scriptName: 'Tapping', version: '2', content: 'device.tap(1, 2)' }
  await site.admin.call(scripts.edit, { body: next })
  expect(await one()).toMatchObject({ version: '2', verdict: 'ready' })
  expect((await list({ verdict: 'unknown' })).total).toBe(0)
})

test('a script without its file, or with one that is not a text, cannot be read', async () => {
  const id = await add('Lost', 'sleep(1)')
  const { rows } = await site.deps.db.execute<{ file_name: string }>('select file_name from script_versions')
  await rm(path.join(site.dataDir, 'files', rows[0]?.file_name ?? ''))
  const { verdict, reading } = await site.admin.call(formerScripts.one, { query: { id } })
  expect([verdict, reading.unreadable?.reason]).toEqual(['unreadable', 'missing'])
  expect((await list({ verdict: 'unreadable' })).names).toEqual(['Lost'])
})

test('a text is checked before it is uploaded, and nothing is stored', async () => {
  const check = (content: string) => site.admin.ask(formerScripts.checkScript, { body: { content } })
  expect(await check('toast("x")')).toMatchObject({
    code: 0,
    data: { verdict: 'unknown', findings: [{ name: 'toast', instead: 'logi' }] },
  })
  expect(await check('a b')).toMatchObject({
    data: { verdict: 'unreadable', unreadable: { reason: 'syntax', line: 1, column: 3 } },
  })
  expect((await check('x'.repeat(2_000_001))).msg).toBe('The script is too long. Shorten it and try again.')
  expect((await list()).total).toBe(0)
})

test('a long script is read in a process of its own, with the same result', async () => {
  const long = 'toast("x")\n'.repeat(7000)
  const id = await add('Long', long)
  const { reading } = await site.admin.call(formerScripts.one, { query: { id } })
  expect(reading).toMatchObject({ verdict: 'unknown', findings: [{ name: 'toast', count: 7000 }] })
  const checked = await site.admin.call(formerScripts.checkScript, { body: { content: long } })
  expect(checked).toEqual(reading)
})

test('scripts of other tenants, and shared ones of others, are not visible', async () => {
  const { client, mine, theirs } = await twoTenants(site)
  const id = await add('Of the site', 'toast(1)')
  await site.admin.call(scripts.share, { body: { ids: [id], isShared: true } })
  const { list: rows } = await client.call(formerScripts.list)
  expect(rows.map((row) => row.scriptName)).toEqual(['ann-task-script', 'ann-script'])
  expect((await client.ask(formerScripts.one, { query: { id: mine.scriptId } })).code).toBe(0)
  for (const other of [theirs.scriptId, id, 999])
    expect((await client.ask(formerScripts.one, { query: { id: other } })).code).toBe(404)
})

test('every call requires its permission', async () => {
  const person = await addHolder(
    site,
    { userName: 'clerk' },
    { permissions: ['task/script/list'], dataScope: DataScope.self },
  )
  const holder = site.as(await site.deps.sessions.start(person.id, { ip: '127.0.0.1', userAgent: 'test' }))
  expect((await holder.ask(formerScripts.list)).code).toBe(403)
  expect((await holder.ask(formerScripts.one, { query: { id: 1 } })).code).toBe(403)
  expect((await holder.ask(formerScripts.checkScript, { body: { content: '' } })).code).toBe(403)
})
