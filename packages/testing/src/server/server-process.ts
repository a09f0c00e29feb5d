import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const source = path.resolve(import.meta.dirname, '../../../../apps/server/src/main.ts')
/** Loading the program takes half of a start; the compile cache of earlier starts is reused. */
export const compileCache = path.resolve(import.meta.dirname, '../../../../.cache/compiled')

export interface ServerProcess {
  address: string
  enrolmentKey: string
  pid: number
  /** Its whole output. */
  printed(): string
  /** The exit code, when it has ended. */
  ended: Promise<number | null>
  /** Asks it to stop and returns the exit code. */
  stop(): Promise<number | null>
  /** Kills it as a power failure would: nothing more is written. */
  kill(): Promise<void>
}

export interface Refusal {
  code: number | null
  /** Its output on standard error. */
  said: string
}

/** The start failed; the message is the program's output. */
class StartRefused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(`The server ended with code ${refusal.code}: ${refusal.said}`)
    this.refusal = refusal
  }
}

/**
 * The real program, with only these settings; it listens on a free port.
 *
 * @param program path of the one of a package
 */
export async function startServer(
  settings: Record<string, string>,
  program = source,
): Promise<ServerProcess> {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [program], {
    env: { PATH, PORT: '0', HOST: '127.0.0.1', NODE_COMPILE_CACHE: compileCache, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let [out, said] = ['', '']
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  const ended = once(child, 'close') as Promise<[number | null]>
  const ready = await Promise.race([once(child, 'message'), ended.then(() => undefined)])
  if (!ready) throw new StartRefused({ code: child.exitCode, said })
  const { address, enrolmentKey } = ready[0] as { address: string; enrolmentKey: string }
  return { address, enrolmentKey, pid: child.pid ?? 0, printed: () => out + said, ...endings(child, ended) }
}

function endings(
  child: ChildProcess,
  ended: Promise<[number | null]>,
): Pick<ServerProcess, 'ended' | 'stop' | 'kill'> {
  return {
    ended: ended.then(([code]) => code),
    stop: async () => {
      child.kill('SIGTERM')
      return (await ended)[0]
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** For starts that must fail. */
export async function readRefusal(settings: Record<string, string>): Promise<Refusal> {
  const outcome = await startServer(settings).catch((error) => error)
  if (outcome instanceof StartRefused) return outcome.refusal
  if (outcome instanceof Error) throw outcome
  await outcome.kill()
  throw new Error(`The server started:\n${outcome.printed()}`)
}

/** The most memory that a running process has had so far, in MB; Linux only. */
export function readPeakMb(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

export interface DataFolder {
  path: string
  remove(): Promise<void>
}

export async function temporaryFolder(): Promise<DataFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fleetdeck-'))
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
