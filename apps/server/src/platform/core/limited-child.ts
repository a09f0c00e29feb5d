import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { lowerPriority } from './lower-priority.ts'

/** The child used too much time or memory, and was killed. */
export class LimitExceeded extends Error {}

export interface ChildLimits {
  seconds: number
  /** Of the program's objects; its buffers are outside. */
  heapMegabytes: number
  /** Of all that the child has in memory; watched on Linux. */
  megabytes: number
}

const watchMs = 100

/**
 * Sends a message to a program in a process of its own, and resolves to its first answer. Rejects with LimitExceeded,
 * with the signal's reason, or when the program ends without an answer.
 */
export async function askChild<Answer>(
  program: URL,
  message: object,
  { limits, signal }: { limits: ChildLimits; signal: AbortSignal },
): Promise<Answer> {
  signal.throwIfAborted()
  const child = fork(program, {
    execArgv: [`--max-old-space-size=${limits.heapMegabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = new AbortController()
  let exceeded: LimitExceeded | undefined
  const kill = () => child.kill('SIGKILL')
  const refuse = (what: string) => {
    exceeded ??= new LimitExceeded(what)
    kill()
  }
  const timer = setTimeout(() => refuse(`more than ${limits.seconds} s`), limits.seconds * 1000)
  signal.addEventListener('abort', kill)
  let watch: Promise<void> | undefined
  let answer: { value: Answer } | undefined
  child.on('message', (value: Answer) => {
    answer ??= { value }
    kill()
  })
  try {
    const closed = once(child, 'close')
    if (child.pid) {
      lowerPriority(child.pid)
      const isOver = () => refuse(`more than ${limits.megabytes} MB`)
      watch = watchMemory(child.pid, limits.megabytes, { isOver, signal: ended.signal })
    }
    child.send(message, () => {})
    const [code, signalName] = (await closed) as [number | null, NodeJS.Signals | null]
    signal.throwIfAborted()
    if (answer) return answer.value
    // V8 aborts when its heap is full.
    throw (
      exceeded ??
      (signalName === 'SIGABRT' ? new LimitExceeded('heap') : new Error(`exit ${code ?? signalName}`))
    )
  } finally {
    clearTimeout(timer)
    ended.abort()
    await watch
    signal.removeEventListener('abort', kill)
  }
}

interface Watch {
  isOver: () => void
  signal: AbortSignal
}

/** Reports once that the process has more in memory, unless the signal comes first. */
async function watchMemory(pid: number, megabytes: number, { isOver, signal }: Watch): Promise<void> {
  try {
    for (;;) {
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      const kilobytes = Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0)
      if (kilobytes > megabytes * 1024) return isOver()
      await pause(watchMs, undefined, { signal })
    }
  } catch {
    // The process or the watch has ended, or the system has no such files.
  }
}
