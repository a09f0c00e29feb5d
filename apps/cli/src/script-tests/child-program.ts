import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import module from 'node:module'
import path from 'node:path'
import { environment } from '../environment.ts'
import { ExitCode, Failure } from '../failure.ts'

/** Programs of the workspace are started as users start them. */
const apps = path.resolve(import.meta.dirname, '../../..')
const maxStopMs = 10_000
/** What is shown of a program that could not start. */
const maxSaid = 4000

export interface ChildProgram {
  child: ChildProcess
  /** Its output on standard error. */
  said(): string
  stop(): Promise<void>
}

export function startProgram(file: string, words: string[], env: Record<string, string> = {}): ChildProgram {
  const cache = module.getCompileCacheDir()
  const child = spawn(process.execPath, [path.join(apps, file), ...words], {
    // Ctrl-C in the terminal is for the command, which stops its programs in order.
    detached: true,
    env: { ...environment.forChildren(), ...(cache && { NODE_COMPILE_CACHE: cache }), ...env },
    // Calls of phones may have regular expressions.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-maxSaid)
  })
  const ended = once(child, 'exit')
  return {
    child,
    said: () => said.trim(),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      const force = setTimeout(() => child.kill('SIGKILL'), maxStopMs)
      await ended
      clearTimeout(force)
    },
  }
}

/** The program's first message; its end before that is a failure. */
export async function firstMessage<Message>({ child, said }: ChildProgram, name: string): Promise<Message> {
  const ended = new AbortController()
  const onExit = () => ended.abort()
  child.once('exit', onExit)
  try {
    const [message] = await once(child, 'message', { signal: ended.signal })
    return message as Message
  } catch {
    throw new Failure(ExitCode.failed, `The ${name} of the tests could not start: ${said()}`)
  } finally {
    child.off('exit', onExit)
  }
}
