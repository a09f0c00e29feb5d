import { setTimeout as pause } from 'node:timers/promises'
import type { TaskId } from '@fleetdeck/contract/ids'
import { type TaskRun, taskRuns } from '@fleetdeck/contract/task-runs'
import { TaskStatus, taskNameLength, tasks } from '@fleetdeck/contract/tasks'
import { bearOutages } from '../bear-outages.ts'
import { type Context, defineCommand } from '../command.ts'
import { ExitCode, Failure, wrongUse } from '../failure.ts'
import { findGroup, findScript, findTask } from '../find-rows.ts'
import { counted } from '../output.ts'
import { readNumber } from '../parse-words.ts'
import { findProject, type Project } from '../project.ts'
import { readParams, withValues } from '../script-params.ts'
import type { ServerClient } from '../server-client.ts'

const askMs = 1000
const maxOutageMs = 60_000

export const runCommand = defineCommand({
  name: 'run',
  text: 'starts a task, or runs a script on phones once',
  words: [{ name: 'TASK|SCRIPT', suggests: 'scripts' }],
  options: {
    phones: {
      value: 'NUMBERS',
      text: 'phones, separated by commas; may be repeated',
      isList: true,
      suggests: 'devices',
    },
    group: { value: 'NAME', text: 'phones of this group; may be repeated', isList: true, suggests: 'groups' },
    param: { value: 'KEY=VALUE', text: 'a parameter of the script; may be repeated', isList: true },
    name: { value: 'NAME', text: 'name of the new task (default: the script and the time)' },
    watch: { text: 'wait, and show the result on each phone', short: 'w' },
    timeout: { value: 'SECONDS', text: 'stop waiting after so long; the task continues' },
    'leave-out': { text: 'leave out phones that are known to lack what the script needs' },
    yes: { text: 'answer the server’s questions with yes', short: 'y' },
  },
  notes: [
    'With --phones or --group a new task runs the script once. Without them a task with this name or ID is started.',
    'Exit code with --watch: 0 all phones that were not left out succeeded, 1 one of them did not. Ctrl-C ends only the',
    'command.',
  ],
  async run({ words: [name = ''], values }, context) {
    const server = await context.client()
    const phones = values.phones.flatMap((word) => word.split(',')).filter(Boolean)
    const isOnce = phones.length > 0 || values.group.length > 0
    const leaveOut = values['leave-out']
    const timeout = readNumber(values.timeout, '--timeout', { min: 1, max: 604_800, byDefault: 604_800 })
    const started = isOnce
      ? await runOnce(server, name, { ...values, phones, groups: values.group, leaveOut })
      : await startTask(server, name, { ...values, leaveOut })
    if (!values.watch) {
      context.output.result(started, () => `started task ${started.taskId}: ${started.taskName}`)
      return ExitCode.done
    }
    context.output.note(`started task ${started.taskId}: ${started.taskName}`)
    return watch(server, started, { ...context, endAt: performance.now() + timeout * 1000 })
  },
})

interface Started {
  taskId: TaskId
  taskName: string
  /** Earlier runs are not of this start. */
  afterRun: number
}

interface OnceOptions {
  phones: string[]
  groups: string[]
  param: string[]
  name: string | undefined
  yes: boolean
  leaveOut: boolean
}

async function runOnce(server: ServerClient, name: string, given: OnceOptions): Promise<Started> {
  const script = await findScript(server, scriptName(await findProject(), name))
  const groups = await Promise.all(given.groups.map((group) => findGroup(server, group)))
  const template = await server.call(tasks.scriptParams, { query: { scriptId: script.id } })
  const stamp = new Date().toISOString().slice(0, 19).replace('T', ' ')
  const taskName = given.name ?? `${script.scriptName.slice(0, taskNameLength - stamp.length - 1)} ${stamp}`
  const { id } = await server.call(tasks.add, {
    body: {
      taskName,
      scriptId: script.id,
      execType: 1,
      devices: given.phones,
      groupIds: groups.map((group) => group.id),
      params: withValues(template, readParams(given.param)),
      status: TaskStatus.started,
      confirmed: given.yes,
      leaveOut: given.leaveOut,
    },
  })
  return { taskId: id, taskName, afterRun: 0 }
}

/** A file of the folder stands for its script. */
const scriptName = (project: Project | undefined, name: string): string =>
  project?.scripts[name.replace(/^\.\//, '')]?.name ?? name

async function startTask(
  server: ServerClient,
  name: string,
  { param, name: newName, yes, leaveOut }: Pick<OnceOptions, 'param' | 'name' | 'yes' | 'leaveOut'>,
): Promise<Started> {
  if (param.length || newName) throw wrongUse('--param and --name are for new tasks: add --phones or --group')
  const task = await findTask(server, name)
  if (!task)
    throw new Failure(
      ExitCode.notFound,
      `The task “${name}” does not exist, or you cannot see it. Add --phones or --group to run a script.`,
    )
  const { id, taskName } = task
  const newest = { taskId: id, orderByColumn: 'id', isAsc: 'desc', pageSize: 1 } as const
  const [last] = (await server.call(taskRuns.list, { query: newest })).list
  const start = { id, status: TaskStatus.started, confirmed: yes, leaveOut }
  await server.call(tasks.updateTaskStatus, { body: start })
  return { taskId: id, taskName, afterRun: last?.id ?? 0 }
}

type Watching = Pick<Context, 'output' | 'signal' | 'isJson'> & { endAt: number }

async function watch(server: ServerClient, started: Started, { output, signal, endAt }: Watching) {
  const shown = new Map<string, string>()
  const bear = bearOutages(maxOutageMs)
  for (;;) {
    const { isOver, runs } = (await bear(() => readRuns(server, started))) ?? { isOver: false, runs: [] }
    for (const run of runs) {
      const { id, deviceNo, state } = run
      if (shown.get(deviceNo) === `${id} ${state}`) continue
      shown.set(deviceNo, `${id} ${state}`)
      output.entry(run, runText(run))
    }
    if (isOver) {
      const { text, exitCode } = endOf(runs)
      output.note(text)
      return exitCode
    }
    if (performance.now() > endAt)
      throw new Failure(ExitCode.failed, 'The task has not ended in time; it continues')
    await pause(askMs, undefined, { signal }).catch((error: unknown) => {
      output.note('The task continues; stop it in the console')
      throw error
    })
  }
}

/** Phones that were left out on wish are no failures. */
function endOf(runs: TaskRun[]) {
  const ran = runs.filter(({ reason }) => reason !== 'lacks')
  const failed = ran.filter(({ state }) => state !== 'succeeded').length
  const leftOut = runs.length - ran.length
  const counts = [counted(ran.length, 'phone'), leftOut && `${leftOut} left out`, `${failed} not succeeded`]
  const isDone = ran.length > 0 && failed === 0
  return { text: counts.filter(Boolean).join(', '), exitCode: isDone ? ExitCode.done : ExitCode.failed }
}

/** The newest run of each phone. */
async function readRuns(server: ServerClient, { taskId, afterRun }: Started) {
  // Before the runs: those of a completed task have ended.
  const { completed, status } = await server.call(tasks.one, { query: { id: taskId } })
  const rows = await server.rows(taskRuns.list, { taskId, newest: '1' })
  const runs = rows.filter(({ id }) => id > afterRun).sort((one, other) => one.id - other.id)
  return { isOver: completed || status !== TaskStatus.started, runs }
}

const runText = ({ deviceNo, state, msg, reason }: TaskRun) =>
  [`${deviceNo} ${state}`, msg || (state === 'succeeded' ? '' : (reason ?? ''))].filter(Boolean).join(': ')
