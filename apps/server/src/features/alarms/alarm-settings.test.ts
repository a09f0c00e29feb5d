import { alarmMessages, alarmSettings, newAlarmSetting } from '@fleetdeck/contract/alarms'
import { DataScope } from '@fleetdeck/contract/enums'
import { operationLogs } from '@fleetdeck/contract/operation-logs'
import { type RobotServer, startRobot, taken } from '@fleetdeck/testing/peers/robot-server'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alarmSettings as settingRows } from '../../platform/db/schema/alarms.ts'
import { openedRobot } from './sealed-robot.ts'

let site: TestSite
let robot: RobotServer
beforeAll(async () => {
  site = await startTestSite()
  robot = await startRobot()
})
beforeEach(async () => {
  await site.reset()
  await site.deps.parameters.set('sys.outgoing.privateNetworks', '127.0.0.0/8')
  robot.hits.length = 0
  robot.answer = taken
})
afterAll(async () => {
  await robot.stop()
  await site.stop()
})

const token = '0123456789abcdef0123'
const address = () => `${robot.address}/robot/send?access_token=${token}`
const draft = (more: object = {}) => ({
  ...newAlarmSetting,
  robotAddress: address(),
  robotKey: 'SECmine',
  ...more,
})
const add = (more: object = {}) => site.admin.ask(alarmSettings.add, { body: draft(more) })
const edit = (more: object = {}) =>
  site.admin.ask(alarmSettings.edit, { body: { ...newAlarmSetting, id: 1, ...more } })
async function stored() {
  const [row] = await site.deps.db.select().from(settingRows)
  if (row?.robotKey) expect(row.robotKey).toMatch(/^sealed:1:/)
  return row && openedRobot(site.deps.seal, row)
}

describe('alarm settings', () => {
  test('are created, shown without their secrets, changed and deleted', async () => {
    expect(await add()).toMatchObject({ code: 0 })
    const { list } = await site.admin.call(alarmSettings.list)
    expect(list).toMatchObject([
      {
        userName: 'admin',
        robotAddress: `${robot.address}/robot/send?access_token=…0123`,
        hasKey: true,
        offline: 300,
      },
    ])
    const one = await site.admin.call(alarmSettings.one, { query: { id: 1 } })
    expect(JSON.stringify([list, one])).not.toMatch(/SECmine|0123456789/)
    expect(await edit({ offline: 0, prefix: ' Hall ' })).toMatchObject({ code: 0 })
    expect(await stored()).toMatchObject({ offline: 0, prefix: 'Hall', robotKey: 'SECmine' })
    expect(await site.admin.ask(alarmSettings.remove, { query: { ids: '1,2' } })).toMatchObject({ code: 404 })
    expect(await site.admin.ask(alarmSettings.remove, { query: { ids: '1' } })).toMatchObject({ code: 0 })
    expect(await stored()).toBeUndefined()
  })

  test('exist once per user', async () => {
    await add()
    expect((await add({ prefix: 'B' })).msg).toBe('This user already has alarm settings. Edit those instead.')
  })

  test('keep address and key when these are left empty, but no key for another bot', async () => {
    await add()
    await edit({ robotAddress: '', robotKey: '' })
    expect(await stored()).toMatchObject({ robotAddress: address(), robotKey: 'SECmine' })
    await edit({ robotAddress: address(), robotKey: 'SECnew' })
    expect(await stored()).toMatchObject({ robotKey: 'SECnew' })
    await edit({ robotAddress: 'https://robot.invalid/' })
    expect(await stored()).toMatchObject({ robotAddress: 'https://robot.invalid/', robotKey: '' })
    await edit({ robotKey: 'SECother' })
    await edit({ robotKind: 'webhook' })
    expect(await stored()).toMatchObject({ robotKey: '' })
  })

  test('are refused with a clear message when a number is out of range', async () => {
    const refusals: [object, string][] = [
      [{ frequency: 29 }, 'Repeat interval must be 30 to 86,400 seconds'],
      [{ frequency: 1.5 }, 'Repeat interval must be 30 to 86,400 seconds'],
      [{ count: -1 }, 'Maximum messages must be 0 to 1000'],
      [{ memory: 70_000 }, 'Free memory must be 1 to 65,536 MB, or 0 for no alarm'],
      [{ offline: 9 }, 'Offline time must be 10 to 604,800 seconds, or 0 for no alarm'],
      [{ lowBattery: 100 }, 'Battery level must be 1% to 99%, or 0 for no alarm'],
      [{ prefix: 'x'.repeat(51) }, 'Prefix can be up to 50 characters'],
      [{ robotKind: 'pigeon' }, 'Select a bot type'],
      [{ robotAddress: '' }, 'Enter the bot’s webhook URL'],
      [
        { robotAddress: 'ftp://robot.invalid' },
        'Bot webhook URL must start with http:// or https:// and cannot contain a user name or password',
      ],
      [
        { robotAddress: 'https://a:b@robot.invalid' },
        'Bot webhook URL must start with http:// or https:// and cannot contain a user name or password',
      ],
    ]
    for (const [more, msg] of refusals) expect(await add(more)).toEqual({ code: -1, msg })
    expect(await stored()).toBeUndefined()
  })

  test('may not point to a private network, unless that is allowed', async () => {
    await site.deps.parameters.set('sys.outgoing.privateNetworks', '')
    for (const inside of ['http://10.0.0.8/', 'http://localhost:9/', 'http://[fd00::1]/', address()]) {
      expect((await add({ robotAddress: inside })).msg, inside).toMatch(/^The bot URL is in a private/)
    }
    await add({ robotAddress: 'https://robot.invalid/' })
    expect((await edit({ robotAddress: address() })).msg).toMatch(/127\.0\.0\.1/)
    await site.deps.parameters.set('sys.outgoing.privateNetworks', '127.0.0.0/8')
    expect(await edit({ robotAddress: address() })).toMatchObject({ code: 0 })
  })

  test('of other users are inaccessible; an administrator may edit those in scope', async () => {
    const lin = await addUser(site, { userName: 'lin' })
    expect(await add({ userId: lin.id })).toMatchObject({ code: 0 })
    expect((await lin.client.ask(alarmSettings.list)).code).toBe(403)
    const all = Object.values(alarmSettings).map(({ permission }) => permission)
    const permissions = [...new Set(all)]
    const wei = await addHolder(site, { userName: 'wei' }, { permissions, dataScope: DataScope.self })
    expect((await wei.client.call(alarmSettings.list)).list).toEqual([])
    const calls = [
      wei.client.ask(alarmSettings.one, { query: { id: 1 } }),
      wei.client.ask(alarmSettings.edit, { body: { ...newAlarmSetting, id: 1 } }),
      wei.client.ask(alarmSettings.remove, { query: { ids: '1' } }),
      wei.client.ask(alarmSettings.test, { body: { robotKind: 'dingtalk', id: 1 } }),
      wei.client.ask(alarmSettings.add, { body: draft({ userId: lin.id }) }),
    ]
    for (const { code } of await Promise.all(calls)) expect(code).toBe(404)
    expect(robot.hits).toEqual([])
    expect(await wei.client.ask(alarmSettings.add, { body: draft() })).toMatchObject({ code: 0 })
  })

  test('do not leave secrets in the operation log', async () => {
    await add()
    await edit({ robotAddress: address(), robotKey: 'SECother' })
    await expect
      .poll(async () => {
        await site.flush()
        return (await site.admin.call(operationLogs.list)).total
      })
      .toBe(2)
    const { list } = await site.admin.call(operationLogs.list)
    const details = await Promise.all(
      list.map(({ id }) => site.admin.call(operationLogs.detail, { query: { id } })),
    )
    expect(JSON.stringify(details)).not.toMatch(/SECmine|SECother|0123456789/)
  })
})

describe('a test message', () => {
  const send = (more: object = {}) =>
    site.admin.ask(alarmSettings.test, {
      body: { robotKind: 'dingtalk', robotAddress: address(), robotKey: 'SECmine', ...more },
    })

  test('is sent to the bot as entered, and returns the bot’s answer', async () => {
    expect(await send({ prefix: 'Hall 1', atAll: true, language: 'en' })).toMatchObject({
      code: 0,
      data: { sent: true, failure: null, status: 200, answer: taken.body },
    })
    expect(robot.hits).toMatchObject([
      {
        path: '/robot/send',
        query: { access_token: token, sign: expect.stringMatching(/=$/) },
        body: {
          text: { content: expect.stringMatching(/^Hall 1 Test message/) },
          at: { isAtAll: true },
        },
      },
    ])
    robot.answer = { status: 200, body: '{"errcode":310000,"errmsg":"sign not match"}' }
    expect((await send()).data).toEqual({
      sent: false,
      failure: 'refused',
      status: 200,
      answer: robot.answer.body,
    })
    const { list } = await site.admin.call(alarmMessages.list)
    expect(list).toMatchObject([
      { kind: 'test', state: 'failed', failure: 'refused', answer: robot.answer.body },
      { kind: 'test', state: 'sent', robotAddress: `${robot.address}/robot/send?access_token=…0123` },
    ])
  })

  test('uses stored values for empty fields, and the language of the site', async () => {
    await add()
    await send({ id: 1, robotAddress: '', robotKey: '' })
    expect(robot.hits[0]).toMatchObject({
      query: { sign: expect.any(String) },
      body: { text: { content: expect.stringMatching(/^测试消息/) } },
    })
    await send({ id: 1, robotKey: '', robotAddress: `${address()}&other=1` })
    expect(robot.hits[1]?.query).not.toHaveProperty('sign')
  })

  test('reports why there was no answer', async () => {
    const { address: gone, stop } = await startRobot()
    await stop()
    expect((await send({ robotAddress: gone })).data).toEqual({
      ...{ sent: false, failure: 'unreachable', status: null },
      answer: 'ECONNREFUSED',
    })
    await site.deps.parameters.set('sys.outgoing.privateNetworks', '')
    expect((await send()).data).toMatchObject({ failure: 'privateAddress', answer: '127.0.0.1' })
    expect((await send({ robotAddress: '' })).msg).toBe('Enter the bot’s webhook URL')
  })
})
