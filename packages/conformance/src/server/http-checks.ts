import { HttpAnswer, heartbeatPath } from '@fleetdeck/contract/phone-api'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { type Check, expectEqual, expectThat } from '../core/check.ts'
import { until } from '../core/wait.ts'
import { scriptText } from './operator.ts'
import { ordersOf } from './orders-of.ts'
import { encoded } from './played-phone.ts'
import type { ServerContext } from './server-context.ts'

/** Calls that a phone may make in a window of time. */
const mostCalls = 100
const callWindowMs = 5500

export type Beat = (echo?: object) => Promise<Record<string, unknown>>

/** Heartbeats of an assigned phone without a socket. */
async function beating(context: ServerContext) {
  const phone = await context.assigned()
  const beat: Beat = async (echo = {}) => {
    const answer = await phone.call(heartbeatPath, { action: 'heartbeat', battery: 50, ...echo })
    expectThat(HttpAnswer.safeParse(answer).success, 'the answer is not that of the contract')
    return answer
  }
  return { phone, beat, operator: context.operator }
}

/** The next answer with this action. */
export const answered = (context: ServerContext, beat: Beat, action: string) =>
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
    rule: 'Numbers may be texts and flags numbers',
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
    rule: 'Work that is not echoed is sent again, up to five times.',
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
    rule: 'The phone echoes `cmdSubId` while it executes a command, and `taskId` with `runId` while it runs a task.',
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
    rule: 'Work that is no longer echoed has ended: as the phone reported it, else as failed if its script threw, as stopped if it was told to stop, and otherwise as done.',
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

/** What the socket brings, in the answers to heartbeats. */
export const httpOrderChecks: Check<ServerContext>[] = [
  {
    id: 'S-711',
    title: 'a stop is answered as stsc while the run is echoed, and the run ends as stopped',
    rule: 'stop that run, or without a `runId` the running script; repeated while the run is echoed',
    part: 'http',
    async run(context) {
      const { beat, operator, id, echo, run } = await running(context)
      await operator.call(tasks.updateTaskStatusAndStopRemote, { body: { id } as never })
      for (const _ of [1, 2]) {
        const { action, runId } = await beat(echo)
        expectEqual([action, runId], ['stsc', echo.runId], 'the answer')
      }
      await beat()
      await run(({ state }) => state === 'stopped', 'stopped')
    },
  },
  {
    id: 'S-712',
    title: 'pause and continue are answered as taskControl until the phone has followed',
    rule: 'as on the socket; repeated to a phone that reports in `paused` that it has not followed',
    part: 'http',
    async run(context) {
      const { beat, operator, id, echo, run } = await running(context)
      for (const [status, order] of [
        [1, 'pause'],
        [0, 'continue'],
      ] as const) {
        await operator.call(tasks.pauseOrContinueScriptTask, { body: { id, status } as never })
        for (const answerTo of ['the first heartbeat', 'the next heartbeat']) {
          const answer = await beat({ ...echo, paused: order !== 'pause' })
          expectEqual(
            [answer.action, answer.order, answer.runId],
            ['taskControl', order, echo.runId],
            `the answer to ${answerTo}`,
          )
        }
        await beat({ ...echo, paused: order === 'pause' })
        await run(({ paused }) => paused === (order === 'pause'), `after ${order}`)
      }
    },
  },
  {
    id: 'S-713',
    title: 'a changed number and other settings are in the answer until the phone has them',
    rule: "of the phone's settings, empty at first; another one than the server's is answered by `settings`",
    part: 'http',
    async run(context) {
      const { phone, beat, operator } = await beating(context)
      const known = { deviceNo: phone.deviceNo, settingsRevision: 'none' }
      const orders = ordersOf(await beat({ ...known, deviceNo: 'another' }))
      expectEqual(orders.find(({ action }) => action === 'assigned')?.deviceNo, phone.deviceNo, 'assigned')
      const isSettings = ({ action }: Record<string, unknown>) => action === 'settings'
      const { revision } = await until(
        async () => orders.find(isSettings) ?? ordersOf(await beat(known)).find(isSettings),
        context.wire.patienceMs,
        'settings in the answer to a heartbeat',
      )
      await beat({ ...known, settingsRevision: revision })
      await until(
        async () => (await operator.device(phone)).settingsConfirmed || undefined,
        context.wire.patienceMs,
        'the confirmed settings in the console',
      )
    },
  },
  {
    id: 'S-714',
    title: 'reports of a run and of its log count as on the socket, and invalid ones are ignored',
    rule: 'frames `taskState`, `commandState`, `log` and `settingsTaken` of the socket, in their order; invalid ones are ignored',
    part: 'http',
    async run(context) {
      const { beat, operator, echo, run } = await running(context)
      const { runId } = echo
      const reports = [
        { action: 'log', msg: 'a step', time: 1, runId },
        { action: 'teleport' },
        { action: 'taskState', runId, state: 'failed', cause: 'exception', msg: 'no such button' },
      ]
      await beat({ reports })
      const { id, msg, reason } = await run(({ state }) => state === 'failed', 'failed')
      expectEqual([msg, reason], ['no such button', 'exception'], 'message and reason in the console')
      await until(
        async () => (await operator.call(taskRuns.lines, { query: { id } }))[0],
        context.wire.patienceMs,
        'the line of the run in the console',
      )
    },
  },
  {
    id: 'S-715',
    title: 'the reported end of a command counts',
    rule: 'frames `taskState`, `commandState`, `log` and `settingsTaken` of the socket, in their order; invalid ones are ignored',
    part: 'http',
    async run(context) {
      const { phone, beat, operator } = await beating(context)
      await beat()
      const run = await operator.command(phone, { command: 'apps' })
      const { cmdSubId } = await answered(context, beat, 'apps')
      await beat({ reports: [{ action: 'commandState', cmdSubId, state: 'failed', msg: 'denied' }] })
      expectEqual((await run('failed')).msg, 'denied', 'the message in the console')
    },
  },
  {
    id: 'S-716',
    title: 'a run that is neither echoed nor held was lost, and has failed',
    rule: 'Work in progress that is neither listed nor echoed was lost and counts as interrupted',
    part: 'http',
    async run(context) {
      const { beat, echo, run } = await running(context)
      await beat({ heldIds: [echo.runId] })
      await run(({ state }) => state === 'running', 'running')
      await beat({ heldIds: [] })
      const { reason } = await run(({ state }) => state === 'failed', 'failed')
      expectEqual(reason, 'interrupted', 'the reason in the console')
    },
  },
  {
    id: 'S-717',
    title: 'a phone whose screen or log is opened is asked to connect',
    rule: "a user has opened the phone's screen, which needs the socket, or its log",
    part: 'http',
    async run(context) {
      const { phone, beat, operator } = await beating(context)
      await beat()
      await operator.viewer(phone)
      expectEqual((await answered(context, beat, 'connect')).purpose, 'screen', 'the purpose')
      await operator.log(phone)
      expectEqual((await answered(context, beat, 'connect')).purpose, 'log', 'the purpose')
    },
  },
  {
    id: 'S-718',
    title: 'the address of a script needs no token while the run is open',
    rule: '`scriptUrl` is a link that needs no token. It is valid for an hour, and only while the run is open',
    part: 'http',
    async run(context) {
      const { beat, operator, phone } = await beating(context)
      const { run } = await operator.task(phone)
      const { runId, taskId, scriptUrl } = await answered(context, beat, 'task')
      const url = new URL(String(scriptUrl))
      const read = async () => (await context.wire.request(url)).text()
      expectEqual(await read(), scriptText, 'the script')
      await beat({ taskId, runId })
      await run(({ state }) => state === 'running', 'running')
      await beat()
      await run(({ state }) => state === 'succeeded', 'succeeded')
      expectThat((await read()) !== scriptText, 'the address is valid after the run')
    },
  },
  {
    id: 'S-720',
    title: 'repeated and late reports of a run change nothing',
    rule: 'The first end of a command or a run counts; states that arrive after it change nothing.',
    part: 'http',
    async run(context) {
      const { beat, echo, run } = await running(context)
      const report = (state: string) => ({ action: 'taskState', runId: echo.runId, state, msg: state })
      await beat({ reports: ['succeeded', 'succeeded', 'failed'].map(report) })
      await beat({ reports: ['running', 'failed'].map(report) })
      const { msg } = await run(({ state }) => state === 'succeeded', 'succeeded')
      expectEqual(msg, 'succeeded', 'the message in the console')
    },
  },
  {
    id: 'S-721',
    title: 'a wrong report is answered by refused with its field',
    rule: 'invalid ones are ignored, and the first is answered by `refused`, with a `field` such as `reports.3.level`',
    part: 'http',
    async run(context) {
      const { beat } = await beating(context)
      const wrong = { action: 'log', level: 'loud', msg: 'x', time: 1 }
      const refused = ordersOf(await beat({ reports: [wrong] })).find(({ action }) => action === 'refused')
      expectEqual([refused?.field, refused?.of], ['reports.0.level', 'log'], 'field and of')
    },
  },
  {
    id: 'S-722',
    title: 'a flood of heartbeats is refused with a reason',
    rule: 'Further ones are refused with code -1.',
    part: 'http',
    async run(context) {
      const { phone, beat } = await beating(context)
      const answers = await Promise.all(
        Array.from({ length: mostCalls + 1 }, () => phone.ask(heartbeatPath, { battery: 50 })),
      )
      const refused = answers.find(({ code }) => code === -1)
      expectThat(refused !== undefined, `${answers.length} heartbeats at a time were accepted`)
      expectThat(refused.msg.length > 0, 'the reason is empty')
      await new Promise((resolve) => setTimeout(resolve, callWindowMs))
      await beat()
    },
  },
  {
    id: 'S-719',
    title: 'more than 100 reports are refused',
    rule: '`reports` | list of up to 100',
    part: 'http',
    async run(context) {
      const { phone } = await beating(context)
      const reports = Array.from({ length: 101 }, () => ({ action: 'log', msg: 'x', time: 1 }))
      expectEqual((await phone.ask(heartbeatPath, { reports })).code, -1, 'the code')
    },
  },
]

/** A task that a phone without a socket has started. */
async function running(context: ServerContext) {
  const { phone, beat, operator } = await beating(context)
  const { id, run } = await operator.task(phone)
  const { runId, taskId } = await answered(context, beat, 'task')
  const echo = { taskId, runId }
  await beat(echo)
  await run(({ state }) => state === 'running', 'running')
  return { phone, beat, operator, id, echo, run }
}
