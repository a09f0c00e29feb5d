import { setTimeout as pause } from 'node:timers/promises'
import type { LogLine } from '@fleetdeck/contract/log-socket'
import type { ScriptLanguage } from '@fleetdeck/contract/script-language'
import type { ScriptParam } from '@fleetdeck/contract/script-params'
import { scriptTries } from '@fleetdeck/contract/scripts'
import { bearOutages } from './bear-outages.ts'
import { ExitCode, Failure } from './failure.ts'
import { followLog, newLines, storedLog } from './follow-log.ts'
import type { ServerClient } from './server-client.ts'

/** How long a watched run survives an outage of the server: then nobody watches it any more. */
const maxOutageMs = 60_000
const askMs = { first: 100, limit: 1000 }

export interface Tried {
  deviceNo: string
  content: string
  params: ScriptParam[]
  scriptName: string
  scriptLanguage: ScriptLanguage
}

export interface TryEnd {
  runId: string
  /** Null: the phone was lost. */
  state: 'succeeded' | 'failed' | 'stopped' | null
  /** The script's result, or the error. */
  msg: string
}

export class NotConnected extends Failure {}

export async function startTry(client: ServerClient, tried: Tried): Promise<string> {
  const { deviceNo } = tried
  const { runId } = await client.call(scriptTries.tryOut, { body: { ...tried, confirmed: true } })
  if (runId === null) throw new NotConnected(ExitCode.failed, `${deviceNo} is not connected`)
  return runId
}

/** The run continues although nothing shows it. */
export const keepTry = (client: ServerClient, runId: string) =>
  client.call(scriptTries.watchTry, { body: { runId, kept: true } })

interface WatchOptions {
  onLines: (lines: LogLine[]) => void
  onStart?: (runId: string) => void
  /** Stops the run. */
  signal: AbortSignal
}

/** Runs a script on a phone and follows its log until it has ended. */
export async function watchTry(client: ServerClient, tried: Tried, options: WatchOptions): Promise<TryEnd> {
  const { signal, onLines, onStart } = options
  const following = new AbortController()
  let runId: string | undefined
  const early: LogLine[] = []
  const unseen = newLines()
  const show = (lines: LogLine[]) => {
    const own = unseen(lines.filter((line) => line.runId === runId))
    if (own.length) onLines(own)
  }
  const onEach = (lines: LogLine[]) => {
    if (runId === undefined) early.push(...lines)
    else show(lines)
  }
  const log = followLog(client, tried.deviceNo, { signal: following.signal, onLines: onEach })
  // A refusal is the answer of the call that starts the run, too, and says more there.
  log.catch(() => undefined)
  try {
    runId = await startTry(client, tried)
    onStart?.(runId)
    show(early)
    const end = await untilEnd(client, { runId, deviceNo: tried.deviceNo, signal })
    // The last lines may be on their way.
    show(await storedLog(client, tried.deviceNo))
    return { runId, ...end }
  } finally {
    following.abort()
  }
}

interface Watched {
  runId: string
  deviceNo: string
  signal: AbortSignal
}

async function untilEnd(client: ServerClient, { runId, deviceNo, signal }: Watched) {
  const bear = bearOutages(maxOutageMs)
  let isStopped = false
  for (let waitMs = askMs.first; ; waitMs = Math.min(askMs.limit, waitMs * 1.2)) {
    if (signal.aborted && !isStopped)
      isStopped =
        (await bear(() => client.call(scriptTries.endTry, { body: { deviceNo, runId } }))) !== undefined
    const asked = await bear(() => client.call(scriptTries.watchTry, { body: { runId, kept: false } }))
    if (asked && !asked.running) return { state: asked.state, msg: asked.msg }
    await pause(waitMs, undefined, signal.aborted ? {} : { signal }).catch(() => undefined)
  }
}
