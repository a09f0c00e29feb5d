import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CommandState, LogReport, TaskState } from '@fleetdeck/contract/phone-socket'
import { ScriptEvidence } from '@fleetdeck/contract/script-evidence'
import { say } from '@fleetdeck/i18n/terminal'
import { z } from 'zod'
import { inBackground } from './in-background.ts'
import { type Notice, reasonOf } from './notice.ts'
import { mayPass, tryAgain } from './try-again.ts'
import type { Uplink } from './uplink.ts'

type State = TaskState | CommandState
type Frame = LogReport | State

const ScriptError = z.looseObject({
  requestId: z.string(),
  evidence: ScriptEvidence.optional().catch(undefined),
})
export type ScriptError = z.output<typeof ScriptError>
const Stored = z.union([
  z.object({ frame: z.discriminatedUnion('action', [LogReport, TaskState, CommandState]) }),
  z.object({ error: ScriptError }),
])
type Stored = z.input<typeof Stored>

/** Reports that wait without a connection; above a limit, the oldest lines are dropped. */
const maxWaiting = 5000
const maxBytes = 4_000_000
/** Script errors that wait. */
const maxErrors = 200
/** Bytes of their evidence; above it, the oldest half is dropped. */
const maxEvidenceBytes = 4_000_000
/** The file is written again without what was delivered. */
const maxStoredBytes = 16_000_000
/** The server accepts 1,000 messages a second. */
const maxUnconfirmed = 400
const confirmMs = 1000
/** A server writes what it has received after up to so long. */
const writtenMs = 500
/** How long a script error is sent again while the phone stays connected. */
const errorLimitMs = 600_000

export interface OutboxDeps {
  /** Reports are stored in it while they wait. */
  file: string
  uplink: Uplink
  reportError: (error: ScriptError, signal: AbortSignal) => Promise<unknown>
  notice: Notice
  signal: AbortSignal
}

export const isEnd = ({ state }: State) => state !== 'acknowledged' && state !== 'running'

/**
 * Delivers lines of the log, states of runs and commands and errors of scripts, in their order. Without a connection they wait on
 * disk. What the server may not have received when a connection ended is sent again.
 */
export class Outbox {
  readonly #deps: OutboxDeps
  #waiting: Frame[] = []
  /** Sent, and not confirmed yet; `at` by performance.now(). */
  #sent: { frame: Frame; at: number }[] = []
  #errors: ScriptError[] = []
  /** On disk only, until they are sent. */
  #held = new Set<Stored[]>()
  #bytes = 0
  #storedLines = 0
  #storedBytes = 0
  #isReporting = false
  /** Aborts the report in progress when the phone connects again: its answer may have been lost. */
  #connected = new AbortController()
  #confirming: NodeJS.Timeout | undefined

  constructor(deps: OutboxDeps) {
    this.#deps = deps
    this.#load()
  }

  /** Ends of runs that the server may not know yet. */
  get ends(): TaskState[] {
    return this.#unconfirmed.filter(
      (frame): frame is TaskState => frame.action === 'taskState' && isEnd(frame),
    )
  }

  /** The same of commands. */
  get commandEnds(): CommandState[] {
    return this.#unconfirmed.filter(
      (frame): frame is CommandState => frame.action === 'commandState' && isEnd(frame),
    )
  }

  get #unconfirmed(): Frame[] {
    return [...this.#sent.map(({ frame }) => frame), ...this.#waiting]
  }

  send(frame: Frame): void {
    // An operator waits for a command: its states overtake a backlog of lines, but not each other.
    const isNext = !this.#waiting.some(
      ({ action }) => frame.action !== 'commandState' || action === frame.action,
    )
    if (isNext && this.#deps.uplink.send(frame)) this.#note(frame)
    else this.#keep(frame)
  }

  reportError(error: ScriptError): void {
    this.#errors = [...this.#errors, error].slice(-maxErrors)
    if (this.#errors.reduce((sum, { evidence }) => sum + evidenceSize(evidence), 0) > maxEvidenceBytes) {
      this.#dropEvidence()
      this.#store()
    } else this.#append({ error })
    this.#reportErrors()
  }

  /**
   * Keeps an error and the end of its run on disk while its evidence is collected: if the program ends before, the
   * next one sends them. The result is called after both were sent.
   */
  hold(error: ScriptError, end: TaskState): () => void {
    const held = [{ error }, { frame: end }]
    this.#held.add(held)
    for (const stored of held) this.#append(stored)
    return () => {
      this.#held.delete(held)
      this.#store()
      this.#removeIfEmpty()
    }
  }

  /** The phone is connected. */
  deliver(): void {
    this.#connected.abort()
    this.#connected = new AbortController()
    this.#sendWaiting()
    this.#reportErrors()
  }

  /** The server has received everything that was sent before this time, by performance.now(). */
  confirm(sentBefore: number): void {
    this.#sent = this.#sent.filter(({ at }) => at > sentBefore - writtenMs)
    this.#sendWaiting()
    this.#removeIfEmpty()
  }

  /** The connection has ended: what was sent last may not have arrived. */
  lost(): void {
    clearTimeout(this.#confirming)
    this.#confirming = undefined
    if (this.#sent.length === 0) return
    this.#waiting = newest([...this.#sent.map(({ frame }) => repeated(frame)), ...this.#waiting])
    this.#sent = []
    this.#bytes = sizeOfAll(this.#waiting)
    this.#dropOldest()
    this.#store()
  }

  #sendWaiting(): void {
    let count = 0
    while (this.#sent.length < maxUnconfirmed) {
      const frame = this.#waiting[count]
      if (!frame || !this.#deps.uplink.send(frame)) break
      count += 1
      this.#bytes -= sizeOf(frame)
      this.#note(frame)
    }
    this.#waiting.splice(0, count)
  }

  #note(frame: Frame): void {
    this.#sent.push({ frame, at: performance.now() })
    this.#confirming ??= setTimeout(() => this.#askConfirmation(), confirmMs)
  }

  /** The answer to a ping confirms what was sent before. */
  #askConfirmation(): void {
    this.#confirming = undefined
    if (this.#sent.length === 0 || !this.#deps.uplink.send({ action: 'ping' })) return
    this.#confirming = setTimeout(() => this.#askConfirmation(), confirmMs)
  }

  #keep(frame: Frame): void {
    this.#waiting.push(frame)
    this.#bytes += sizeOf(frame)
    if (frame.action === 'commandState') {
      this.#waiting = newest(this.#waiting)
      this.#bytes = sizeOfAll(this.#waiting)
    }
    this.#dropOldest()
    this.#append({ frame })
  }

  #dropOldest(): void {
    while (this.#waiting.length > maxWaiting || this.#bytes > maxBytes) {
      const line = this.#waiting.findIndex(({ action }) => action === 'log')
      const [dropped] = this.#waiting.splice(Math.max(line, 0), 1)
      if (dropped) this.#bytes -= sizeOf(dropped)
    }
  }

  #reportErrors(): void {
    if (this.#isReporting || this.#errors.length === 0) return
    this.#isReporting = true
    const work = this.#reportEach().finally(() => {
      this.#isReporting = false
    })
    inBackground(work, this.#deps.notice, 'agent.errorReportFailed')
  }

  async #reportEach(): Promise<void> {
    const { reportError, signal, notice } = this.#deps
    for (let error = this.#errors[0]; error; error = this.#errors[0]) {
      const current = error
      const connected = this.#connected.signal
      const ended = AbortSignal.any([signal, connected])
      try {
        await tryAgain(() => reportError(current, ended), { limitMs: errorLimitMs, signal: ended })
      } catch (failure) {
        if (signal.aborted) return
        if (connected.aborted) continue
        // It waits for the next connection.
        if (mayPass(failure)) throw failure
        // A proxy may refuse its size.
        if (current.evidence) {
          this.#errors = this.#errors.map((other) => (other === current ? withoutEvidence(current) : other))
          continue
        }
        notice('warn', say('agent.errorReportFailed', { reason: reasonOf(failure) }))
      }
      this.#forget(current)
    }
  }

  #dropEvidence(): void {
    let left = maxEvidenceBytes / 2
    this.#errors = this.#errors
      .toReversed()
      .map((error) => {
        left -= evidenceSize(error.evidence)
        return left < 0 && error.evidence ? { ...error, evidence: dropped(error.evidence) } : error
      })
      .toReversed()
  }

  #forget(error: ScriptError): void {
    this.#errors = this.#errors.filter(({ requestId }) => requestId !== error.requestId)
    this.#removeIfEmpty()
  }

  #load(): void {
    const lines = readLines(this.#deps.file)
    this.#storedLines = lines.length
    this.#storedBytes = lines.reduce((sum, line) => sum + line.length, 0)
    for (const line of lines) {
      const stored = parse(line)
      if (!stored) continue
      if ('error' in stored) this.#errors.push(stored.error)
      // A run or command that was in progress ended with the program.
      else if (stored.frame.action === 'log' || isEnd(stored.frame))
        this.#waiting.push(repeated(stored.frame))
    }
    this.#bytes = sizeOfAll(this.#waiting)
    this.#dropOldest()
  }

  #append(stored: Stored): void {
    const line = `${JSON.stringify(stored)}\n`
    this.#storedLines += 1
    this.#storedBytes += line.length
    if (this.#storedLines > 2 * maxWaiting || this.#storedBytes > maxStoredBytes) this.#store()
    else this.#write((file) => appendFileSync(file, line))
  }

  #store(): void {
    const all: Stored[] = [
      ...this.#errors.map((error) => ({ error })),
      ...this.#waiting.map((frame) => ({ frame })),
      ...[...this.#held].flat(),
    ]
    const lines = all.map((stored) => `${JSON.stringify(stored)}\n`).join('')
    this.#storedLines = all.length
    this.#storedBytes = lines.length
    this.#write((file) => writeFileSync(file, lines))
  }

  #removeIfEmpty(): void {
    const left = this.#waiting.length + this.#sent.length + this.#errors.length + this.#held.size
    if (this.#storedLines === 0 || left > 0) return
    this.#storedLines = 0
    this.#storedBytes = 0
    this.#write((file) => rmSync(file, { force: true }))
  }

  /** Without the disk, reports wait in memory. */
  #write(write: (file: string) => void): void {
    const { file } = this.#deps
    try {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
      write(file)
    } catch {}
  }
}

const sizeOf = (frame: Frame) => JSON.stringify(frame).length
const sizeOfAll = (frames: readonly Frame[]) => frames.reduce((sum, frame) => sum + sizeOf(frame), 0)

/** Of each command, only the last state matters. */
function newest(frames: readonly Frame[]): Frame[] {
  const last = new Map(
    frames.flatMap((frame) => (frame.action === 'commandState' ? [[frame.cmdSubId, frame] as const] : [])),
  )
  return frames.filter((frame) => frame.action !== 'commandState' || last.get(frame.cmdSubId) === frame)
}

const evidenceSize = (evidence: ScriptEvidence | undefined) =>
  evidence ? JSON.stringify(evidence).length : 0

const gone = { missing: 'dropped', msg: '' } as const
const dropped = ({ blurred }: ScriptEvidence): ScriptEvidence => ({
  screenshot: gone,
  elements: gone,
  lines: [],
  blurred,
})

const withoutEvidence = ({ evidence: _, ...error }: ScriptError): ScriptError => ({
  ...error,
  evidence: undefined,
})

/** The server looks whether it has a line that is sent again; a state may arrive twice. */
const repeated = (frame: Frame): Frame => (frame.action === 'log' ? { ...frame, again: true } : frame)

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}

/** Undefined for a line whose end was not written. */
function parse(line: string): z.output<typeof Stored> | undefined {
  try {
    return Stored.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}
