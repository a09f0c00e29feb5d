import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const program = path.resolve(import.meta.dirname, '../apps/agent/src/phones.ts')

export interface Phones {
  pid: number
  stop(): Promise<void>
}

/** Simulated phones as a user starts them: a process of their own. */
export async function startPhones({
  server,
  key,
  count,
  more = [],
}: {
  server: string
  key: string
  count: number
  /** Other arguments of the program. */
  more?: string[]
}): Promise<Phones> {
  const state = await mkdtemp(path.join(tmpdir(), 'fleetdeck-phones-'))
  const args = ['--server', server, '--key', key, '--count', String(count), '--state', state, ...more]
  const child: ChildProcess = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await rm(state, { recursive: true, force: true })
    },
  }
}
