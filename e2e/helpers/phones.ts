import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const programs = path.resolve(import.meta.dirname, '../../apps/agent/src')

export interface Phones {
  pid: number
  stop(): Promise<void>
}

/** Simulated phones as a user starts them: in a separate process. */
export const startPhones = ({
  server,
  key,
  count,
  more = [],
}: {
  server: string
  key: string
  count: number
  /** Further arguments of the program. */
  more?: string[]
}): Promise<Phones> =>
  start('phones.ts', ['--server', server, '--key', key, '--count', String(count), ...more])

/** The agent for the phones of an adb server, as a user starts it. */
export const startAgent = ({
  server,
  key,
  adbPort,
  more = [],
}: {
  server: string
  key: string
  adbPort: number
  /** Further arguments of the program. */
  more?: string[]
}): Promise<Phones> =>
  start('main.ts', ['--server', server, '--key', key, ...more], {
    ADB_SERVER_SOCKET: `tcp:127.0.0.1:${adbPort}`,
  })

async function start(program: string, words: string[], more: NodeJS.ProcessEnv = {}): Promise<Phones> {
  const state = await mkdtemp(path.join(tmpdir(), 'fleetdeck-phones-'))
  const args = [path.join(programs, program), ...words, '--state', state]
  const child: ChildProcess = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...more },
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
