import { setTimeout as pause } from 'node:timers/promises'
import { openStates } from '@fleetdeck/contract/delivery'
import { deviceLogs } from '@fleetdeck/contract/device-logs'
import { devices } from '@fleetdeck/contract/devices'
import { RunId } from '@fleetdeck/contract/ids'
import type { LogLine } from '@fleetdeck/contract/log-socket'
import { type TaskLine, taskRuns } from '@fleetdeck/contract/task-runs'
import { bearOutages } from '../bear-outages.ts'
import { type Context, defineCommand } from '../command.ts'
import { ExitCode, wrongUse } from '../failure.ts'
import { followLog, lineText } from '../follow-log.ts'
import { readNumber } from '../parse-words.ts'
import type { ServerClient } from '../server-client.ts'

const askMs = 1000
const maxOutageMs = 60_000

export const logsCommand = defineCommand({
  name: 'logs',
  text: 'shows log lines of a phone, or of a run',
  options: {
    phone: { value: 'NUMBER', text: 'the phone', suggests: 'devices' },
    run: { value: 'ID', text: 'the run of a task' },
    follow: { text: 'continue with new lines until Ctrl-C, or until the run ends', short: 'f' },
    lines: { value: 'N', text: 'how many of the newest stored lines (100)' },
  },
  notes: ['Without --follow, --phone shows the lines of tasks and commands, which are stored for longer.'],
  async run({ values }, context) {
    const { phone, run } = values
    if ((phone === undefined) === (run === undefined)) throw wrongUse('Either --phone or --run is required')
    const most = readNumber(values.lines, '--lines', { min: 0, max: 1000, byDefault: 100 })
    if (run !== undefined) return showRun(run, { ...context, most, isFollowed: values.follow })
    if (values.follow) await follow(phone ?? '', { ...context, most })
    else await showStored(phone ?? '', { ...context, most })
    return ExitCode.done
  },
})

type Shown = Pick<Context, 'client' | 'output' | 'signal'> & { most: number }

async function showStored(deviceNo: string, { client, output, most }: Shown) {
  const query = { deviceNo, pageSize: Math.max(1, most) }
  const { list } = await (await client()).call(deviceLogs.list, { query })
  const rows = list.filter((row) => row.deviceNo === deviceNo).reverse()
  output.result(rows, () =>
    rows.map(({ at, level, msg }) => lineText({ level, msg, time: Date.parse(at) })).join('\n'),
  )
}

async function follow(deviceNo: string, { client, output, signal, most }: Shown) {
  let isFirst = true
  const onLines = (lines: LogLine[]) => {
    const shown = isFirst && most < lines.length ? lines.slice(lines.length - most) : lines
    isFirst = false
    for (const line of shown) output.entry(line, lineText(line))
  }
  const onConnection = (isConnected: boolean) =>
    output.note(isConnected ? 'Connected again' : 'The connection is lost; trying again …')
  const server = await client()
  // A device that does not exist is an answer; a lost connection is not.
  await server.call(devices.findOne, { query: { deviceNo } })
  await followLog(server, deviceNo, { signal, onLines, onConnection })
}

async function showRun(
  text: string,
  { client, output, signal, most, isFollowed }: Shown & { isFollowed: boolean },
) {
  const id = RunId.safeParse(Number(text)).data
  if (id === undefined) throw wrongUse(`--run must be the number of a run, but it is “${text}”`)
  const server = await client()
  let shown: Set<number> | undefined
  const show = (lines: TaskLine[]) => {
    const fresh = shown
      ? lines.filter((row) => !shown?.has(row.id))
      : lines.slice(Math.max(0, lines.length - most))
    for (const row of fresh) output.entry(row, lineText({ ...row, time: Date.parse(row.at) }))
    shown = new Set(lines.map((row) => row.id))
  }
  if (!isFollowed) {
    show((await readRun(server, id)).lines)
    return ExitCode.done
  }
  const bear = bearOutages(maxOutageMs)
  while (!signal.aborted) {
    const answer = await bear(() => readRun(server, id))
    if (answer) show(answer.lines)
    if (answer && !answer.isOpen) break
    await pause(askMs, undefined, { signal }).catch(() => undefined)
  }
  return ExitCode.done
}

/** The newest lines of a run that the server has stored, in their order. */
async function readRun(server: ServerClient, id: RunId) {
  // Before the lines: those of a run that has ended are complete.
  const { state } = await server.call(taskRuns.one, { query: { id } })
  const lines = await server.call(taskRuns.lines, { query: { id } })
  return {
    lines: lines.sort((one, other) => one.id - other.id),
    isOpen: openStates.some((open) => open === state),
  }
}
