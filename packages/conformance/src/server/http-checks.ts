import { heartbeatPath } from '@fleetdeck/contract/phone-api'
import { type Check, Deviation, expectEqual, expectThat } from '../core/check.ts'
import { until } from '../core/wait.ts'
import { encoded } from './played-phone.ts'
import type { ServerContext } from './server-context.ts'

type Beat = (echo?: object) => Promise<Record<string, unknown>>

/** Heartbeats of an assigned phone without a socket. */
async function beating(context: ServerContext) {
  const phone = await context.assigned()
  const beat: Beat = (echo = {}) => phone.call(heartbeatPath, { action: 'heartbeat', battery: 50, ...echo })
  return { phone, beat, operator: context.operator }
}

/** The next answer with this action. */
const answered = (context: ServerContext, beat: Beat, action: string) =>
  until(
    async () => {
      const answer = await beat()
      return answer.action === action ? answer : undefined
    },
    context.wire.patienceMs,
    `the answer “${action}” to a heartbeat`,
  )

export const httpChecks: Check<ServerContext>[] = [
  {
    id: 'S-701',
    title: 'a heartbeat over HTTP updates the values in the console',
    rule: 'A phone without a persistent socket sends its heartbeats by `POST /rapi/heartbeat` with the same `Authorization` header',
    part: 'http',
    async run(context) {
      const { phone, beat, operator } = await beating(context)
      await beat({ battery: 61 })
      await until(
        async () => (await operator.device(phone)).runtime.battery === 61 || undefined,
        context.wire.patienceMs,
        'the battery of 61% in the console',
      )
    },
  },
  {
    id: 'S-702',
    title: 'line breaks in base64, numbers for flags and texts for numbers are accepted',
    rule: 'The base64 may contain line breaks; flags may be numbers, and numbers texts.',
    part: 'http',
    async run(context) {
      const phone = await context.stranger({ hasKey: false }).enrol()
      const sent = { battery: '55', serviceOk: 1, isCharging: 0, taskName: '巡检' }
      const data = encoded(sent).replace(/(.{10})/g, '$1\r\n')
      const headers = { authorization: `Bearer ${phone.token}` }
      const answer = await context.wire.sealed(heartbeatPath, { data }, { headers, sent })
      expectEqual(answer.code, 0, `the code (${answer.msg})`)
    },
  },
  {
    id: 'S-703',
    title: 'broken base64, JSON and values, and missing tokens are refused',
    rule: 'A refused call has code -1 and the reason.',
    part: 'http',
    async run(context) {
      const phone = await context.stranger({ hasKey: false }).enrol()
      const post = (data: unknown, token = phone.token) =>
        context.wire.post(heartbeatPath, { data }, token ? { authorization: `Bearer ${token}` } : {})
      for (const data of ['%%%', 'aGFsbG8=', encoded('text'), encoded({ battery: 500 }), 7])
        expectEqual((await post(data)).code, -1, `the code for ${data}`)
      expectEqual((await post(encoded({}), '')).code, 401, 'the code without a token')
      expectEqual((await post(encoded({}), 'x'.repeat(43))).code, 401, 'the code for an unknown token')
    },
  },
  {
    id: 'S-704',
    title: 'a command is in the answer until the phone echoes it, and has succeeded when it no longer does',
    rule: 'A command that is not echoed is sent again, and one that is no longer echoed is done.',
    part: 'http',
    async run(context) {
      const { phone, beat, operator } = await beating(context)
      await beat()
      const run = await operator.command(phone, { command: 'where' })
      const { cmdSubId } = await answered(context, beat, 'where')
      expectEqual((await beat()).cmdSubId, cmdSubId, 'the id of the command that was not echoed')
      await beat({ cmdSubId })
      await run('running')
      expectEqual(await phone.call('/rapi/httpCmdLog', { cmdSubId, msg: 'looking' }), {}, 'httpCmdLog')
      await beat()
      await run('succeeded')
    },
  },
  {
    id: 'S-705',
    title: 'a task is in the answer until the phone echoes it, and has succeeded when it no longer does',
    rule: 'which is echoed by `taskId` and `runId`',
    part: 'http',
    async run(context) {
      const { phone, beat, operator } = await beating(context)
      const { run } = await operator.task(phone)
      const { runId, taskId, scriptUrl } = await answered(context, beat, 'task')
      expectThat((await phone.get(String(scriptUrl))).ok, 'the script cannot be fetched')
      expectEqual((await beat()).runId, runId, 'the run that was not echoed')
      await beat({ taskId, runId })
      await run(({ state }) => state === 'running', 'running')
      await beat()
      await run(({ state }) => state === 'succeeded', 'succeeded')
    },
  },
  {
    id: 'S-706',
    title: 'a run over HTTP whose script threw has failed',
    rule: 'A run without a socket has failed if its error was reported before it is no longer echoed.',
    part: 'http',
    async run(context) {
      const { phone, beat, operator } = await beating(context)
      const { run } = await operator.task(phone)
      const { runId, taskId, scriptName } = await answered(context, beat, 'task')
      await beat({ taskId, runId })
      await run(({ state }) => state === 'running', 'running')
      await phone.call('/rapi/reportExc', { scriptName, runId, content: 'Error: sold out\n at buy' })
      await beat()
      await run(({ state }) => state === 'failed', 'failed')
    },
  },
]

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
    rule: 'Without a token the number in the envelope identifies a phone of the original product',
    part: 'legacy',
    async run(context) {
      const { operator } = context
      const deviceNo = await admittedNumber(context)
      const beat: Beat = (echo = {}) =>
        callByNumber(context, heartbeatPath, deviceNo, legacyHeartbeat(deviceNo, echo))
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
      const { taskId } = await answered(context, beat, 'task')
      await beat({ taskId, taskName: 'kit' })
      await taskRun(({ state }) => state === 'running', 'running')
      await beat()
      await taskRun(({ state }) => state === 'succeeded', 'succeeded')
    },
  },
  {
    id: 'S-903',
    title: 'a number uses the data of its owner',
    rule: 'Without a token the number in the envelope identifies a phone of the original product',
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
const legacyHeartbeat = (deviceNo: string, echo: object) => ({
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
