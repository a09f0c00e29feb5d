import { commands } from '@fleetdeck/contract/commands'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { formerPhones } from '@fleetdeck/contract/former-phones'
import { scriptTries } from '@fleetdeck/contract/scripts'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { hashToken, newToken } from '../../platform/core/tokens.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { scriptVersions } from '../../platform/db/schema/scripts.ts'
import { taskRuns } from '../../platform/db/schema/task-runs.ts'
import { tasks } from '../../platform/db/schema/tasks.ts'
import type { TenantFixtures } from '../../testing/rights/tenant-fixtures.ts'
import { twoTenants } from '../../testing/rights/two-tenants.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const headersOf = (token: string | undefined) => ({
  languageselect: 'en',
  ...(token && { authorization: `Bearer ${token}` }),
})
/** The text, or the code of the refusal. */
async function get(url: string, token: string | undefined): Promise<string | number> {
  const response = await fetch(new URL(url, site.address), { headers: headersOf(token) })
  const isRefusal = response.headers.get('content-type')?.startsWith('application/json')
  return isRefusal ? ((await response.json()) as { code: number }).code : response.text()
}
async function connect(token: string) {
  const socket = TestSocket.phone(site.address, token)
  onTestFinished(() => socket.close())
  await socket.next('registered')
  return socket
}

describe('the file of a script', () => {
  /** A phone of one tenant, and the file of a script of another. */
  async function setUp() {
    const { mine, theirs } = await twoTenants(site)
    const token = newToken()
    const change = { tokenHash: hashToken(token) }
    await site.deps.db.update(devices).set(change).where(eq(devices.id, mine.deviceRowId))
    const file = async ({ scriptId }: TenantFixtures) =>
      firstRow(await site.deps.db.select().from(scriptVersions).where(eq(scriptVersions.scriptId, scriptId)))
    const fetched = async (tenant: TenantFixtures) =>
      get(`/rapi/scriptFile/${(await file(tenant)).fileName}/a.js`, token)
    return { mine, theirs, token, file, fetched }
  }

  test('is for phones of its owner', async () => {
    const { mine, theirs, fetched } = await setUp()
    expect(await fetched(mine)).toBe('1')
    expect(await fetched(theirs)).toBe(404)
    await site.deps.db.update(devices).set({ tenantId: null }).where(eq(devices.id, mine.deviceRowId))
    expect(await fetched(mine)).toBe(404)
  })

  test('is for a phone of another owner as long as it has a run of the script', async () => {
    const { mine, theirs, fetched } = await setUp()
    const { db } = site.deps
    await db.update(tasks).set({ scriptId: theirs.scriptId }).where(eq(tasks.id, mine.startedTaskId))
    const become = (state: 'sent' | 'running' | 'succeeded') =>
      db.update(taskRuns).set({ state }).where(eq(taskRuns.id, mine.taskRunId))
    for (const state of ['sent', 'running'] as const) {
      await become(state)
      expect(await fetched(theirs)).toBe('1')
    }
    await become('succeeded')
    expect(await fetched(theirs)).toBe(404)
  })

  test('that is tried on one phone is not for another one', async () => {
    await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
    const [first, second] = [await addAssignedPhone(site, 1), await addAssignedPhone(site, 2)]
    const socket = await connect(first)
    await site.admin.call(scriptTries.tryOut, { body: { deviceNo: 'A1', content: 'log(1)', params: [] } })
    const { scriptUrl } = await socket.next('task')
    expect(await get(String(scriptUrl), first)).toBe('log(1)')
    expect(await get(String(scriptUrl), second)).toBe(404)
  })
})

describe('the file of a command', () => {
  /** Two phones; the first is asked to store a file. */
  async function setUp() {
    await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
    const [first, second] = [await addAssignedPhone(site, 1), await addAssignedPhone(site, 2)]
    const body = new FormData()
    body.set('file', new Blob(['hello']), 'notes.txt')
    const headers = headersOf(site.admin.token)
    const uploaded = await fetch(`${site.address}/common/upload`, { method: 'POST', body, headers })
    const { fileName } = ((await uploaded.json()) as { data: { fileName: string } }).data
    const socket = await connect(first)
    const send = (order: object) =>
      site.admin.call(commands.add, { body: { order, selection: { ids: [1] } } as never })
    await send({ command: 'push', fileName })
    const { content } = await socket.next('command')
    return { first, second, socket, send, url: String(content) }
  }

  test('is for its phone alone, which proves who it is', async () => {
    const { first, second, url } = await setUp()
    expect(await get(url, first)).toBe('hello')
    expect(await get(url, second)).toBe(404)
    expect(await get(url, undefined)).toBe(401)
  })

  test('is sent by its phone alone', async () => {
    const { first, second, socket, send } = await setUp()
    await send({ command: 'pull', path: '/sdcard/a.txt' })
    const { cmdSubId } = await socket.next('command')
    const upload = async (token: string | undefined) => {
      const body = new FormData()
      body.set('file', new Blob(['hello']), 'a.txt')
      const headers = headersOf(token)
      const url = `${site.address}/rapi/commandFile/${cmdSubId}`
      return ((await (await fetch(url, { method: 'POST', body, headers })).json()) as { code: number }).code
    }
    expect(await upload(undefined)).toBe(401)
    expect(await upload(second)).toBe(404)
    expect(await upload(first)).toBe(0)
  })

  test('needs no token where the site knows phones by their number and an operator has admitted it', async () => {
    const { first, url } = await setUp()
    const { db, parameters } = site.deps
    await parameters.set('device.legacyNumberOnly', 'true')
    expect(await get(url, undefined)).toBe(401)
    await db.execute(sql`update devices set token_hash = null where device_no = 'A1'`)
    expect(await get(url, undefined)).toBe(401)
    expect(await get(url, undefined)).toBe(401)
    const { id } = firstRow((await site.admin.call(formerPhones.list)).list)
    await site.admin.call(formerPhones.admit, { body: { ids: [id] } })
    expect(await get(url, undefined)).toBe('hello')
    expect(await get(url, first)).toBe(401)
    await parameters.set('device.legacyNetworks', '10.1.0.0/16')
    expect(await get(url, undefined)).toBe(401)
    await parameters.set('device.legacyNumberOnly', 'false')
    expect(await get(url, undefined)).toBe(401)
  })
})
