import { createHash } from 'node:crypto'
import { ScriptId } from '@fleetdeck/contract/ids'
import { type Check, expectEqual, expectThat, Skip } from '../core/check.ts'
import type { WireSocket } from '../core/wire-socket.ts'
import type { PhoneContext } from './phone-context.ts'

const longScript = 'while (true) sleep(50)\n'
const isState = (key: string, id: string, state: string) => (message: Record<string, unknown>) =>
  message[key] === id && message.state === state

export const commandChecks: Check<PhoneContext>[] = [
  {
    id: 'P-201',
    title: 'a command ends, and its states are reported in their order',
    rule: 'at each change, and again when a command is delivered again',
    part: 'commands',
    async run(context) {
      const socket = await context.socket()
      const cmdSubId = context.newId()
      socket.send({ action: 'command', command: 'where', cmdSubId, content: '' })
      const { state, msg } = await context.commandEnd(socket, cmdSubId)
      const earlier = socket.messages
        .waiting((message) => message.cmdSubId === cmdSubId)
        .map((one) => one.state)
      const order = ['acknowledged', 'running'].filter((one) => earlier.includes(one))
      expectEqual(
        earlier.filter((one) => one !== undefined),
        order,
        'the states before the end',
      )
      expectThat(state === 'succeeded' || String(msg).length > 0, 'the failure has no reason')
    },
  },
  {
    id: 'P-202',
    title: 'a command that is delivered again is answered with its state, and not run again',
    rule: 'remember `cmdSubId` (the agent keeps 500), and answer a repeated delivery with its current state.',
    part: 'commands',
    async run(context) {
      const socket = await context.socket()
      const cmdSubId = context.newId()
      const order = { action: 'command', command: 'where', cmdSubId, content: '' }
      socket.send(order)
      const { state } = await context.commandEnd(socket, cmdSubId)
      await socket.settled()
      const isItsState = (message: Record<string, unknown>) =>
        message.action === 'commandState' && message.cmdSubId === cmdSubId
      while (socket.messages.waiting(isItsState).length) await socket.messages.take(isItsState, 1, 'a state')
      socket.send(order)
      const again = await socket.messages.take(isItsState, context.patienceMs, 'the state of the command')
      expectEqual(again.state, state, 'the state after the second delivery')
    },
  },
  {
    id: 'P-203',
    title: 'a command that is not supported has failed, with the reason',
    rule: 'An unsupported command is `failed`, with the reason in `msg`.',
    part: 'commands',
    async run(context) {
      const { state, msg } = await context.command('launch', 'org.example.no.such.app')
      expectEqual(state, 'failed', 'the state')
      expectThat(String(msg).length > 0, 'the reason is empty')
    },
  },
  {
    id: 'P-204',
    title: 'a restart is held while the phone is away, and has succeeded after it is back',
    rule: 'A restart stays `running` when the socket closes; `succeeded` follows after the phone reconnects.',
    part: 'commands',
    async run(context) {
      const socket = await context.socket()
      const cmdSubId = context.newId()
      socket.send({ action: 'command', command: 'rebootEC', cmdSubId, content: '' })
      const failed = socket.messages
        .take(isState('cmdSubId', cmdSubId, 'failed'), context.patienceMs, 'a failure')
        .then(() => Promise.reject(new Skip('the phone does not restart')))
      failed.catch(() => undefined)
      await Promise.race([socket.ended(), failed])
      const { socket: again, register } = await context.arrived()
      const held = (register.heldIds ?? []) as unknown[]
      if (!held.includes(cmdSubId)) return
      expectEqual((await context.commandEnd(again, cmdSubId)).state, 'succeeded', 'the state')
    },
  },
  {
    id: 'P-205',
    title: 'each other command ends, and a failure has its reason',
    rule: '`state` acknowledged, running, succeeded or failed; `msg`',
    part: 'commands',
    async run(context) {
      for (const [command, content] of [
        ['shellcmd', 'echo kit'],
        ['apps', ''],
        ['stsc', ''],
        ['stsc2', ''],
        ['inst', '/rapi/commandFile/kit/none/Kit.apk'],
        ['uninst', 'org.example.no.such.app'],
        ['pull', '/no/such/file'],
      ] as const) {
        const { state, msg } = await context.command(command, content)
        expectThat(
          state === 'succeeded' || String(msg ?? '').length > 0,
          `${command} failed without a reason`,
        )
      }
    },
  },
  {
    id: 'P-221',
    title: 'a file is fetched with the token and compared with its MD5',
    rule: '`#md5=` is followed by the digest of the file.',
    part: 'files',
    async run(context) {
      const content = Buffer.from('A file of the conformance kit.\n')
      const md5 = createHash('md5').update(content).digest('hex')
      const path = `/rapi/commandFile/${context.newId()}/stored/kit.txt`
      context.server.files.set(path, content)
      expectEqual((await context.command('push', `${path}#md5=${md5}`)).state, 'succeeded', 'the state')
      await context.call(path)
      const wrong = md5.replace(/./g, '0')
      expectEqual((await context.command('push', `${path}#md5=${wrong}`)).state, 'failed', 'with another MD5')
    },
  },
  {
    id: 'P-222',
    title: 'a requested file is sent before the command has succeeded',
    rule: 'The same applies to files that the phone sends to `/rapi/commandFile/<cmdSubId>`.',
    part: 'files',
    async run(context) {
      const socket = await context.socket()
      const cmdSubId = context.newId()
      socket.send({ action: 'command', command: 'shot', cmdSubId, content: '' })
      expectEqual((await context.commandEnd(socket, cmdSubId)).state, 'succeeded', 'the state')
      const { sent } = await context.call(`/rapi/commandFile/${cmdSubId}`)
      expectThat(sent instanceof Buffer && sent.includes('name="file"'), 'the upload has no field `file`')
    },
  },
]

/** Waits until the phone has reported the error of a run that was broken on purpose. */
export async function expectReport(context: PhoneContext, order: { runId: string }): Promise<void> {
  const { sent } = await context.call('/rapi/reportExc')
  const { content, runId } = sent as { content?: string; runId?: string }
  expectThat(String(content).includes('broken on purpose'), 'the report has another content')
  expectEqual(runId, order.runId, 'runId of the report')
}

export const taskChecks: Check<PhoneContext>[] = [
  {
    id: 'P-301',
    title: 'a script is fetched with the token and runs once, with its parameters and its log',
    rule: 'The script is at `scriptUrl`, requested with the device token and the proof of a call.',
    part: 'tasks',
    async run(context) {
      const socket = await context.socket()
      const order = context.task('ecloud.log("kit says", ecloud.getTaskInfo().valueJson.word); 6 * 7\n')
      socket.send(order)
      const { runId } = order
      await socket.messages.take(isState('runId', runId, 'running'), context.patienceMs, 'the state running')
      const end = await context.runEnd(socket, runId)
      expectEqual([end.state, end.msg], ['succeeded', '42'], 'the end')
      await context.call(order.scriptUrl)
      await socket.next('log', { msg: 'kit says hello', runId })
      socket.send(order)
      const again = await socket.next('taskState', { runId, state: 'succeeded' })
      expectEqual(again.msg, '42', 'the message after the second delivery')
      await socket.settled()
      const runs = socket.messages.waiting(({ action, msg }) => action === 'log' && msg === 'kit says hello')
      expectEqual(runs.length, 0, 'further runs')
    },
  },
  {
    id: 'P-302',
    title: 'a file with another MD5 is not run',
    rule: 'A file with another MD5 than `scriptMd5` is not run.',
    part: 'tasks',
    async run(context) {
      const socket = await context.socket()
      const order = context.task('ecloud.log("must not run")\n', { scriptMd5: '0'.repeat(32) })
      socket.send(order)
      const { state, cause } = await context.runEnd(socket, order.runId)
      expectEqual([state, cause], ['failed', 'md5'], 'the end')
    },
  },
  {
    id: 'P-303',
    title: 'an uncaught error fails the run and is reported',
    rule: 'Uncaught errors of a script go to `POST /rapi/reportExc` in the envelope below',
    part: 'tasks',
    async run(context) {
      const socket = await context.socket()
      const order = context.task('throw new Error("broken on purpose")\n')
      socket.send(order)
      const { state, cause, msg } = await context.runEnd(socket, order.runId)
      expectEqual([state, cause], ['failed', 'exception'], 'the end')
      expectThat(String(msg).includes('broken on purpose'), `the message is “${msg}”`)
      await expectReport(context, order)
    },
  },
  {
    id: 'P-304',
    title: 'a run is paused, continued and stopped, and echoed in heartbeats',
    rule: 'apply it to the script',
    part: 'tasks',
    async run(context) {
      const socket = await context.socket()
      const order = context.task(longScript)
      const { runId, taskId } = order
      socket.send(order)
      await socket.messages.take(isState('runId', runId, 'running'), context.patienceMs, 'the state running')
      await socket.next('heartbeat', { runId, taskId })
      for (const [word, paused] of [
        ['pause', true],
        ['continue', false],
      ] as const) {
        socket.send({ action: 'taskControl', order: word, runId })
        await socket.next('taskState', { runId, paused })
      }
      socket.send({ action: 'taskControl', order: 'stop' })
      expectEqual((await context.runEnd(socket, runId)).state, 'stopped', 'the end')
    },
  },
  {
    id: 'P-305',
    title: 'a stop of an unknown run is answered with stopped',
    rule: 'A stop of an unknown run is answered with `stopped`.',
    part: 'tasks',
    async run(context) {
      const socket = await context.socket()
      const runId = context.newId()
      socket.send({ action: 'taskControl', order: 'stop', runId })
      await socket.next('taskState', { runId, state: 'stopped' })
    },
  },
  {
    id: 'P-306',
    title: 'a run outlives a lost connection, is held, and its end is reported afterwards',
    rule: 'Runs that ended without a connection are reported after the next `registered`, and are in `heldIds` until then.',
    part: 'tasks',
    async run(context) {
      const socket = await context.socket()
      const order = context.task('sleep(200); "done"\n')
      const { runId } = order
      socket.send(order)
      await socket.messages.take(isState('runId', runId, 'running'), context.patienceMs, 'the state running')
      const { socket: again, register } = await awayFor(context, socket, awayMs)
      expectThat(
        ((register.heldIds ?? []) as unknown[]).includes(runId),
        '`heldIds` does not contain the run',
      )
      expectEqual((await context.runEnd(again, runId)).state, 'succeeded', 'the end')
    },
  },
  {
    id: 'P-307',
    title: 'a cached script is fetched once',
    rule: 'With `cacheScript` 1 it is cached for the next run.',
    part: 'tasks',
    async run(context) {
      const socket = await context.socket()
      const script = `"cached ${context.newId()}"\n`
      const first = context.task(script, { cacheScript: 1 })
      socket.send(first)
      await context.runEnd(socket, first.runId)
      await context.call(first.scriptUrl)
      const second = context.task(script, { cacheScript: 1 })
      socket.send(second)
      expectEqual(
        (await context.runEnd(socket, second.runId)).state,
        'succeeded',
        'the end of the second run',
      )
      const fetched = context.server.calls.waiting(({ path }) => path === second.scriptUrl)
      expectEqual(fetched.length, 0, 'further downloads')
    },
  },
  {
    id: 'P-308',
    title: 'runs wait for each other, the lowest sort first',
    rule: 'each attempt and each round of a loop is a separate run.',
    part: 'tasks',
    async run(context) {
      const socket = await context.socket()
      const [long, later, sooner] = [
        context.task('sleep(300)\n'),
        context.task('2\n', { sort: 5 }),
        context.task('1\n', { sort: 1 }),
      ]
      for (const order of [long, later, sooner]) socket.send(order)
      await context.runEnd(socket, long.runId)
      await context.runEnd(socket, sooner.runId)
      await context.runEnd(socket, later.runId)
    },
  },
  {
    id: 'P-309',
    title: 'lines that a script writes without a connection are sent later with their own time',
    rule: 'Lines that are written without a connection are sent later with their own time',
    part: 'log',
    async run(context) {
      const socket = await context.socket()
      const source = 'ecloud.log("kit is here"); sleep(500); ecloud.log("kit is away"); sleep(500)\n'
      const order = context.task(source)
      socket.send(order)
      const { runId } = order
      await socket.next('log', { msg: 'kit is here', runId })
      const { socket: again } = await awayFor(context, socket, awayMs)
      const { time } = await again.next('log', { msg: 'kit is away', runId })
      expectThat(Date.now() - Number(time) > awayMs / 4, 'the time is that of the connection')
    },
  },
  {
    id: 'P-321',
    title: 'hot updates are requested, fetched, reported, and used by the next run',
    rule: 'The phone calls `hotScripts` after connecting and after each order `hotScripts`.',
    part: 'hot',
    async run(context) {
      const socket = await context.socket()
      const { server } = context
      const hot = context.hot('"hot"\n', ScriptId.parse(9))
      server.answers.set('/rapi/hotScripts', [hot])
      socket.send({ action: 'hotScripts' })
      const reported = async () => {
        const { sent } = await context.call('/rapi/hotState')
        const { hotId, version, state } = sent as Record<string, unknown>
        return [hotId, version, state]
      }
      expectEqual(await reported(), [hot.hotId, hot.version, 'taken'], 'the report')
      const order = context.task('"cold"\n', { scriptId: 9 })
      socket.send(order)
      const end = await context.runEnd(socket, order.runId)
      expectEqual(end.msg, 'hot', 'the result of the next run')
      const ran = { md5: hot.md5, version: hot.version, hotId: hot.hotId }
      expectEqual(end.script, ran, 'the script of the run')
      server.answers.delete('/rapi/hotScripts')
      socket.send({ action: 'hotScripts' })
      expectEqual(await reported(), [hot.hotId, hot.version, 'removed'], 'the report of its removal')
      const later = context.task('"cold"\n', { scriptId: 9 })
      socket.send(later)
      const { msg, script } = await context.runEnd(socket, later.runId)
      expectEqual(msg, 'cold', 'the result of a run after it')
      expectEqual(script, { md5: later.scriptMd5, version: later.scriptVersion }, 'the script of that run')
    },
  },
]

const awayMs = 1500

/** The next connection after some time without one. */
async function awayFor(context: PhoneContext, socket: WireSocket, ms: number) {
  context.server.failsWith = 503
  socket.vanish()
  await socket.ended()
  await new Promise((resolve) => setTimeout(resolve, ms))
  context.server.failsWith = undefined
  return context.arrived()
}
