import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export const serverProgram = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))
const phonesProgram = fileURLToPath(new URL('../apps/agent/src/phones.ts', import.meta.url))

/** The messages of the server to its parent process. */
export interface ServerReady {
  ready: true
  address: string
  enrolmentKey: string
}

/** How long a program may take to stop: the server ends its own stop, after DRAIN_SECONDS and some seconds more. */
const maxStopMs = 30_000

/** The programs of the product as child processes, as in real use. */
export class Programs {
  readonly #running = new Set<ChildProcess>()
  readonly #env: NodeJS.ProcessEnv

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  /** @param stdout `pipe` when the caller reads the program's output */
  run(program: string, args: string[] = [], stdout: 'inherit' | 'pipe' = 'inherit'): ChildProcess {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: process.cwd(),
      env: this.#env,
      stdio: ['ignore', stdout, 'inherit', 'ipc'],
    })
    this.#running.add(child)
    child.once('exit', () => this.#running.delete(child))
    return child
  }

  /** @param more further options, such as --lang */
  runPhones(
    { address, enrolmentKey }: ServerReady,
    count: number | string,
    state: string,
    more: string[] = [],
  ): ChildProcess {
    const options = { server: address, key: enrolmentKey, count: String(count), state }
    const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
    return this.run(phonesProgram, [...words, ...more])
  }

  /** Resolves when the program has ended. */
  async stop(child: ChildProcess): Promise<void> {
    if (!this.#running.has(child)) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const drainMs = Number(this.#env.DRAIN_SECONDS || 0) * 1000
    const force = setTimeout(() => child.kill('SIGKILL'), drainMs + maxStopMs)
    await ended
    clearTimeout(force)
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#running].map((child) => this.stop(child)))
  }
}
