import { alarms, newAlarmSetting } from '@fleetdeck/contract/alarms'
import { DataScope } from '@fleetdeck/contract/enums'
import { PlatformId, ScriptId, ScriptVersionId, UserId } from '@fleetdeck/contract/ids'
import { type RobotServer, startRobot, taken } from '@fleetdeck/testing/peers/robot-server'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alarmSettings } from '../../platform/db/schema/alarms.ts'
import { hotScripts } from '../../platform/db/schema/hot-scripts.ts'
import { platforms } from '../../platform/db/schema/platforms.ts'
import { scriptSources } from '../../platform/db/schema/script-sources.ts'
import { scripts, scriptVersions } from '../../platform/db/schema/scripts.ts'
import { AlarmMonitor } from './alarm-monitor.ts'

let site: TestSite
let robot: RobotServer
beforeAll(async () => {
  robot = await startRobot()
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  robot.hits.length = 0
  robot.answer = taken
  await site.deps.parameters.set('sys.outgoing.privateNetworks', '127.0.0.0/8')
  await site.deps.parameters.set('alarm.settleSeconds', '0')
  await site.deps.parameters.set('alarm.groupSeconds', '1')
})
afterAll(async () => {
  await site.stop()
  await robot.stop()
})

const admin = UserId.parse(1)
const watchFor = (userId: UserId, more: Partial<typeof alarmSettings.$inferInsert> = {}) =>
  site.deps.db.insert(alarmSettings).values({
    ...newAlarmSetting,
    ...{ userId, robotKind: 'webhook', robotAddress: `${robot.address}/hook`, ...more },
  })

/** A hot update that its runs have stopped: 3 of 8 failed. */
async function addStopped(tenantId: UserId) {
  const { db } = site.deps
  await db.insert(platforms).values({ platformName: 'Shop', tenantId })
  await db.insert(scripts).values({ scriptName: 'shop.js', platformId: PlatformId.parse(1), tenantId })
  await db.execute(
    sql`insert into script_versions (script_id, version, file_name, original_name, size, md5) values (1, '2', '', '', 1, '')`,
  )
  const evidence = { runs: 8, failed: 3 } as never
  await db.insert(hotScripts).values({
    ...{ hotName: 'Shop', tenantId, scriptId: ScriptId.parse(1), versionId: ScriptVersionId.parse(1) },
    ...{ forceUpdate: 0, versionPopup: 0, versionMsg: '', groupIds: [], state: 'withdrawn', evidence },
    ...{ exceptionLimit: 5, whenOver: 1, stoppedAt: new Date() },
  })
}

/** A repository that fails. */
const addSource = (tenantId: UserId, failures: number, more: object = {}) =>
  site.deps.db.insert(scriptSources).values({
    ...{
      sourceName: 'Scripts',
      tenantId,
      platformId: PlatformId.parse(1),
      address: '',
      branch: '',
      folder: '',
    },
    ...{ authKind: 'none', intervalMinutes: 15, hookKey: 'k', hookSecret: '', provider: 'other' },
    ...{ state: 'failed', failures, nextAt: sql`now() + interval '1 hour'`, ...more },
  })
const touchSource = (change: Partial<typeof scriptSources.$inferInsert>) =>
  site.deps.db.update(scriptSources).set(change)

/** Found within one check; called twice, because the first may join a check in progress. */
async function check() {
  await site.alarmMonitor.check()
  await site.alarmMonitor.check()
}
const list = async (client: TestClient = site.admin) => (await client.call(alarms.list)).list
const sent = () => robot.hits.map(({ body }) => String(body.text))

test('each is opened and sent once, whichever of several servers finds it', async () => {
  await watchFor(admin, { language: 'en' })
  const others = [new AlarmMonitor(site.deps), new AlarmMonitor(site.deps)]
  await addStopped(admin)
  await addSource(admin, 3)
  await Promise.all([...others, site.alarmMonitor].map((one) => one.check()))
  await check()
  expect((await list()).map(({ kind }) => kind).sort()).toEqual(['hotScript', 'scriptSource'])
  await expect.poll(sent).toHaveLength(1)
  await Promise.all(others.map((one) => one.check()))
  await Promise.all(others.map((one) => one.close()))
  expect(sent()).toHaveLength(1)
  expect(
    sent()[0]
      ?.split('\n')
      .map((line) => line.replace(/^Since: .*/, 'Since')),
  ).toEqual([
    'Script alarm',
    ...['1 hot update stopped automatically after too many failed runs', 'Names: Shop (38%)', 'Since'],
    ...['1 Git repository could not be read', 'Names: Scripts (3 failures)', 'Since'],
  ])
  await touchSource({ state: 'read', failures: 0 })
  await expect.poll(sent, { timeout: 10_000 }).toHaveLength(2)
  expect(sent()[1]).toBe('Script alarm resolved\n1 Git repository readable again\nNames: Scripts')
})

test('the settings of the user above apply, and nobody else sees the alarm', async () => {
  const wei = await addUser(site, { userName: 'wei' })
  const role = { permissions: ['alarm/list/list'], dataScope: DataScope.self }
  const { client: foreign } = await addHolder(site, { userName: 'foreign' }, role)
  await site.deps.db.execute(sql`update users set parent_id = 1 where id = ${wei.id}`)
  await watchFor(admin, { robotAddress: '' })
  await addStopped(wei.id)
  await check()
  expect(await list()).toMatchObject([{ kind: 'hotScript', userName: 'wei' }])
  expect(await list(foreign)).toEqual([])
})

test('a repository alarms at the number of failures, or when it is not tried again', async () => {
  await watchFor(admin, { sourceFailures: 6, hotStopped: false })
  await addStopped(admin)
  await addSource(admin, 5)
  await check()
  expect(await list()).toEqual([])
  await touchSource({ nextAt: null })
  await check()
  expect(await list()).toMatchObject([{ kind: 'scriptSource', state: 'open', value: 5, threshold: 6 }])
  // Neither wrong nor well while it waits.
  await touchSource({ state: 'waiting', failures: 0 })
  await check()
  expect(await list()).toMatchObject([{ state: 'open' }])
  await touchSource({ status: 1 })
  await check()
  expect(await list()).toMatchObject([{ state: 'resolved', ending: 'ruleGone' }])
})

test('an alarm that a user resolved reopens only after the cause was over; deleting the cause removes it', async () => {
  await watchFor(admin)
  await addStopped(admin)
  await check()
  const [alarm] = await list()
  await site.admin.call(alarms.resolve, { body: { ids: [alarm?.id ?? 0], note: 'known' } })
  await check()
  expect(await list()).toMatchObject([{ state: 'resolved', ending: 'byHand' }])
  await site.deps.db.update(hotScripts).set({ stoppedAt: null })
  await check()
  await site.deps.db.update(hotScripts).set({ stoppedAt: new Date() })
  await check()
  expect(await list()).toMatchObject([{ state: 'open' }, { state: 'resolved' }])
  await site.deps.db.delete(hotScripts)
  expect(await list()).toEqual([])
  await site.deps.db.delete(scriptVersions)
})
