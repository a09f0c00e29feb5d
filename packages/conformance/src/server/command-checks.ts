import { createHash } from 'node:crypto'
import { commandUpload } from '@fleetdeck/contract/phone-api'
import { type Check, expectEqual, expectThat } from '../core/check.ts'
import type { ServerContext } from './server-context.ts'

/** 30 s, and some more: servers look for unanswered commands from time to time. */
const redeliveryMs = 50_000
const beatMs = 5000
const stored = new TextEncoder().encode('A file of the conformance kit.\n')

export const commandChecks: Check<ServerContext>[] = [
  {
    id: 'S-301',
    title: 'a command reaches a connected phone, and the console shows each state',
    rule: 'at each change, and again when a command is delivered again',
    part: 'commands',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const run = await operator.command(phone, { command: 'where' })
      const { command, cmdSubId } = await socket.next('command')
      expectEqual(command, 'where', 'the command')
      for (const state of ['acknowledged', 'running', 'succeeded']) {
        socket.send({ action: 'commandState', cmdSubId, state, msg: `was ${state}` })
        await run(state)
      }
      expectEqual((await run('succeeded')).msg, 'was succeeded', 'the message in the console')
    },
  },
  {
    id: 'S-302',
    title: 'a failed command shows the reason',
    rule: 'An unsupported command is `failed`, with the reason in `msg`.',
    part: 'commands',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const run = await operator.command(phone, { command: 'apps' })
      const { cmdSubId } = await socket.next('command')
      socket.send({ action: 'commandState', cmdSubId, state: 'failed', msg: 'not supported by the kit' })
      expectEqual((await run('failed')).msg, 'not supported by the kit', 'the message in the console')
    },
  },
  {
    id: 'S-303',
    title: 'the end of a command is final: repeated and later states change nothing',
    rule: 'The first end of a command or a run counts; states that arrive after it change nothing.',
    part: 'commands',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const run = await operator.command(phone, { command: 'where' })
      const { cmdSubId } = await socket.next('command')
      const states = ['succeeded', 'succeeded', 'running', 'failed']
      for (const state of states) socket.send({ action: 'commandState', cmdSubId, state, msg: state })
      await socket.settled()
      expectEqual((await run('succeeded')).msg, 'succeeded', 'the message in the console')
    },
  },
  {
    id: 'S-304',
    title: 'a command for a phone without a connection is delivered when it connects',
    rule: 'A command for a phone that is not connected is delivered when the phone connects.',
    part: 'commands',
    async run(context) {
      const phone = await context.assigned()
      const run = await context.operator.command(phone, { command: 'where' })
      const socket = await phone.connect()
      const { cmdSubId } = await socket.next('command')
      socket.send({ action: 'commandState', cmdSubId, state: 'succeeded' })
      await run('succeeded')
    },
  },
  {
    id: 'S-305',
    title: 'an unanswered command is delivered again after a lost connection, with the same id',
    rule: 'A command may be delivered more than once and must run once',
    part: 'commands',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      await operator.command(phone, { command: 'where' })
      const { cmdSubId } = await socket.next('command')
      socket.vanish()
      await socket.ended()
      const again = await phone.connect()
      expectEqual((await again.next('command')).cmdSubId, cmdSubId, 'the id')
    },
  },
  {
    id: 'S-306',
    title: 'a started command that the phone does not hold after a lost connection has failed',
    rule: 'If the phone connects without the id in `heldIds`, a started command counts as failed, and a restart as succeeded.',
    part: 'commands',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const run = await operator.command(phone, { command: 'where' })
      const { cmdSubId } = await socket.next('command')
      socket.send({ action: 'commandState', cmdSubId, state: 'running' })
      await run('running')
      socket.vanish()
      await socket.ended()
      await phone.connect()
      await run('failed')
    },
  },
  {
    id: 'S-307',
    title: 'a started command that the phone holds goes on after a lost connection',
    rule: 'ids of commands and tasks in progress, or whose end has not been reported',
    part: 'commands',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const run = await operator.command(phone, { command: 'where' })
      const { cmdSubId } = await socket.next('command')
      socket.send({ action: 'commandState', cmdSubId, state: 'running' })
      await run('running')
      socket.vanish()
      await socket.ended()
      const again = await phone.connect({ heldIds: [cmdSubId] })
      await again.settled()
      await run('running')
      again.send({ action: 'commandState', cmdSubId, state: 'succeeded' })
      await run('succeeded')
    },
  },
  {
    id: 'S-308',
    title: 'a restart has succeeded when the phone is back',
    rule: 'If the phone connects without the id in `heldIds`, a started command counts as failed, and a restart as succeeded.',
    part: 'commands',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const run = await operator.command(phone, { command: 'rebootEC' })
      const { command, cmdSubId } = await socket.next('command')
      expectEqual(command, 'rebootEC', 'the command')
      socket.send({ action: 'commandState', cmdSubId, state: 'running' })
      await run('running')
      socket.vanish()
      await socket.ended()
      await phone.connect()
      await run('succeeded')
    },
  },
  {
    id: 'S-309',
    title: 'states of commands of other phones are ignored',
    rule: 'A state of an id that the phone does not have is ignored.',
    part: 'commands',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const other = await (await context.enrolled()).connect()
      const run = await operator.command(phone, { command: 'where' })
      const { cmdSubId } = await socket.next('command')
      other.send({ action: 'commandState', cmdSubId, state: 'failed', msg: 'by another phone' })
      await other.settled()
      socket.send({ action: 'commandState', cmdSubId, state: 'succeeded' })
      await run('succeeded')
    },
  },
  {
    id: 'S-310',
    title: 'an unanswered command is delivered again over the same connection, with the same id',
    rule: 'An unanswered command is delivered again every 30 s, five times in total; an expired one is never delivered.',
    part: 'commands',
    isSlow: true,
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const run = await operator.command(phone, { command: 'where' })
      const { cmdSubId } = await socket.next('command')
      const beats = setInterval(() => socket.send({ action: 'heartbeat' }), beatMs)
      await socket.next('command', { cmdSubId }, redeliveryMs).finally(() => clearInterval(beats))
      socket.send({ action: 'commandState', cmdSubId, state: 'succeeded' })
      await run('succeeded')
    },
  },
  {
    id: 'S-321',
    title: 'the file of a command has the announced MD5, and only the phone of the command gets it',
    rule: 'Only the phone of the command can, and only while the command is in progress.',
    part: 'files',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const other = await context.enrolled()
      const fileName = await operator.upload('kit.txt', stored)
      const run = await operator.command(phone, { command: 'push', fileName })
      const { content, cmdSubId } = await socket.next('command')
      const [address = '', md5] = String(content).split('#md5=')
      const file = await phone.get(address)
      const bytes = Buffer.from(await file.arrayBuffer())
      expectEqual(createHash('md5').update(bytes).digest('hex'), md5, 'the MD5 of the file')
      expectThat(!isFile(await other.get(address)), 'another phone got the file')
      socket.send({ action: 'commandState', cmdSubId, state: 'succeeded' })
      await run('succeeded')
      expectThat(!isFile(await phone.get(address)), 'the phone got the file after the end of the command')
    },
  },
  {
    id: 'S-322',
    title: 'a phone sends the file of a command',
    rule: 'The same applies to files that the phone sends to `/rapi/commandFile/<cmdSubId>`.',
    part: 'files',
    async run(context) {
      const { operator, phone, socket } = await context.connected()
      const run = await operator.command(phone, { command: 'pull', path: '/sdcard/kit.txt' })
      const { content, cmdSubId } = await socket.next('command')
      expectEqual(content, '/sdcard/kit.txt', 'the path')
      const path = commandUpload.path.replace(':cmdSubId', String(cmdSubId))
      expectEqual((await phone.upload(path, 'kit.txt', stored)).code, 0, 'the code of the upload')
      socket.send({ action: 'commandState', cmdSubId, state: 'succeeded' })
      expectThat((await run('succeeded')).fileName !== null, 'the console has no file')
    },
  },
]

/** Refusals come in the envelope. */
function isFile(response: Response): boolean {
  return response.ok && !response.headers.get('content-type')?.includes('json')
}
