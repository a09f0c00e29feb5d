import { type Check, Deviation, expectEqual, expectThat, Skip } from '../core/check.ts'
import { type HttpBeat, heartbeatSeconds, type PhoneContext } from './phone-context.ts'
import { expectReport } from './work-checks.ts'

/** For phones without a socket. */
export const httpChecks: Check<PhoneContext>[] = [
  {
    id: 'P-701',
    title: 'heartbeats come over HTTP with the token, as the contract says',
    rule: 'A phone without a persistent socket sends its heartbeats by `POST /rapi/heartbeat` with the same `Authorization` header',
    part: 'http',
    async run(context) {
      for (const _ of [1, 2]) await context.beat()
    },
  },
  {
    id: 'P-702',
    title: 'a command is echoed while it runs, and no longer when it has ended',
    rule: 'The phone echoes `cmdSubId` while it executes a command, and `taskId` with `runId` while it runs a task.',
    part: 'commands',
    over: 'http',
    async run(context) {
      const cmdSubId = context.newId()
      context.server.order = { action: 'where', cmdSubId, content: '' }
      await context.beat((beat) => beat.cmdSubId === cmdSubId)
      context.server.order = { action: 'resp' }
      await context.beat((beat) => beat.cmdSubId === undefined)
    },
  },
  {
    id: 'P-703',
    title: 'unknown answers are ignored, and failures retried',
    rule: 'HTTP 5xx, 429 and 408, time-outs and broken connections are temporary.',
    part: 'http',
    async run(context) {
      const { server } = context
      server.order = { action: 'teleport', cmdSubId: 'x', content: '' }
      for (const _ of [1, 2]) await context.beat()
      server.order = { action: 'resp', colour: 'red' }
      server.failsWith = 503
      await new Promise((resolve) => setTimeout(resolve, 1500))
      server.failsWith = undefined
      await context.beat()
    },
  },
  {
    id: 'P-704',
    title: 'a task is fetched and echoed while it runs, and no longer when it has ended',
    rule: 'The phone echoes `cmdSubId` while it executes a command, and `taskId` with `runId` while it runs a task.',
    part: 'tasks',
    over: 'http',
    async run(context) {
      const order = linked(context, context.task('sleep(10)\n'))
      await context.ordered(order, echoes(order), 'a heartbeat that echoes the task')
      const { pathname } = new URL(order.scriptUrl)
      await context.server.calls.take(
        ({ path }) => path === pathname,
        context.patienceMs,
        'a request of the script',
      )
      await context.beat(isIdle, 'a heartbeat without the task')
    },
  },
  {
    id: 'P-705',
    title: 'a command that is delivered again is not executed again',
    rule: 'A command may be delivered more than once and must run once',
    part: 'commands',
    over: 'http',
    async run(context) {
      const order = { action: 'where', cmdSubId: context.newId(), content: '' }
      const isEchoed = ({ cmdSubId }: HttpBeat) => cmdSubId === order.cmdSubId
      await context.ordered(order, isEchoed, 'a heartbeat that echoes the command')
      await context.beat(({ cmdSubId }) => cmdSubId === undefined, 'a heartbeat without the command')
      const isLine = ({ path, sent }: { path: string; sent: unknown }) =>
        path === commandLinePath && isEchoed(sent as HttpBeat)
      context.server.calls.drop(isLine)
      context.server.order = order
      for (const _ of [1, 2, 3]) await context.beat()
      expectEqual(context.server.calls.waiting(isLine).length, 0, 'lines of the second delivery')
    },
  },
  {
    id: 'P-706',
    title: 'a command that is not supported has failed or has a line with the reason',
    rule: 'An unsupported command is `failed`, with the reason in `msg`.',
    part: 'commands',
    over: 'http',
    async run(context) {
      const cmdSubId = context.newId()
      const isAbout = (one: HttpBeat) => one.cmdSubId === cmdSubId
      context.server.order = { action: 'launch', cmdSubId, content: 'org.example.no.such.app' }
      const { sent } = await context.server.calls.take(
        ({ path, sent: body }) =>
          (path === commandLinePath && isAbout(body as HttpBeat)) ||
          reportsOf(body as HttpBeat).some((report) => isAbout(report) && report.state === 'failed'),
        context.patienceMs,
        'a reason',
      )
      const { msg } = reportsOf(sent as HttpBeat).find(isAbout) ?? (sent as HttpBeat)
      expectThat(String(msg ?? '').length > 0, 'the reason is empty')
    },
  },
  {
    id: 'P-707',
    title: 'settings are applied, and their revision is in the next heartbeats',
    rule: "of the phone's settings, empty at first; another one than the server's is answered by `settings`",
    part: 'settings',
    over: 'http',
    async run(context) {
      const order = settingsOrder(context)
      await context.ordered(order, has(order), 'a heartbeat with the new `settingsRevision`')
    },
  },
  {
    id: 'P-708',
    title: 'further orders of an answer are taken, too',
    rule: 'The action is the most urgent order. Further ones are in `orders`',
    part: 'settings',
    over: 'http',
    async run(context) {
      const further = settingsOrder(context)
      const orders = [{ action: 'assigned', deviceNo: 'K8' }, { action: 'teleport' }, further]
      await context.ordered(
        { action: 'refused', reason: 'a test of the kit', orders },
        has(further),
        'a heartbeat with the `settingsRevision` of a further order',
      )
    },
  },
  {
    id: 'P-709',
    title: 'a new number is in the next heartbeats of a phone that sends its number',
    rule: 'the number that the phone knows; if it has another one by now, the answer contains `assigned`',
    part: 'http',
    async run(context) {
      const { deviceNo: before } = await context.beat()
      const deviceNo = before === 'K9' ? 'K10' : 'K9'
      context.forgetBeats()
      context.server.order = { action: 'assigned', deviceNo }
      for (const _ of [1, 2]) await context.beat()
      const { deviceNo: sent } = await context.beat()
      if (sent === undefined || sent === '') throw new Skip('the phone does not send its number')
      expectEqual(sent, deviceNo, 'the number')
    },
  },
  {
    id: 'P-710',
    title: 'answers that cannot be read and refusals are ignored, and the next heartbeat follows',
    rule: 'A phone ignores an answer that it cannot read, and sends its next heartbeat as usual.',
    part: 'http',
    async run(context) {
      const answers = [
        '',
        '<html>',
        '[]',
        '{"code":0}',
        '{"code":0,"msg":"","data":"%%%"}',
        `{"code":0,"msg":"","data":"${encoded('[]')}"}`,
        '{"code":-1,"msg":"a test of the kit"}',
      ]
      for (const answer of answers) {
        context.server.spoiltAnswer = answer
        context.forgetBeats()
        await context.beat(undefined, `a heartbeat after the answer ${answer}`)
      }
      context.server.spoiltAnswer = undefined
      context.forgetBeats()
      await context.beat()
    },
  },
  {
    id: 'P-711',
    title: 'a run is paused, continued and stopped',
    rule: 'stop that run, or without a `runId` the running script; repeated while the run is echoed',
    part: 'tasks',
    over: 'http',
    async run(context) {
      const order = linked(context, context.task('while (true) sleep(50)\n'))
      const { runId } = order
      await context.ordered(order, echoes(order), 'a heartbeat that echoes the task')
      for (const [word, isPaused] of [
        ['pause', true],
        ['continue', false],
      ] as const) {
        const isSo = (beat: HttpBeat) => echoes(order)(beat) && (beat.paused === true) === isPaused
        await context.ordered(
          { action: 'taskControl', order: word, runId },
          isSo,
          `a heartbeat after ${word}`,
        )
      }
      const stop = { action: 'stsc', cmdSubId: `stop-${runId}`, content: '', order: 'stop', runId }
      await context.ordered(stop, isIdle, 'a heartbeat without the stopped task')
    },
  },
  {
    id: 'P-712',
    title: 'a file with another MD5 is not run, and the run has failed',
    rule: 'A file with another MD5 than `scriptMd5` is not run.',
    part: 'tasks',
    over: 'http',
    async run(context) {
      const order = linked(context, context.task('1\n', { scriptMd5: '0'.repeat(32) }))
      const isReport = ({ runId, state }: HttpBeat) => runId === order.runId && state === 'failed'
      const isReported = (beat: HttpBeat) => reportsOf(beat).some(isReport)
      const beat = await context.ordered(order, isReported, 'a heartbeat with the report of the failure')
      expectEqual(reportsOf(beat).find(isReport)?.cause, 'md5', 'the cause')
    },
  },
  {
    id: 'P-713',
    title: 'an uncaught error of a script is reported',
    rule: 'Uncaught errors of a script go to `POST /rapi/reportExc` in the envelope below',
    part: 'tasks',
    over: 'http',
    async run(context) {
      const order = linked(context, context.task('throw new Error("broken on purpose")\n'))
      context.server.order = order
      await expectReport(context, order)
    },
  },
  {
    id: 'P-714',
    title: 'hot updates are requested after the order',
    rule: 'The phone calls `hotScripts` after connecting and after each order `hotScripts`.',
    part: 'hot',
    over: 'http',
    async run(context) {
      context.server.calls.drop(({ path }) => path === '/rapi/hotScripts')
      context.server.order = { action: 'hotScripts' }
      await context.call('/rapi/hotScripts')
    },
  },
  {
    id: 'P-715',
    title: 'a phone whose log is opened sends it',
    rule: "a user has opened the phone's screen, which needs the socket, or its log: connect, or send `log` reports",
    part: 'log',
    over: 'http',
    async run(context) {
      const { server } = context
      context.forgetBeats()
      server.order = { action: 'connect', purpose: 'log' }
      const isLog = ({ action }: HttpBeat) => action === 'log'
      await Promise.any([
        context.beat((beat) => reportsOf(beat).some(isLog), 'a heartbeat with a line of the log'),
        context.arrived(),
      ]).catch(() => {
        throw new Deviation('neither a line of the log nor a connection came')
      })
    },
  },
]

/** Where the phone is away after a check, or enrols again. */
export const httpFarewellChecks: Check<PhoneContext>[] = [
  {
    id: 'P-791',
    title: 'a phone without a socket whose token is no longer valid enrols again',
    rule: 'deletes the token and enrols with its key: the first time immediately, then with back-off',
    part: 'http',
    async run(context) {
      const { server } = context
      const old = server.token
      server.token = undefined
      await server.enrolments.take(({ isOurs }) => isOurs, context.patienceMs, 'another enrolment')
      expectThat(server.token !== old, 'the phone did not enrol')
      context.forgetBeats()
      await context.beat()
    },
  },
]

const commandLinePath = '/rapi/httpCmdLog'
const encoded = (text: string) => Buffer.from(text).toString('base64')

/** With a link that needs no token, as answers over HTTP have it. */
const linked = <Order extends { scriptUrl: string }>({ server }: PhoneContext, order: Order): Order => ({
  ...order,
  scriptUrl: new URL(order.scriptUrl, server.url).href,
})

const echoes =
  ({ taskId, runId }: { taskId: number; runId: string }) =>
  (beat: HttpBeat) =>
    beat.taskId === taskId && beat.runId === runId
const isIdle = ({ taskId, runId }: HttpBeat) => taskId === undefined && runId === undefined
const reportsOf = ({ reports }: HttpBeat) => (Array.isArray(reports) ? (reports as HttpBeat[]) : [])

function settingsOrder(context: PhoneContext) {
  const control = { heartbeat_seconds: '1', run_mode: '0', log_window: '0', control_window: '0' }
  const revision = context.newId()
  return { action: 'settings', revision, settings: { screen_mode: '2' }, control, heartbeatSeconds }
}

const has =
  ({ revision }: { revision: string }) =>
  (beat: HttpBeat) =>
    beat.settingsRevision === revision
