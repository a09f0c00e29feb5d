import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { lowerPriority } from '../core/lower-priority.ts'

export type GitFailure =
  | 'gitMissing'
  | 'addressPrivate'
  | 'plainHttp'
  | 'unreachable'
  | 'timeout'
  | 'redirected'
  | 'certificate'
  | 'accessDenied'
  | 'repositoryMissing'
  | 'hostKeyChanged'
  | 'keyUnusable'
  | 'branchMissing'
  | 'folderMissing'
  | 'tooLarge'
  | 'other'

/** Why a repository could not be read; the message is what git reported. */
export class GitError extends Error {
  readonly failure: GitFailure

  constructor(failure: GitFailure, message = '') {
    super(message)
    this.failure = failure
  }
}

/** Where git and ssh are looked for, whatever the server's own environment says. */
export const programPath = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin'].join(':')

/** The first version that can pin the address of a server (`http.curloptResolve`). */
const oldest = [2, 37] as const
const versionMs = 60_000
let known: { version: string | null; until: number } | undefined

/** The version of the git program; null if there is none, or one that is too old. Looked up once a minute. */
export async function gitVersion(): Promise<string | null> {
  if (known && known.until > performance.now()) return known.version
  const version = await promisify(execFile)('git', ['version'], {
    timeout: 10_000,
    env: { PATH: programPath },
  }).then(
    ({ stdout }) => usableVersion(stdout),
    () => null,
  )
  known = { version, until: performance.now() + versionMs }
  return version
}

/** @param text such as `git version 2.39.5` */
export function usableVersion(text: string): string | null {
  const [version = '', major = '0', minor = '0'] = /(\d+)\.(\d+)[\w.-]*/.exec(text) ?? []
  const isUsable = Number(major) > oldest[0] || (Number(major) === oldest[0] && Number(minor) >= oldest[1])
  return isUsable ? version : null
}

/** Reasons in what git, curl and ssh write, the most specific first. */
const reasons: [RegExp, GitFailure][] = [
  [/REMOTE HOST IDENTIFICATION HAS CHANGED|Host key verification failed/i, 'hostKeyChanged'],
  [/^Load key |invalid format|error in libcrypto|incorrect passphrase/im, 'keyUnusable'],
  [/signal 25|File too large/i, 'tooLarge'],
  [/couldn't find remote ref|Remote branch .* not found/i, 'branchMissing'],
  [/certificate|SSL|TLS/i, 'certificate'],
  [/returned error: 30\d|unable to update url base from redirection/i, 'redirected'],
  [
    /Authentication failed|could not read (Username|Password)|returned error: 40[13]|Permission denied|access denied/i,
    'accessDenied',
  ],
  [/returned error: 404|repository .*not found|does not (exist|appear to be a git)/i, 'repositoryMissing'],
  [/Operation too slow|timed out/i, 'timeout'],
  [
    /Could not resolve|Connection (refused|reset|closed)|Failed to connect|unreachable|No route to host/i,
    'unreachable',
  ],
]

export const failureOf = (output: string): GitFailure =>
  reasons.find(([pattern]) => pattern.test(output))?.[1] ?? 'other'

export interface GitRun {
  cwd: string
  env: Record<string, string>
  input?: string
  timeoutMs: number
  maxOutputBytes: number
  signal?: AbortSignal | undefined
}

/** Maximum size of a file that git writes, in blocks of 512 bytes as `ulimit` counts them: a pack is one file. */
const fileBlocks = (256 * 1024 * 1024) / 512
const longestError = 20_000

/** Runs git without a shell around its arguments, and returns its output. Rejects with GitError. */
export async function runGit(args: string[], run: GitRun): Promise<Buffer> {
  run.signal?.throwIfAborted()
  const limited = ['-c', `ulimit -f ${fileBlocks}; exec git "$@"`, 'git', ...args]
  const child = spawn('/bin/sh', limited, { cwd: run.cwd, env: run.env, detached: true })
  let failure: GitError | undefined
  const kill = (why: GitError) => {
    failure ??= why
    if (child.pid === undefined) return
    try {
      // The programs that git has started, too.
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // They have ended.
    }
  }
  const timer = setTimeout(() => kill(new GitError('timeout')), run.timeoutMs)
  const abort = () => kill(new GitError('other', 'The server stops'))
  run.signal?.addEventListener('abort', abort)
  const parts: Buffer[] = []
  let size = 0
  let errors = ''
  child.stdout.on('data', (part: Buffer) => {
    size += part.length
    if (size > run.maxOutputBytes) kill(new GitError('tooLarge'))
    else parts.push(part)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-longestError)
  })
  // Git may end before it has read everything.
  child.stdin.on('error', () => {})
  child.stdin.end(run.input ?? '')
  if (child.pid) lowerPriority(child.pid)
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    if (failure) throw failure
    if (code !== 0) throw new GitError(failureOf(errors), errors.trim())
    return Buffer.concat(parts)
  } finally {
    clearTimeout(timer)
    run.signal?.removeEventListener('abort', abort)
  }
}
