import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commands } from '@fleetdeck/contract/commands'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { enrolmentCodes } from '@fleetdeck/contract/enrolment-codes'
import { enrolmentRequests } from '@fleetdeck/contract/enrolment-requests'
import { UserId } from '@fleetdeck/contract/ids'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AgentTiming } from '../../../../apps/agent/src/agent.ts'
import { type LightFleet, startLightPhones } from '../../../../apps/agent/src/light-phones.ts'
import type { Notice } from '../../../../apps/agent/src/notice.ts'
import { type SimulatedPhones, startSimulatedPhones } from '../../../../apps/agent/src/simulated-phones.ts'
import { storedFiles } from '../../../../apps/server/src/platform/db/schema/stored-files.ts'
import { firstRow } from '../site/first-row.ts'
import { startTestSite, type TestSite } from '../site/test-site.ts'

/** The agent with its key pairs and the server as they are. */
let site: TestSite
let folders: string[] = []
let running: (SimulatedPhones | LightFleet)[] = []
let notices: string[]
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  notices = []
})
afterEach(async () => {
  for (const phones of running) await phones.stop()
  for (const folder of folders) await rm(folder, { recursive: true })
  running = []
  folders = []
})
afterAll(() => site.stop())

const quick: Partial<AgentTiming> = { backOff: { firstMs: 20, limitMs: 200 }, refusedRetryMs: 100 }
async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'agent-'))
  folders.push(folder)
  return folder
}
const settings = (stateDir: string, key = site.deps.parameters.get('device.enrolmentKey')) => ({
  server: new URL(site.address),
  key,
  stateDir,
  language: 'en' as const,
  namePrefix: 'farm',
})
async function start(stateDir: string, count = 1, key?: string) {
  const notice = (name: string, ...[, message]: Parameters<Notice>) => notices.push(`${name}: ${message}`)
  const phones = await startSimulatedPhones({ ...settings(stateDir, key), count, timing: quick, notice })
  running.push(phones)
  return phones
}
const listed = async () => (await site.admin.call(devices.list)).list
const connected = () => site.deps.hub.phoneIds().length
const newCode = async (maxUses = 1) => {
  const body = { codeName: 'farm', target: 'site' as const, maxUses }
  return (await site.admin.call(enrolmentCodes.add, { body })).code
}

test('a phone enrols with a key of its own, which only its owner can read, and uses it again after a restart', async () => {
  const folder = await newFolder()
  const phones = await start(folder)
  await expect
    .poll(async () => (await listed()).map(({ hasKey, runtime }) => hasKey && runtime.online))
    .toEqual([true])
  await phones.stop()
  expect((await stat(join(folder, 'phones.json'))).mode & 0o777).toBe(0o600)
  await site.deps.db.execute('update devices set token_hash = null')
  await start(folder)
  await expect.poll(connected).toBe(1)
  expect((await site.admin.call(enrolmentRequests.list)).total).toBe(0)
})

test('a phone that lost its folder says that it waits, once, and connects when it is approved', async () => {
  const phones = await start(await newFolder())
  await expect.poll(connected).toBe(1)
  await phones.stop()
  await start(await newFolder())
  const requests = async () => (await site.admin.call(enrolmentRequests.list)).list
  await expect.poll(async () => (await requests())[0]?.count ?? 0).toBeGreaterThan(1)
  const said = notices.filter((notice) => notice.includes('An administrator has to approve'))
  expect(said).toHaveLength(1)
  const [request] = await requests()
  expect(said[0]).toContain(request?.asking.fingerprint)
  await site.admin.call(enrolmentRequests.approve, { body: { ids: request ? [request.id] : [] } })
  await expect.poll(connected).toBe(1)
})

test('an agent that is updated keeps its token and gets a key without an approval', async () => {
  const token = await site.enrol('farm-001')
  const folder = await newFolder()
  const state = { installation: 'abc', servers: { [new URL(site.address).origin]: { 'farm-001': token } } }
  await writeFile(join(folder, 'phones.json'), JSON.stringify(state))
  await start(folder)
  await expect
    .poll(async () => (await listed()).map(({ hasKey, runtime }) => hasKey && runtime.online))
    .toEqual([true])
  const kept = JSON.parse(await readFile(join(folder, 'phones.json'), 'utf8'))
  expect(kept.servers).toEqual(state.servers)
  expect((await site.admin.call(enrolmentRequests.list)).total).toBe(0)
})

test('light phones without their folder wait, and the terminal counts them in one line', async () => {
  const lines: string[] = []
  const light = async (stateDir: string, count: number) => {
    const fleet = await startLightPhones({ ...settings(stateDir), count }, (line) => lines.push(String(line)))
    running.push(fleet)
    return fleet
  }
  const first = await light(await newFolder(), 3)
  await expect.poll(() => first.connected()).toBe(3)
  await first.stop()
  const second = await light(await newFolder(), 5)
  await expect.poll(() => second.connected()).toBe(2)
  expect(lines.filter((line) => line.includes('approval'))).toEqual([
    'Waiting for approval: 3 of 5. Approve them in the console, then start again.',
  ])
  expect((await site.admin.call(enrolmentRequests.list)).total).toBe(3)
})

test('an agent with a used-up code connects its phones after a restart, and says what a new phone needs', async () => {
  const folder = await newFolder()
  const code = await newCode()
  const phones = await start(folder, 1, code)
  await expect.poll(connected).toBe(1)
  await phones.stop()
  await expect.poll(connected).toBe(0)
  await start(folder, 2, code)
  await expect.poll(connected).toBe(1)
  const refused = () => notices.filter((notice) => notice.startsWith('farm-002: enrolment refused'))
  await expect.poll(refused).toHaveLength(1)
  expect(refused()[0]).toContain(
    'This enrolment code is used up. Create another one in the console under Devices → Enrolment codes, and start the agent with it.',
  )
  expect((await listed()).map(({ deviceId }) => deviceId)).toEqual(['farm-001'])
})

test('an agent with a used-up code brings its phones back when their tokens are no longer valid', async () => {
  await start(await newFolder(), 1, await newCode())
  await expect.poll(connected).toBe(1)
  const [id] = site.deps.hub.phoneIds()
  await site.deps.db.execute('update devices set token_hash = null')
  await site.deps.hub.closePhone(id as NonNullable<typeof id>, 4401, 'its token ended')
  await expect.poll(() => notices.filter((notice) => notice.endsWith(': enrolled'))).toHaveLength(2)
  await expect.poll(connected).toBe(1)
})

test('light phones connect as far as their code goes, and the terminal says why the others are missing', async () => {
  const lines: string[] = []
  const folder = await newFolder()
  const code = await newCode(2)
  const light = async () => {
    const options = { ...settings(folder, code), count: 5 }
    const fleet = await startLightPhones(options, (line) => lines.push(String(line)))
    running.push(fleet)
    await expect.poll(() => fleet.connected()).toBe(2)
    return fleet
  }
  await (await light()).stop()
  await light()
  expect(
    lines.filter((line) => line.startsWith('Not enrolled: 3 of 5, reason: This enrolment code is used up.')),
  ).toHaveLength(2)
})

test('the server’s message about a refused file is in the language of the agent', async () => {
  await start(await newFolder())
  await expect.poll(connected).toBe(1)
  const { id, deviceId } = firstRow(await listed())
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  const assigned = { deviceNo: 'A1', deviceId, tenantId: 1, groupId: 1 }
  await site.admin.call(devices.addAssDevice, { body: assigned })
  await site.deps.parameters.set('storage.temporaryMegabytes', '1')
  await site.deps.db.insert(storedFiles).values({
    ...{ fileName: 'full.bin', originalName: 'full.bin', mediaType: '', md5: '', temporary: true },
    ...{ ownerId: UserId.parse(1), size: 1024 * 1024 },
  })
  await site.admin.call(commands.add, { body: { order: { command: 'shot' }, selection: { ids: [id] } } })
  const run = async () => firstRow((await site.admin.call(commands.runs)).list)
  // The agent tries again for a while before it gives up.
  await expect
    .poll(run, { timeout: 80_000 })
    .toMatchObject({ state: 'failed', msg: expect.stringMatching(/^Space for temporary files is full/) })
})
