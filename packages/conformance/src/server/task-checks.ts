import { createHash } from 'node:crypto'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { type Check, expectEqual, expectThat } from '../core/check.ts'
import { until } from '../core/wait.ts'
import type { Message, WireSocket } from '../core/wire-socket.ts'
import { scriptText } from './operator.ts'
import type { ServerContext } from './server-context.ts'

const md5 = (content: string | Buffer) => createHash('md5').update(content).digest('hex')
const report = (socket: WireSocket, { runId }: Message, state: string, more: object = {}) =>
  socket.send({ action: 'taskState', runId, state, ...more })

export const taskChecks: Check<ServerContext>[] = [
  {
    id: 'S-401',
    title: 'a task reaches a connected phone, and the console shows each state and the log',
    rule: 'The phone receives a task as one run of a script. `runId` identifies the run; each attempt and each round of a loop is a separate run.',
    part: 'tasks',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const params = [{ key: 'word', type: 1, value: 'hello' }]
      const { id, run } = await operator.task(phone, { params: params as never })
      const order = await socket.next('task')
      expectEqual(order.taskId, id, 'taskId')
      expectEqual(order.valueJson, { word: 'hello' }, 'valueJson')
      report(socket, order, 'acknowledged')
      report(socket, order, 'running')
      const { id: runId } = await run(({ state }) => state === 'running', 'running')
      socket.send({ action: 'log', level: 'info', msg: 'a step', time: 1, runId: order.runId })
      report(socket, order, 'succeeded', { msg: 'done' })
      const { msg } = await run(({ state }) => state === 'succeeded', 'succeeded')
      expectEqual(msg, 'done', 'the message in the console')
      await until(
        async () => (await operator.call(taskRuns.lines, { query: { id: runId } as never }))[0],
        context.wire.patienceMs,
        'the line of the run in the console',
      )
    },
  },
  {
    id: 'S-402',
    title: 'the script has the announced MD5, in one piece and in ranges, and needs a token',
    rule: 'A single range is answered with 206 (`If-Range` by the ETag).',
    part: 'tasks',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      await operator.task(phone)
      const { scriptUrl, scriptMd5 } = await socket.next('task')
      const address = String(scriptUrl)
      const whole = await phone.get(address)
      const content = Buffer.from(await whole.arrayBuffer())
      expectEqual(content.toString(), scriptText, 'the script')
      expectEqual(md5(content), String(scriptMd5).toLowerCase(), 'the MD5')
      const etag = whole.headers.get('etag') ?? ''
      const part = await phone.get(address, { range: 'bytes=7-', 'if-range': etag })
      expectEqual(part.status, 206, 'the HTTP status of a range')
      expectEqual(await part.text(), scriptText.slice(7), 'the range')
      const stranger = await context.wire.request(new URL(address, context.wire.server))
      expectThat((await stranger.text()) !== scriptText, 'the script is given to callers without a token')
    },
  },
  {
    id: 'S-403',
    title: 'another phone without a task does not get an unknown file',
    rule: 'for any other the server answers code 404.',
    part: 'tasks',
    async run(context) {
      const phone = await context.enrolled()
      const answer = await phone.get('/rapi/scriptFile/unknown.js/unknown.js')
      expectEqual(((await answer.json()) as { code: number }).code, 404, 'the code')
    },
  },
  {
    id: 'S-404',
    title: 'a failed run shows its cause',
    rule: '`cause` of a failure: download, md5, notAScript, unsigned, noAuthor, exception, timeout, memory, interrupted',
    part: 'tasks',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const { run } = await operator.task(phone)
      report(socket, await socket.next('task'), 'failed', { cause: 'timeout', msg: 'too slow' })
      const { reason, msg } = await run(({ state }) => state === 'failed', 'failed')
      expectEqual([reason, msg], ['timeout', 'too slow'], 'reason and message in the console')
    },
  },
  {
    id: 'S-405',
    title: 'pause and continue reach the phone',
    rule: '`order` pause, continue or stop; `runId`, without it the running script',
    part: 'tasks',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const { id, run } = await operator.task(phone)
      const order = await socket.next('task')
      report(socket, order, 'running')
      await run(({ state }) => state === 'running', 'running')
      const pause = (status: 0 | 1) =>
        operator.call(tasks.pauseOrContinueScriptTask, { body: { id, status } as never })
      await pause(1)
      await socket.next('taskControl', { order: 'pause', runId: order.runId })
      report(socket, order, 'running', { paused: true })
      await run(({ paused }) => paused, 'paused')
      await pause(0)
      await socket.next('taskControl', { order: 'continue' })
      report(socket, order, 'running', { paused: false })
      await run(({ paused }) => !paused, 'running again')
    },
  },
  {
    id: 'S-406',
    title: 'stop reaches the phone, and the run ends as stopped',
    rule: '`order` pause, continue or stop; `runId`, without it the running script',
    part: 'tasks',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const { id, run } = await operator.task(phone)
      const order = await socket.next('task')
      report(socket, order, 'running')
      await run(({ state }) => state === 'running', 'running')
      await operator.call(tasks.updateTaskStatusAndStopRemote, { body: { id } as never })
      await socket.next('taskControl', { order: 'stop', runId: order.runId })
      report(socket, order, 'stopped')
      await run(({ state }) => state === 'stopped', 'stopped')
    },
  },
  {
    id: 'S-407',
    title: 'the server sends a phone one run after the other, the lowest sort first',
    rule: 'The server sends a phone one run after the other, the lowest `sort` first.',
    part: 'tasks',
    async run(context) {
      const phone = await context.assigned()
      const { operator } = context
      const later = await operator.task(phone, { sort: 5 })
      const sooner = await operator.task(phone, { sort: 1 })
      for (const { run } of [later, sooner]) await run(({ reason }) => reason === 'offline', 'planned')
      const socket = await phone.connect()
      const first = await socket.next('task')
      expectEqual(first.taskId, sooner.id, 'the first task')
      report(socket, first, 'running')
      await socket.settled()
      expectEqual(socket.messages.waiting(({ action }) => action === 'task').length, 0, 'further tasks')
      report(socket, first, 'succeeded')
      expectEqual((await socket.next('task')).taskId, later.id, 'the second task')
    },
  },
  {
    id: 'S-408',
    title: 'a started run that the phone does not hold after a lost connection has failed',
    rule: 'A started run that is not in `heldIds` counts as failed; one that had not started is delivered again.',
    part: 'tasks',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const { run } = await operator.task(phone)
      report(socket, await socket.next('task'), 'running')
      await run(({ state }) => state === 'running', 'running')
      socket.vanish()
      await socket.ended()
      await phone.connect()
      const { reason } = await run(({ state }) => state === 'failed', 'failed')
      expectEqual(reason, 'interrupted', 'the reason in the console')
    },
  },
  {
    id: 'S-409',
    title: 'a run that had not started is delivered again after a lost connection',
    rule: 'A started run that is not in `heldIds` counts as failed; one that had not started is delivered again.',
    part: 'tasks',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      await operator.task(phone)
      const { runId } = await socket.next('task')
      socket.vanish()
      await socket.ended()
      const again = await phone.connect()
      expectEqual((await again.next('task')).runId, runId, 'the run')
    },
  },
  {
    id: 'S-410',
    title: 'a run that the phone holds is not delivered again, and its end without a connection counts',
    rule: 'Runs that ended without a connection are reported after the next `registered`, and are in `heldIds` until then.',
    part: 'tasks',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const { run } = await operator.task(phone)
      const order = await socket.next('task')
      report(socket, order, 'running')
      await run(({ state }) => state === 'running', 'running')
      socket.vanish()
      await socket.ended()
      const again = await phone.connect({ heldIds: [order.runId] })
      report(again, order, 'succeeded', { msg: 'without a connection' })
      await run(({ state, msg }) => state === 'succeeded' && msg === 'without a connection', 'succeeded')
      await again.settled()
      expectEqual(again.messages.waiting(({ action }) => action === 'task').length, 0, 'further deliveries')
    },
  },
  {
    id: 'S-411',
    title: 'repeated, earlier and foreign states of a run change nothing',
    rule: 'The first end of a command or a run counts; states that arrive after it change nothing.',
    part: 'tasks',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const other = await (await context.enrolled()).connect()
      const { run } = await operator.task(phone)
      const order = await socket.next('task')
      report(other, order, 'failed', { msg: 'by another phone' })
      await other.settled()
      for (const state of ['running', 'running', 'acknowledged']) report(socket, order, state)
      await run(({ state }) => state === 'running', 'running')
      for (const state of ['succeeded', 'failed', 'running', 'succeeded'])
        report(socket, order, state, { msg: state })
      await socket.settled()
      const { msg } = await run(({ state }) => state === 'succeeded', 'succeeded')
      expectEqual(msg, 'succeeded', 'the message in the console')
    },
  },
  {
    id: 'S-412',
    title: 'each round of a loop is a separate run',
    rule: '`runId` identifies the run; each attempt and each round of a loop is a separate run.',
    part: 'tasks',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      await operator.task(phone, { execType: 2, execNumber: 2 })
      const first = await socket.next('task')
      expectEqual([first.execType, first.round], [2, 1], 'execType and round')
      report(socket, first, 'succeeded')
      const second = await socket.next('task')
      expectEqual(second.round, 2, 'the round')
      expectThat(second.runId !== first.runId, 'both rounds have the same runId')
      report(socket, second, 'succeeded')
    },
  },
  {
    id: 'S-413',
    title: 'an uncaught error of a script is reported',
    rule: 'Uncaught errors of a script go to `POST /rapi/reportExc` in the envelope below',
    part: 'tasks',
    async run(context) {
      const phone = await context.assigned()
      const error = {
        scriptName: 'kit.js',
        scriptVersion: 2,
        apkVersion: '1',
        content: 'Error: of the kit\n at kit',
      }
      expectEqual(await phone.call('/rapi/reportExc', error), {}, 'the answer')
    },
  },
]
