import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const runMs = 15_000
const mostOutput = 1024 * 1024

/** The path of a program that this user can run; undefined when it is not installed. */
export async function findProgram(name: string): Promise<string | undefined> {
  const [shell, words] =
    process.platform === 'win32' ? ['where', [name]] : ['/bin/sh', ['-c', 'command -v -- "$0"', name]]
  const found = await runProgram(shell, words).catch(() => '')
  return found.split(/\r?\n/, 1)[0] || undefined
}

/** Its standard output; rejects with what it said when it fails, or takes longer than 15 s or `limitMs`. */
export async function runProgram(
  path: string,
  words: readonly string[],
  { limitMs = runMs }: { limitMs?: number } = {},
): Promise<string> {
  try {
    const { stdout } = await run(path, words, {
      timeout: limitMs,
      maxBuffer: mostOutput,
      killSignal: 'SIGKILL',
    })
    return stdout
  } catch (error) {
    const { stderr = '', stdout = '', message } = error as Error & { stderr?: string; stdout?: string }
    throw new Error((stderr.trim() || stdout.trim() || message).slice(0, 300))
  }
}
