import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Message, say } from '@fleetdeck/i18n/terminal'
import { type BackOff, backOffMs } from '../back-off.ts'
import type { FoundPhone, ProcessStatus } from './found-phones.ts'
import type { FromProcess, ToProcess } from './messages.ts'

export interface ProcessSettings {
  /** The agent's own arguments, which its processes read, too. */
  words: readonly string[]
  /** Arguments of Node for the processes. */
  execArgv?: readonly string[]
  /** A process that is not heard of for so many seconds is blocked, and killed. */
  blockedSeconds?: number
  /** Of JavaScript's own memory. */
  heapMegabytes?: number
  /** Of all its memory; a process with more is started again. */
  rssMegabytes?: number
  backOff?: BackOff
}

export interface ProcessEvents {
  /** It ended without being asked to; it is started again by itself. */
  died(reason: Message): void
  received(message: FromProcess): void
  /** A line of its output. */
  line(text: string, isError: boolean): void
}

const program = fileURLToPath(new URL('./process-main.ts', import.meta.url))
const defaults: Required<Omit<ProcessSettings, 'words'>> = {
  execArgv: process.execArgv,
  blockedSeconds: 15,
  heapMegabytes: 512,
  rssMegabytes: 1024,
  backOff: { firstMs: 100, limitMs: 30_000 },
}
const tickMs = 1000
/** A process that lived as long counts as new when it dies. */
const stableMs = 60_000
/** Less than the agent itself waits when it is asked to stop. */
const stopWithinMs = 4000

/** A process for some of the phones, which is started again whenever it ends. */
export class PhoneProcess {
  readonly #settings: ProcessSettings & typeof defaults
  readonly #events: ProcessEvents
  #phones: readonly FoundPhone[] = []
  #child: ChildProcess
  #isStopping = false
  #again: NodeJS.Timeout | undefined
  #attempt = 0
  #restarts = 0
  #rssBytes = 0
  /** By performance.now(). */
  #startedAt = performance.now()

  constructor(settings: ProcessSettings, events: ProcessEvents) {
    this.#settings = { ...defaults, ...settings }
    this.#events = events
    this.#child = this.#start()
  }

  describe(): ProcessStatus {
    const seconds = (performance.now() - this.#startedAt) / 1000
    const phones = this.#phones.map(({ name }) => name)
    return { pid: this.#child.pid ?? 0, phones, memory: this.#rssBytes, restarts: this.#restarts, seconds }
  }

  get phones(): readonly FoundPhone[] {
    return this.#phones
  }

  hold(phones: readonly FoundPhone[]): void {
    this.#phones = phones
    this.send({ action: 'hold', phones: [...phones] })
  }

  send(message: ToProcess): void {
    // What a process that ends cannot take is sent to the next one.
    if (this.#child.connected) this.#child.send(message, () => undefined)
  }

  /** Resolves when it has ended, after a few seconds at most. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#again)
    const child = this.#child
    if (!child.pid || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
    await exited
    clearTimeout(timer)
  }

  #start(): ChildProcess {
    const { execArgv, heapMegabytes, words } = this.#settings
    const child = spawn(
      process.execPath,
      [...execArgv, `--max-old-space-size=${heapMegabytes}`, program, ...words],
      { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
    )
    this.#startedAt = performance.now()
    this.#rssBytes = 0
    let reason: Message | undefined
    const kill = (why: Message) => {
      reason = why
      child.kill('SIGKILL')
    }
    const watch = this.#watch(kill)
    child.on('message', (message: FromProcess) => {
      watch.take(message)
      this.#events.received(message)
    })
    this.#readLines(child)
    // It cannot be started, as when the computer has no memory left: 'exit' does not follow.
    child.once('error', (error) => {
      if (child.pid === undefined) this.#ended(error.message)
    })
    child.once('exit', (code, signal) => {
      watch.end()
      this.#ended(reason ?? signal ?? say('agent.code', { code: code ?? 0 }))
    })
    child.once('spawn', () => this.hold(this.#phones))
    return child
  }

  #readLines({ stdout, stderr }: ChildProcess): void {
    for (const [input, isError] of [
      [stdout, false],
      [stderr, true],
    ] as const)
      if (input) createInterface({ input }).on('line', (text) => this.#events.line(text, isError))
  }

  /** Seconds are counted here, not read from a clock, which goes on while the computer sleeps. */
  #watch(kill: (why: Message) => void) {
    const { blockedSeconds, rssMegabytes } = this.#settings
    let silent = 0
    const timer = setInterval(() => {
      if (++silent > blockedSeconds) kill(say('agent.processBlocked', { seconds: blockedSeconds }))
    }, tickMs).unref()
    return {
      take: (message: FromProcess) => {
        silent = 0
        if (message.action !== 'beat') return
        this.#rssBytes = message.rssBytes
        if (message.rssBytes <= rssMegabytes * 2 ** 20) return
        kill(say('agent.processMemory', { megabytes: Math.round(message.rssBytes / 2 ** 20) }))
      },
      end: () => clearInterval(timer),
    }
  }

  #ended(reason: Message): void {
    if (this.#isStopping) return
    if (performance.now() - this.#startedAt >= stableMs) this.#attempt = 0
    this.#again = setTimeout(
      () => {
        this.#restarts++
        this.#child = this.#start()
      },
      backOffMs(this.#settings.backOff, this.#attempt++),
    )
    this.#events.died(reason)
  }
}
