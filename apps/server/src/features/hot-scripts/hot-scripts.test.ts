import { hotScripts } from '@fleetdeck/contract/hot-scripts'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let site: TestSite
let tokens: string[]
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  tokens = []
  for (const name of ['p1', 'p2', 'p3', 'p4', 'p5']) tokens.push(await site.enrol(name))
  await site.deps.db.execute(sql`update devices set device_no = device_id, tenant_id = 1`)
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
  const body = { scriptName: 'shop.js', platformId: 1, version: '1', content: '1' }
  await site.admin.call(scripts.add, { body })
})
afterAll(() => site.stop())

async function rapi(path: string, token: string, data: object) {
  const response = await fetch(`${site.address}/rapi/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ data: Buffer.from(JSON.stringify(data)).toString('base64') }),
  })
  const answer = (await response.json()) as { code: number; data: string }
  expect(answer.code).toBe(0)
  return JSON.parse(Buffer.from(answer.data, 'base64').toString()) as { version: string; url: string }[]
}
const draft = { hotName: 'Shop', scriptId: 1, version: '2', content: 'two' }
const add = (more: object = {}) => site.admin.ask(hotScripts.add, { body: { ...draft, ...more } })
const edit = (more: object) => site.admin.ask(hotScripts.edit, { body: { ...draft, id: 1, ...more } })
/** The same write is refused within a second. */
const publish = () =>
  expect.poll(async () => (await site.admin.ask(hotScripts.publish, { body: { id: 1 } })).code).toBe(0)
const roll = (body: { order: 'hold' | 'goOn' | 'rollBack'; percent?: 1 | 10 | 100 }) =>
  site.admin.ask(hotScripts.rollout, { body: { id: 1, ...body } })
const one = () => site.admin.call(hotScripts.one, { query: { id: 1 } })
/** The version assigned to each phone. */
const versions = async () =>
  (await Promise.all(tokens.map((token) => rapi('hotScripts', token, {})))).map(([hot]) => hot?.version ?? '')
const throwTimes = async (count: number, scriptVersion: string) => {
  const data = { scriptName: 'shop.js', scriptVersion, content: 'Error: no' }
  for (let n = 0; n < count; n += 1) await rapi('reportExc', tokens[0] ?? '', data)
}

test('a version goes to a share of the phones, then to more, and each phone reports its version', async () => {
  expect(await add()).toMatchObject({ code: 0 })
  expect(await versions()).toEqual(['', '', '', '', ''])
  await publish()
  expect((await versions()).filter(Boolean)).toEqual(['2'])
  await roll({ order: 'goOn', percent: 100 })
  expect(await versions()).toEqual(['2', '2', '2', '2', '2'])
  const [hot] = await rapi('hotScripts', tokens[1] ?? '', {})
  expect(await (await fetch(hot?.url ?? '')).text()).toBe('two')
  await rapi('hotState', tokens[1] ?? '', { hotId: 1, version: '2', state: 'taken' })
  expect(await one()).toMatchObject({ taken: 1, chosen: 5, percent: 100, state: 'rolling' })
  expect(await site.admin.call(hotScripts.devices, { query: { id: 1 } })).toMatchObject({
    list: [{ deviceNo: 'p2', version: '2', state: 'taken' }],
    total: 1,
  })
})

test('a paused version is not given to further phones; a rollback restores the previous one', async () => {
  await add()
  await publish()
  await roll({ order: 'goOn', percent: 100 })
  expect((await roll({ order: 'rollBack' })).msg).toBe(
    'No previous version to roll back to. Pause the rollout instead.',
  )
  await edit({ version: '3', content: 'three' })
  expect(await versions()).toEqual(['2', '2', '2', '2', '2'])
  await publish()
  await expect.poll(async () => (await roll({ order: 'goOn', percent: 100 })).code).toBe(0)
  await rapi('hotState', tokens[0] ?? '', { hotId: 1, version: '3', state: 'taken' })
  await roll({ order: 'hold' })
  expect(await versions()).toEqual(['3', '2', '2', '2', '2'])
  await expect.poll(async () => (await roll({ order: 'rollBack' })).code).toBe(0)
  expect(await versions()).toEqual(['2', '2', '2', '2', '2'])
})

test('more errors than the limit pause a rollout, or restore the previous version', async () => {
  await add({ exceptionLimit: 2 })
  await publish()
  await throwTimes(2, '2')
  await throwTimes(3, 'another')
  expect((await one()).exceptions).toBe(2)
  await throwTimes(1, '2')
  await expect.poll(async () => (await one()).state).toBe('held')
  await edit({ version: '3', content: 'three', exceptionLimit: 0, whenOver: 1 })
  await publish()
  await throwTimes(1, '3')
  await expect.poll(async () => (await one()).state).toBe('rolledBack')
})

test('a rollout advances automatically after a stage without errors', async () => {
  await add({ advanceMinutes: 10 })
  await publish()
  const later = (minutes: number) =>
    site.deps.db.execute(
      sql`update hot_scripts set staged_at = now() - make_interval(mins => ${minutes}::int)`,
    )
  const share = async () => (await one()).percent
  await later(11)
  // No phone has installed it yet, so there is nothing to judge it by.
  for (const token of tokens) await rapi('hotState', token, { hotId: 1, version: '2', state: 'failed' })
  expect(await share()).toBe(1)
  for (const token of tokens) await rapi('hotState', token, { hotId: 1, version: '2', state: 'taken' })
  await expect.poll(share).toBe(10)
  await roll({ order: 'hold' })
  await later(11)
  expect((await one()).state).toBe('held')
  await expect.poll(async () => (await roll({ order: 'goOn' })).code).toBe(0)
  await later(11)
  await expect.poll(share).toBe(100)
})

test('unused files are removed with their hot script or version', async () => {
  const names = async () => {
    const { rows } = await site.deps.db.execute<{ name: string }>(
      sql`select original_name as name from stored_files order by id`,
    )
    return rows.map(({ name }) => name)
  }
  const before = await names()
  await add()
  await publish()
  await edit({ version: '3', content: 'three' })
  expect(await names()).toHaveLength(before.length + 2)
  await publish()
  await edit({ version: '4', content: 'four' })
  expect(await names()).toHaveLength(before.length + 2)
  await site.admin.call(hotScripts.remove, { query: { ids: '1' } })
  expect(await names()).toEqual(before)
})

test('names, files and groups are validated, and a script has one hot script', async () => {
  expect((await add({ hotName: ' ' })).msg).toBe('Name cannot be empty')
  expect((await add({ content: undefined })).msg).toMatch(/^Download address cannot be empty/)
  expect((await add({ scriptId: 99 })).code).toBe(404)
  expect((await add({ groupIds: [99] })).code).toBe(404)
  await add()
  expect((await add({ hotName: 'Again' })).msg).toMatch(/already/)
  expect((await edit({ content: 'other' })).msg).toMatch(/^Version 2 already exists/)
  expect((await roll({ order: 'hold' })).msg).toBe(
    'The hot update is not published. Start its rollout first.',
  )
  expect((await site.admin.ask(scripts.remove, { query: { ids: '1' } })).msg).toMatch(/use this script/)
})
