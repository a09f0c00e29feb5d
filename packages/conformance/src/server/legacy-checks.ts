import { heartbeatPath } from '@fleetdeck/contract/phone-api'
import { tasks } from '@fleetdeck/contract/tasks'
import { type Check, Deviation, expectEqual } from '../core/check.ts'
import { answered, type Beat } from './http-checks.ts'
import { scriptText } from './operator.ts'
import { encoded } from './played-phone.ts'
import type { ServerContext } from './server-context.ts'

/** Phones of the original product: their number alone identifies them. */
export const legacyChecks: Check<ServerContext>[] = [
  {
    id: 'S-901',
    title: 'a phone with a token cannot be addressed by its number alone',
    rule: 'A phone that has a token is never identified by its number.',
    part: 'legacy',
    async run(context) {
      const { deviceNo } = await context.assigned()
      const { code } = await byNumber(context, heartbeatPath, deviceNo, {})
      expectEqual(code, 401, 'the code')
    },
  },
  {
    id: 'S-902',
    title: 'a number waits for an operator, and then sends heartbeats and gets commands and tasks',
    rule: 'Phones of the original product have a number alone: `deviceNo` in the envelope, without a token.',
    part: 'legacy',
    async run(context) {
      const { operator } = context
      const deviceNo = await admittedNumber(context)
      const beat = beatOf(context, deviceNo)
      expectEqual(await beat(), { action: 'resp' }, 'the answer without work')
      const { id } = await operator.device({ deviceNo })
      const run = await operator.command({ id }, { command: 'where' })
      const { cmdSubId, content } = await answered(context, beat, 'where')
      expectEqual(content, '', 'content')
      await beat({ cmdSubId })
      await run('running')
      await callByNumber(context, '/rapi/httpCmdLog', deviceNo, {
        deviceNo,
        cmdSubId,
        msg: 'looking',
        createTimestamp: 1,
      })
      await beat()
      await run('succeeded')
      const { run: taskRun } = await operator.task({ deviceNo })
      const { taskId, scriptUrl } = await answered(context, beat, 'task')
      const script = await context.wire.request(new URL(String(scriptUrl)))
      expectEqual(await script.text(), scriptText, 'the script')
      await beat({ taskId, taskName: 'kit' })
      await taskRun(({ state }) => state === 'running', 'running')
      await beat()
      await taskRun(({ state }) => state === 'succeeded', 'succeeded')
    },
  },
  {
    id: 'S-903',
    title: 'a number uses the data of its owner',
    rule: 'Phones of the original product have a number alone: `deviceNo` in the envelope, without a token.',
    part: 'legacy',
    async run(context) {
      const deviceNo = await admittedNumber(context)
      const groupName = `kit_${deviceNo}`
      const call = (path: string, sent: object) =>
        callByNumber(context, `/rapi/${path}`, deviceNo, { deviceNo, groupName, ...sent })
      expectEqual(await call('addData', { dataKey: 'k', content: '1' }), { result: 1 }, 'addData')
      expectEqual((await call('getData', { dataName: 'k' })).length, 1, 'the items')
      expectEqual(await call('removeData', {}), { result: 1 }, 'removeData')
      const error = { scriptName: 'kit.js', content: 'Error', apkVersion: 3, scriptVersion: 2 }
      expectEqual(await call('reportExc', error), {}, 'reportExc')
    },
  },
  {
    id: 'S-904',
    title: 'a stop is answered as stsc and nothing else, and the run ends as stopped',
    rule: 'They get one command, one task or one `stsc` per answer, and no `orders`.',
    part: 'legacy',
    async run(context) {
      const { operator } = context
      const deviceNo = await admittedNumber(context)
      const beat = beatOf(context, deviceNo)
      const { id, run } = await operator.task({ deviceNo })
      const { taskId } = await answered(context, beat, 'task')
      await beat({ taskId })
      await run(({ state }) => state === 'running', 'running')
      await operator.call(tasks.updateTaskStatusAndStopRemote, { body: { id } })
      const { action, content, orders } = await beat({ taskId })
      expectEqual([action, content, orders], ['stsc', '', undefined], 'the answer')
      await beat()
      await run(({ state }) => state === 'stopped', 'stopped')
    },
  },
  {
    id: 'S-905',
    title: 'a second phone with the number is refused',
    rule: '`androidId` or, without it, `imei` in the heartbeat tells two phones with one number apart.',
    part: 'legacy',
    async run(context) {
      const deviceNo = await admittedNumber(context)
      const beat = beatOf(context, deviceNo)
      await beat()
      const { code } = await byNumber(context, heartbeatPath, deviceNo, {
        ...legacyHeartbeat(deviceNo),
        androidId: 'another',
      })
      expectEqual(code, 401, 'the code for the second phone')
      await beat()
    },
  },
  {
    id: 'S-906',
    title: 'a key in the address replaces the number',
    rule: 'From the first call with the key, the number alone is refused.',
    part: 'legacy',
    async run(context) {
      const deviceNo = await admittedNumber(context)
      const beat = beatOf(context, deviceNo)
      await beat()
      const path = await context.operator.giveKey()
      await beat()
      const sent = legacyHeartbeat(deviceNo)
      const keyed = await byNumber(context, `${path}${heartbeatPath}`, deviceNo, sent)
      expectEqual(keyed.code, 0, `the code with the key (${keyed.msg})`)
      expectEqual(
        (await byNumber(context, heartbeatPath, deviceNo, sent)).code,
        401,
        'the code of the number',
      )
    },
  },
]

const byNumber = (context: ServerContext, path: string, deviceNo: string, sent: object) =>
  context.wire.sealed(path, { deviceNo, data: encoded(sent) }, { sent })

// The values depend on the call.
async function callByNumber(
  context: ServerContext,
  path: string,
  deviceNo: string,
  sent: object,
): Promise<ReturnType<typeof JSON.parse>> {
  const { code, msg, data } = await byNumber(context, path, deviceNo, sent)
  if (code !== 0) throw new Deviation(`${path} was refused: ${code} ${msg}`)
  return data
}

/** Heartbeats of the number. */
const beatOf =
  (context: ServerContext, deviceNo: string): Beat =>
  (echo = {}) =>
    callByNumber(context, heartbeatPath, deviceNo, legacyHeartbeat(deviceNo, echo))

/** A number that an operator has admitted; skips where the site does not allow numbers without a token. */
async function admittedNumber(context: ServerContext): Promise<string> {
  const { operator } = context
  const deviceNo = await operator.addNumber()
  const { code } = await byNumber(context, heartbeatPath, deviceNo, {})
  expectEqual(code, 401, 'the code before an operator has admitted the number')
  await operator.admit(deviceNo)
  return deviceNo
}

/** As the original product sends it. */
const legacyHeartbeat = (deviceNo: string, echo: object = {}) => ({
  ...{
    action: 'heartbeat',
    deviceNo,
    androidId: 'kit',
    imei: '86',
    brand: 'Kit',
    model: 'One',
    osVersion: '11',
  },
  ...{
    apkVersion: '1',
    ecVersion: '1',
    runMode: '2',
    serviceOk: 1,
    battery: 50,
    batteryTemp: 30,
    isCharging: 1,
  },
  ...{ brightness: 100, sdCardSpace: 64e9, sdCardLeftSpace: 32e9, totalMemory: 8e9, availMemory: 4e9 },
  ...{ msg: '', createTimestamp: Date.now() },
  ...echo,
})
