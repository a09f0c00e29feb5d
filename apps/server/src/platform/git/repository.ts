import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { devNull } from 'node:os'
import path from 'node:path'
import { GitError, type GitRun, gitVersion, programPath, runGit } from './git-program.ts'
import { findRemote, type RemoteAddress } from './remote-address.ts'

export interface RepositoryAccess {
  address: string
  authKind: 'none' | 'token' | 'sshKey'
  /** A token, or a private key. */
  secret: string
  /** Lines as in a known_hosts file; empty: the key that the server shows first is accepted. */
  knownHosts: string
}

export interface RepositoryOptions {
  /** For the files of git while it works. */
  folder: string
  /** Private networks that may be called. */
  allowed: string
  /** Ends git. */
  signal?: AbortSignal
}

export interface CommitFacts {
  sha: string
  author: string
  subject: string
}

/** A file in a commit. */
export interface TreeFile {
  path: string
  blob: string
  /** Bytes. */
  size: number
}

const localMs = 30_000
const remoteMs = 90_000
const mostOutput = 16 * 1024 * 1024
const longestDetail = 600

/**
 * Reads a remote repository. Its files exist only during `use`: each reading fetches what it needs, so no copy can be
 * outdated, damaged or left behind.
 */
export async function withRepository<T>(
  access: RepositoryAccess,
  { folder, allowed, signal }: RepositoryOptions,
  use: (repository: Repository) => Promise<T>,
): Promise<T> {
  if ((await gitVersion()) === null) throw new GitError('gitMissing')
  const remote = await findRemote(access.address, allowed)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const work = await mkdtemp(path.join(folder, 'work-'))
  try {
    const env = await prepare(work, access, remote)
    await runGit(['init', '--quiet', '--bare', 'repository.git'], {
      cwd: work,
      env,
      timeoutMs: localMs,
      maxOutputBytes: mostOutput,
      signal,
    })
    return await use(new Repository(work, { env, remote, signal }))
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    throw new GitError(error.failure, withoutSecrets(error.message, { work, secret: access.secret }))
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

const leftAfterMs = 3_600_000

/** Removes what a killed server has left; another one may work in the same folder. */
export async function clearRepositories(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const left = path.join(folder, name)
    const facts = await stat(left).catch(() => undefined)
    if (facts && facts.mtimeMs < Date.now() - leftAfterMs) await rm(left, { recursive: true, force: true })
  }
}

const withoutSecrets = (text: string, { work, secret }: { work: string; secret: string }) =>
  [secret, secret && toBasic(secret)]
    .filter((each) => each !== '')
    .reduce((rest, each) => rest.replaceAll(each, '***'), text.replaceAll(`${work}/`, ''))
    .slice(-longestDetail)

/** GitHub, GitLab and Gitea accept any user name with a token as the password. */
const toBasic = (token: string) => Buffer.from(`oauth2:${token}`).toString('base64')

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The environment of git: nothing of the server's own, no settings of the machine, and secrets in no argument. */
async function prepare(work: string, access: RepositoryAccess, remote: RemoteAddress) {
  const { protocol, host, port, addresses } = remote
  const settings: [string, string][] = [
    ['credential.helper', ''],
    ['core.hooksPath', devNull],
    ['core.bigFileThreshold', '16m'],
    ['fetch.unpackLimit', '1'],
    ['fetch.recurseSubmodules', 'no'],
    ['gc.auto', '0'],
    // Only the server itself was checked.
    ['http.followRedirects', 'false'],
    ['http.proxy', ''],
    ['http.lowSpeedLimit', '1000'],
    ['http.lowSpeedTime', '30'],
  ]
  if (protocol !== 'ssh')
    settings.push([
      'http.curloptResolve',
      `${host}:${port}:${addresses.map((each) => (each.includes(':') ? `[${each}]` : each)).join(',')}`,
    ])
  if (protocol !== 'ssh' && access.authKind === 'token')
    settings.push(['http.extraHeader', `Authorization: Basic ${toBasic(access.secret)}`])
  const env: Record<string, string> = {
    PATH: programPath,
    HOME: work,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: protocol,
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_CONFIG_COUNT: String(settings.length),
  }
  for (const [place, [name, value]] of settings.entries()) {
    env[`GIT_CONFIG_KEY_${place}`] = name
    env[`GIT_CONFIG_VALUE_${place}`] = value
  }
  if (protocol === 'ssh') env.GIT_SSH_COMMAND = await sshCommand(work, access, remote)
  return env
}

const hostsFile = (work: string) => path.join(work, 'known_hosts')

async function sshCommand(
  work: string,
  { authKind, secret, knownHosts }: RepositoryAccess,
  remote: RemoteAddress,
) {
  const key = path.join(work, 'key')
  // ssh refuses a key without a line break at its end.
  await writeFile(key, authKind === 'sshKey' ? `${secret.replaceAll('\r', '').trim()}\n` : '', {
    mode: 0o600,
  })
  const hosts = toHostLines(knownHosts, remote.host)
  await writeFile(hostsFile(work), hosts.map((line) => `${line}\n`).join(''), { mode: 0o600 })
  const options = {
    HostName: remote.addresses[0] ?? remote.host,
    HostKeyAlias: remote.host,
    UserKnownHostsFile: hostsFile(work),
    GlobalKnownHostsFile: devNull,
    StrictHostKeyChecking: hosts.length ? 'yes' : 'accept-new',
    HashKnownHosts: 'no',
    UpdateHostKeys: 'no',
    CheckHostIP: 'no',
    IdentitiesOnly: 'yes',
    IdentityAgent: 'none',
    PreferredAuthentications: 'publickey',
    BatchMode: 'yes',
    ConnectTimeout: '20',
    ServerAliveInterval: '15',
  }
  const given = Object.entries(options).map(([name, value]) => `-o ${quoted(`${name}=${value}`)}`)
  return `ssh -F ${devNull} -i ${quoted(key)} ${given.join(' ')}`
}

/** Lines for this host, from those of ssh-keyscan, of a known_hosts file, or only types and keys. */
export function toHostLines(text: string, host: string): string[] {
  return text.split('\n').flatMap((line) => {
    const key = /(?:^|\s)((?:ssh|ecdsa|sk)-[\w@.-]+\s+[A-Za-z0-9+/=]+)/.exec(line.startsWith('#') ? '' : line)
    return key ? [`${host} ${key[1]}`] : []
  })
}

interface RepositoryParts {
  env: Record<string, string>
  remote: RemoteAddress
  signal: AbortSignal | undefined
}

export class Repository {
  readonly #work: string
  readonly #env: Record<string, string>
  readonly #remote: RemoteAddress
  readonly #signal: AbortSignal | undefined

  constructor(work: string, { env, remote, signal }: RepositoryParts) {
    this.#work = work
    this.#env = env
    this.#remote = remote
    this.#signal = signal
  }

  /** The commit of a branch of the remote repository. */
  async findBranch(branch: string): Promise<string> {
    const ref = `refs/heads/${branch}`
    const output = await this.#git(['ls-remote', '--', this.#remote.url, ref], { timeoutMs: remoteMs })
    const line = output
      .toString()
      .split('\n')
      .find((each) => each.endsWith(`\t${ref}`))
    if (!line) throw new GitError('branchMissing', branch)
    return line.split('\t')[0] ?? ''
  }

  /** Fetches a ref with some of its history, and returns its commit. */
  async fetch(ref: string, depth = 1): Promise<string> {
    const local = 'refs/fetched/ref'
    await this.#git(
      [
        'fetch',
        '--quiet',
        '--no-tags',
        '--force',
        `--depth=${depth}`,
        '--',
        this.#remote.url,
        `${ref}:${local}`,
      ],
      { timeoutMs: remoteMs },
    )
    return (await this.#git(['rev-parse', '--verify', `${local}^{commit}`])).toString().trim()
  }

  async commit(sha: string): Promise<CommitFacts> {
    const output = await this.#git(['log', '-1', '--no-show-signature', '--format=%an%x00%s', sha])
    const [author = '', subject = ''] = output.toString().trim().split('\0')
    return { sha, author: author.slice(0, 200), subject: subject.slice(0, 500) }
  }

  /** The last commit that both have; undefined if it is not in the fetched history. */
  mergeBase(one: string, other: string): Promise<string | undefined> {
    return this.#git(['merge-base', one, other]).then(
      (output) => output.toString().trim(),
      () => undefined,
    )
  }

  /**
   * Files in a folder of a commit, without links.
   * @param paths below the folder; without them all that are in the folder itself
   */
  async files(sha: string, folder: string, paths?: string[]): Promise<TreeFile[]> {
    if (paths?.length === 0) return []
    const tree = `${sha}:${folder}`
    const kind = await this.#git(['cat-file', '-t', tree]).catch(() => Buffer.from(''))
    if (kind.toString().trim() !== 'tree') throw new GitError('folderMissing', folder)
    const output = await this.#git([
      'ls-tree',
      '-z',
      '-l',
      ...(paths ? ['-r', tree, '--', ...paths] : [tree]),
    ])
    return output
      .toString()
      .split('\0')
      .flatMap((line) => {
        const [, blob = '', size = '', name = ''] =
          /^100\d{3} blob ([0-9a-f]+) +(\d+)\t(.+)$/s.exec(line) ?? []
        return name ? [{ path: name, blob, size: Number(size) }] : []
      })
  }

  /** Contents of blobs, in their order. */
  async contents(files: Pick<TreeFile, 'blob' | 'size'>[]): Promise<Buffer[]> {
    if (files.length === 0) return []
    const overhead = 200
    const output = await this.#git(['cat-file', '--batch'], {
      input: files.map(({ blob }) => `${blob}\n`).join(''),
      maxOutputBytes: files.reduce((sum, { size }) => sum + size + overhead, 0),
    })
    let at = 0
    return files.map(({ blob, size }) => {
      const head = output.indexOf('\n', at)
      if (output.toString('latin1', at, head) !== `${blob} blob ${size}`)
        throw new GitError('other', `${blob} is missing`)
      at = head + 1 + size + 1
      return output.subarray(head + 1, head + 1 + size)
    })
  }

  /** The keys that the server has shown over SSH. */
  async knownHosts(): Promise<string> {
    if (this.#remote.protocol !== 'ssh') return ''
    return (await readFile(hostsFile(this.#work), 'utf8').catch(() => '')).trim()
  }

  #git(args: string[], run: Partial<GitRun> = {}): Promise<Buffer> {
    return runGit(args, {
      cwd: path.join(this.#work, 'repository.git'),
      env: this.#env,
      timeoutMs: localMs,
      maxOutputBytes: mostOutput,
      signal: this.#signal,
      ...run,
    })
  }
}
