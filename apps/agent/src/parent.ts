import { readFileSync } from 'node:fs'

const lookEveryMs = 1000

/**
 * Calls `ended` once, when the program that started this one has ended: the one at the other end of the IPC channel, or
 * npm, which may be killed without its programs. Never for a program that neither of them started, such as a service.
 */
export function onParentEnd(ended: () => void): void {
  if (process.connected) {
    process.once('disconnect', ended)
    return
  }
  if (!process.env.npm_lifecycle_event) return
  const started = findParents()
  const timer = setInterval(() => {
    if (String(findParents()) === String(started)) return
    clearInterval(timer)
    ended()
  }, lookEveryMs)
  timer.unref()
}

/** The parent's process id; if the parent is the shell in which npm runs a script, then npm's, too. */
function findParents(): number[] {
  const parent = process.ppid
  const npm = isScriptShell(parent) && parentOf(parent)
  return npm ? [parent, npm] : [parent]
}

/** Systems without /proc have shells that the program replaces, so that npm is the parent. */
function isScriptShell(pid: number): boolean {
  return readProcess(pid, 'cmdline').split('\0')[1] === '-c'
}

/** The name of the program, in brackets before the other fields, may itself contain brackets and spaces. */
function parentOf(pid: number): number {
  return Number(/.*\) \S+ (\d+)/s.exec(readProcess(pid, 'stat'))?.[1])
}

function readProcess(pid: number, file: 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
