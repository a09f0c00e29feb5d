import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type Programs, type ServerReady, serverProgram } from '../programs.ts'

/** Editors save in several steps, and switching branches changes many files. */
const settleMs = 100

/** The server process, restarted on request. Two never run at the same time, because only one may open the data folder. */
export class RestartingServer {
  readonly #programs: Programs
  readonly #report: (line: string) => void
  #child: ChildProcess | undefined
  #timer: NodeJS.Timeout | undefined
  #last: Promise<ServerReady | undefined> = Promise.resolve(undefined)
  #isClosed = false

  constructor(programs: Programs, report: (line: string) => void) {
    this.#programs = programs
    this.#report = report
  }

  /** Resolves with the server's report, or undefined when it ended instead. */
  start(): Promise<ServerReady | undefined> {
    const replace = () => this.#replace()
    this.#last = this.#last.then(replace, replace)
    return this.#last
  }

  restartSoon(changedFile: string): void {
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      const began = performance.now()
      this.#report(`${changedFile} changed: restarting the server …`)
      this.start().then(
        (ready) => {
          const seconds = ((performance.now() - began) / 1000).toFixed(1)
          if (ready) this.#report(`The server restarted in ${seconds} s.`)
        },
        (error: Error) => this.#report(`The server could not be restarted: ${error.message}`),
      )
    }, settleMs)
  }

  /** Resolves when no start is in progress; calls wait for it instead of failing. */
  async settled(): Promise<void> {
    await this.#last
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    if (this.#child) await this.#programs.stop(this.#child)
    await this.#last
  }

  async #replace(): Promise<ServerReady | undefined> {
    if (this.#child) await this.#programs.stop(this.#child)
    if (this.#isClosed) return undefined
    const child = this.#programs.run(serverProgram, [], 'pipe')
    this.#child = child
    // The other lines are for users who start the server alone: its address is not the one to open.
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.startsWith('{')) this.#report(line)
      })
    child.once('exit', () => {
      if (this.#child === child && !this.#isClosed && child.signalCode !== 'SIGTERM' && child.exitCode !== 0)
        this.#report('The server has stopped. It restarts when one of its files changes.')
    })
    const ended = once(child, 'exit').then(() => undefined)
    const ready = await Promise.race([once(child, 'message') as Promise<[ServerReady]>, ended])
    return ready?.[0]
  }
}
