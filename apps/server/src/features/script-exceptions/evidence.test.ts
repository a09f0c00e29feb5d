import { type ScriptExceptionId, UserId } from '@fleetdeck/contract/ids'
import type { ParameterKey } from '@fleetdeck/contract/parameters'
import { scriptExceptions } from '@fleetdeck/contract/script-exceptions'
import { storage } from '@fleetdeck/contract/storage'
import { addScript } from '@fleetdeck/testing/site/add-script'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { twoTenants } from '../../testing/rights/two-tenants.ts'
import { pruneExceptions } from './script-exceptions.queries.ts'

let site: TestSite
let fixture: TaskFixture
let token: string
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(async () => {
  await fixture.reset()
  token = await fixture.addPhone(1)
})
afterEach(() => fixture.closeSockets())
afterAll(() => site.stop())

const evidence = {
  screenshot: { jpeg: 'AAAA', screenWidth: 1080, screenHeight: 2400 },
  elements: {
    list: [{ depth: 0, type: 'View', id: '', text: 'Buy', x: 0, y: 0, width: 1080, height: 2400 }],
    cut: false,
  },
  lines: [{ level: 'info', msg: 'looking', at: 1_800_000_000_000 }],
  blurred: false,
}
async function report(more: object = {}, as = token) {
  const content = 'Error: sold out\n    at buy (shop.js:7:5)'
  const data = { deviceNo: 'A1', scriptName: 'shop.js', scriptVersion: '1', content, evidence, ...more }
  const response = await fetch(`${site.address}/rapi/reportExc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${as}` },
    body: JSON.stringify({ data: Buffer.from(JSON.stringify(data)).toString('base64') }),
  })
  return ((await response.json()) as { code: number }).code
}
const causes = async () => (await site.admin.call(scriptExceptions.list)).list
const errors = async () => {
  const query = { causeId: firstRow(await causes()).id, orderByColumn: 'id', isAsc: 'asc' } as const
  return (await site.admin.call(scriptExceptions.exceptions, { query })).list
}
const states = async () => (await errors()).map((error) => error.evidence)
const open = (id: ScriptExceptionId) => site.admin.call(scriptExceptions.evidence, { query: { id } })
const files = async () => {
  const { rows } = await site.deps.db.execute(
    sql`select file_name from stored_files where original_name = 'evidence.json.gz'`,
  )
  return rows.length
}
const setParameter = (key: ParameterKey, value: string) => site.deps.parameters.set(key, value)
/** As if the evidence that is stored were from an hour ago. */
const age = () =>
  site.deps.db.execute(sql`update script_evidence set created_at = created_at - interval '1 hour'`)

test('evidence is stored with its error once, and counts as storage of the owner', async () => {
  const before = await site.admin.call(storage.own)
  await report({ requestId: 'a' })
  await report({ requestId: 'a' })
  await report({ requestId: 'b', evidence: undefined })
  await report({ requestId: 'c', evidence: { ...evidence, screenshot: 'nonsense' } })
  expect(await states()).toEqual(['stored', 'none', 'none'])
  const [first, second] = await errors()
  expect(await open(first?.id as ScriptExceptionId)).toEqual(evidence)
  const refused = await site.admin.ask(scriptExceptions.evidence, { query: { id: second?.id as never } })
  expect(refused).toMatchObject({ code: 404, msg: 'No evidence of this error is stored' })
  expect(await files()).toBe(1)
  const after = await site.admin.call(storage.own)
  expect(after.own.files).toBeGreaterThan(before.own.files)
})

test('parts that the phone could not get say why', async () => {
  await report({ evidence: { ...evidence, screenshot: { missing: 'timeout' }, lines: undefined } })
  expect(await open(firstRow(await errors()).id)).toEqual({
    ...evidence,
    screenshot: { missing: 'timeout', msg: '' },
    lines: [],
  })
})

test('only the newest evidence of a cause is stored, one more a minute once there is enough', async () => {
  await setParameter('script.evidencePerCause', '2')
  for (let n = 0; n < 3; n += 1) await report()
  expect(await states()).toEqual(['stored', 'stored', 'enough'])
  await age()
  await report()
  expect(await states()).toEqual(['replaced', 'stored', 'enough', 'stored'])
  expect(await files()).toBe(2)
})

test('an owner without storage left gets the error without its evidence', async () => {
  await setParameter('storage.userMegabytes', '1')
  await site.deps.db.execute(sql`insert into stored_files (file_name, original_name, media_type, size, md5, owner_id)
    values ('full', 'full', 'text/plain', 1048576, '', 1)`)
  expect(await report()).toBe(0)
  expect(await states()).toEqual(['noSpace'])
  expect(await files()).toBe(0)
})

test('orders ask for evidence as the parameters say, and none is stored when they say no', async () => {
  const phone = await fixture.connect(token)
  await fixture.task()
  expect((await phone.next('task')).evidence).toEqual({ blurred: false })
  await setParameter('script.evidenceBlurred', 'true')
  await setParameter('script.evidence', 'false')
  await report()
  expect(await states()).toEqual(['none'])
})

test('deleting, clearing and pruning errors deletes their files', async () => {
  await report()
  await report({ scriptName: 'other.js' })
  await report({ scriptName: 'third.js' })
  expect(await files()).toBe(3)
  const [one] = await causes()
  await site.admin.call(scriptExceptions.remove, { query: { ids: String(one?.id) } })
  expect(await files()).toBe(2)
  await site.deps.db.execute(sql`update script_exceptions set created_at = now() - interval '40 days'
    where script_name = 'other.js'`)
  expect(await pruneExceptions(site.deps.db, new Date(Date.now() - 86_400_000))).toHaveLength(1)
  await site.admin.call(scriptExceptions.clean)
  expect(await causes()).toEqual([])
})

test('a link opens an error for those who see it; others are told no more than that it is not there', async () => {
  const { client, theirs, mine } = await twoTenants(site)
  const id = theirs.scriptExceptionId
  const refused = { code: 404, msg: 'Script error not found, or no permission to view it' }
  expect(await client.ask(scriptExceptions.one, { query: { id } })).toMatchObject(refused)
  expect(await client.ask(scriptExceptions.evidence, { query: { id } })).toMatchObject(refused)
  const missing = { query: { id: 999_999 as ScriptExceptionId } }
  expect(await client.ask(scriptExceptions.one, missing)).toMatchObject(refused)
  const found = await client.call(scriptExceptions.one, { query: { id: mine.scriptExceptionId } })
  expect(found).toMatchObject({ id: mine.scriptExceptionId, causeId: mine.scriptCauseId, ran: null })
})

test('the version that ran is the one with the same content, and only for those who may see the script', async () => {
  const scriptId = await addScript(site.deps.db, { scriptName: 'Shop', tenantId: UserId.parse(1) })
  const { rows } = await site.deps.db.execute<{ md5: string; version: string }>(
    sql`select md5, version from script_versions where script_id = ${scriptId}`,
  )
  const { md5, version } = firstRow(rows)
  await report({ scriptId, scriptMd5: md5.toUpperCase(), scriptVersion: version })
  await report({ scriptName: 'Shop', scriptVersion: version })
  await report({ scriptId, scriptMd5: 'f'.repeat(32) })
  const ran = async () => {
    const all = (await causes()).map(({ id: causeId }) =>
      site.admin.call(scriptExceptions.exceptions, { query: { causeId } }),
    )
    const ids = (await Promise.all(all)).flatMap(({ list }) => list.map(({ id }) => id)).sort((a, b) => a - b)
    return Promise.all(ids.map((id) => site.admin.call(scriptExceptions.one, { query: { id } })))
  }
  const found = await ran()
  expect(found.map((error) => error.ran?.scriptId ?? null)).toEqual([scriptId, scriptId, null])
  expect(found[0]?.ran).toMatchObject({ version, currentVersion: version })
  const { client, mine, theirs } = await twoTenants(site)
  const { scriptExceptionId: id } = mine
  await site.deps.db.execute(
    sql`update script_exceptions set version_id = ${theirs.scriptVersionId} where id = ${id}`,
  )
  expect((await client.call(scriptExceptions.one, { query: { id } })).ran).toBeNull()
  expect((await site.admin.call(scriptExceptions.one, { query: { id } })).ran?.scriptId).toBe(theirs.scriptId)
})
