import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ownAccessTokens } from '@fleetdeck/contract/access-tokens'
import { commandLinePermissions } from '@fleetdeck/contract/command-line'
import type { TestClient, TestSite } from '@fleetdeck/testing/site/test-site'

const program = path.resolve(import.meta.dirname, '../../bin/fleetdeck.js')

export interface Ended {
  code: number | null
  out: string
  err: string
  /** Standard output as one JSON document. */
  json<Document = unknown>(): Document
}

/** A running command. */
export interface Running {
  child: ChildProcess
  /** Resolves as soon as its output so far matches. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  ended: Promise<Ended>
}

/** The command line as a user has it: a folder, a home and an environment. */
export class Cli {
  readonly folder: string
  env: Record<string, string>
  readonly #running = new Set<ChildProcess>()

  private constructor(folder: string, env: Record<string, string>) {
    this.folder = folder
    this.env = env
  }

  static async create(env: Record<string, string> = {}): Promise<Cli> {
    const folder = await mkdtemp(path.join(tmpdir(), 'fleetdeck-cli-'))
    return new Cli(folder, env)
  }

  /** With an access token that has these permissions: by default those that a sign-in grants. */
  static async with(
    site: Pick<TestSite, 'address'> & { admin: Pick<TestClient, 'call'> },
    permissions: readonly string[] = commandLinePermissions,
    client = site.admin,
  ): Promise<Cli> {
    const cli = await Cli.create()
    // The same request twice within a second is refused.
    const tokenName = `command line ${randomUUID()}`
    const body = { tokenName, permissions: [...permissions], days: 1 }
    const { token } = await client.call(ownAccessTokens.add, { body })
    cli.env = { FLEETDECK_URL: site.address, FLEETDECK_TOKEN: token }
    return cli
  }

  start(...words: string[]): Running {
    const { PATH = '' } = process.env
    const child = spawn(process.execPath, [program, ...words], {
      cwd: this.folder,
      env: {
        PATH,
        HOME: this.folder,
        XDG_CONFIG_HOME: path.join(this.folder, '.config'),
        TMPDIR: this.folder,
        ...this.env,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.#running.add(child)
    let [out, err] = ['', '']
    const woken = new Set<() => void>()
    const wake = () => {
      for (const each of [...woken]) each()
    }
    child.stdout.setEncoding('utf8').on('data', (text) => {
      out += text
      wake()
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      err += text
      wake()
    })
    const closed = once(child, 'close').then(([code]) => {
      this.#running.delete(child)
      return code as number | null
    })
    const ended = closed.then((code) => ({
      code,
      out,
      err,
      json: () => JSON.parse(out),
    }))
    const printed = async (pattern: RegExp) => {
      for (;;) {
        const found = pattern.exec(out + err)
        if (found) return found
        const next = new Promise<void>((resolve) => woken.add(resolve))
        const isOver = await Promise.race([next.then(() => false), closed.then(() => true)])
        if (isOver && !pattern.test(out + err)) throw new Error(`It ended without ${pattern}:\n${out}${err}`)
      }
    }
    return { child, printed, ended }
  }

  run(...words: string[]): Promise<Ended> {
    return this.start(...words).ended
  }

  read(name: string): Promise<string> {
    return readFile(path.join(this.folder, name), 'utf8')
  }

  write(name: string, content: string): Promise<void> {
    return writeFile(path.join(this.folder, name), content)
  }

  async close(): Promise<void> {
    for (const child of this.#running) child.kill('SIGKILL')
    await rm(this.folder, { recursive: true, force: true })
  }
}
