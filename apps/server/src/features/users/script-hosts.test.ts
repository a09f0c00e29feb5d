import { DataScope } from '@fleetdeck/contract/enums'
import type { UserId } from '@fleetdeck/contract/ids'
import { userCloud } from '@fleetdeck/contract/user-cloud'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

let site: TestSite
let fixture: TaskFixture
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(async () => {
  await fixture.reset()
  await site.deps.parameters.set('script.httpHosts', '*.example.org, prices.test:8080')
})
afterEach(() => fixture.closeSockets())
afterAll(() => site.stop())

const allow = (userId: UserId, scriptHosts: string[], client = site.admin) =>
  client.ask(userCloud.edit, { body: { userId, projection: {}, control: {}, scriptHosts } as never })
const hostsOf = (userId: UserId, client = site.admin) => client.call(userCloud.one, { query: { userId } })

/** The hosts of a task's order to a phone of this user. */
async function sentHosts(userId: UserId) {
  const token = await fixture.addPhone(1)
  await site.deps.db.execute(sql`update devices set tenant_id = ${userId}, group_id = null`)
  const phone = await fixture.connect(token)
  await site.deps.db.execute(sql`update scripts set tenant_id = ${userId}`)
  await fixture.task()
  return ((await phone.next('task')).limits as { httpHosts: string[] }).httpHosts
}

test('scripts on a user’s devices reach the hosts of the site', async () => {
  const wang = await addUser(site, { userName: 'wang' })
  expect(await sentHosts(wang.id)).toEqual(['*.example.org', 'prices.test:8080'])
})

test('a user’s own list allows fewer hosts, also for the users below', async () => {
  const wang = await addUser(site, { userName: 'wang' })
  const lee = await addUser(site, { userName: 'lee', parentId: wang.id })
  expect((await allow(wang.id, ['*.api.example.org', 'prices.test:8080'])).code).toBe(0)
  expect(await hostsOf(lee.id)).toMatchObject({ hostsAbove: ['*.api.example.org', 'prices.test:8080'] })
  expect((await allow(lee.id, ['one.api.example.org'])).code).toBe(0)
  expect(await sentHosts(lee.id)).toEqual(['one.api.example.org'])
})

test('hosts outside of the list above are refused by name', async () => {
  const wang = await addUser(site, { userName: 'wang' })
  const lee = await addUser(site, { userName: 'lee', parentId: wang.id })
  expect((await allow(wang.id, ['api.example.org', 'example.com'])).msg).toBe(
    'The site or a user above does not allow the host example.com. Enter a host within theirs.',
  )
  expect((await allow(wang.id, ['prices.test'])).code).toBe(-1)
  expect((await allow(wang.id, ['https://api.example.org'])).msg).toBe(
    'Enter a host, e.g. example.org, *.example.org or example.org:8080',
  )
  await allow(wang.id, ['api.example.org'])
  expect((await allow(lee.id, ['other.example.org'])).code).toBe(-1)
})

test('an entry that the site allows no longer has no effect, and the page can show it', async () => {
  const wang = await addUser(site, { userName: 'wang' })
  await allow(wang.id, ['prices.test:8080', 'api.example.org'])
  await site.deps.parameters.set('script.httpHosts', 'api.example.org')
  expect(await hostsOf(wang.id)).toMatchObject({
    scriptHosts: ['prices.test:8080', 'api.example.org'],
    hostsAbove: ['api.example.org'],
  })
  expect(await sentHosts(wang.id)).toEqual(['api.example.org'])
})

test('nobody changes their own list, and other settings leave it as it is', async () => {
  const permissions = [userCloud.one.permission, userCloud.edit.permission]
  const wang = await addHolder(site, { userName: 'wang' }, { permissions, dataScope: DataScope.self })
  await allow(wang.id, ['api.example.org'])
  expect(await hostsOf(wang.id, wang.client)).toMatchObject({ mayEditHosts: false })
  expect((await allow(wang.id, [], wang.client)).msg).toBe(
    'You cannot change your own list of hosts. Contact the user above you.',
  )
  const body = { userId: wang.id, projection: {}, control: {} }
  expect((await wang.client.ask(userCloud.edit, { body: body as never })).code).toBe(0)
  expect(await hostsOf(wang.id)).toMatchObject({ scriptHosts: ['api.example.org'] })
})
