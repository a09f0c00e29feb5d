import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { answerList, type PullLists } from './pull-lists.ts'

interface StatusHit {
  path: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}

interface CommitOptions {
  message?: string
  branch?: string
  /** The branch that a new one begins at. */
  from?: string
}

/**
 * A git server over HTTP, by git's own program, which also takes commit statuses and lists open pull requests as GitHub,
 * GitLab and Gitea do.
 */
export interface GitServer extends PullLists {
  origin: string
  /** Of the repository. */
  address: string
  /** On this machine, for other ways to serve it. */
  folder: string
  statuses: StatusHit[]
  /** Required as password; undefined: everyone may read. */
  token: string | undefined
  /** Where all requests are redirected to. */
  redirect: string | undefined
  /** Answer to statuses. */
  statusCode: number
  /** Writes or, with null, removes files. Returns the commit. */
  commit(files: Record<string, string | null>, options?: CommitOptions): Promise<string>
  /** Makes the head of a branch that of a pull request. */
  openPull(number: number, branch: string): Promise<void>
  git(...args: string[]): Promise<string>
  stop(): Promise<void>
}

const run = promisify(execFile)

export async function startGitServer(): Promise<GitServer> {
  const root = await mkdtemp(path.join(tmpdir(), 'git-server-'))
  const bare = path.join(root, 'scripts.git')
  const work = path.join(root, 'work')
  const env = {
    ...process.env,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'Wang Wei',
    GIT_AUTHOR_EMAIL: 'wang@example.org',
    GIT_COMMITTER_NAME: 'Wang Wei',
    GIT_COMMITTER_EMAIL: 'wang@example.org',
  }
  const git = async (cwd: string, args: string[]) => (await run('git', args, { cwd, env })).stdout.trim()
  await git(root, ['init', '--quiet', '--bare', '--initial-branch=main', bare])
  await git(root, ['clone', '--quiet', bare, work]).catch(() => '')
  await git(work, ['checkout', '--quiet', '-B', 'main'])
  await git(work, ['commit', '--quiet', '--allow-empty', '-m', 'Begin'])

  const server = createServer((request, response) => {
    const place = request.url ?? '/'
    if (gitServer.redirect)
      return void response.writeHead(301, { location: `${gitServer.redirect}${place}` }).end()
    if (place.includes('/statuses/')) return takeStatus(request, response)
    if (/^\/(repos|projects)\//.test(place)) return answerList(gitServer, request, response)
    const given = Buffer.from(
      /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '',
      'base64',
    ).toString()
    if (gitServer.token !== undefined && given.split(':')[1] !== gitServer.token)
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
    serve(root, request, response)
  })

  function takeStatus(request: IncomingMessage, response: ServerResponse) {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      gitServer.statuses.push({
        path: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(Buffer.concat(parts).toString('utf8')),
      })
      response.writeHead(gitServer.statusCode, { 'content-type': 'application/json' }).end('{}')
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const gitServer: GitServer = {
    origin,
    address: `${origin}/scripts.git`,
    folder: bare,
    ...{ statuses: [], pulls: [], lists: [], listAnswer: undefined },
    token: undefined,
    redirect: undefined,
    statusCode: 201,
    async commit(files, { message = 'Change scripts', branch = 'main', from } = {}) {
      if (from) await git(work, ['checkout', '--quiet', '-B', branch, from])
      else await git(work, ['checkout', '--quiet', branch])
      for (const [name, text] of Object.entries(files)) {
        const file = path.join(work, name)
        if (text === null) await rm(file)
        else {
          await mkdir(path.dirname(file), { recursive: true })
          await writeFile(file, text)
        }
      }
      await git(work, ['add', '--all'])
      await git(work, ['commit', '--quiet', '--allow-empty', '-m', message])
      await git(work, ['push', '--quiet', '--force', 'origin', branch])
      return git(work, ['rev-parse', 'HEAD'])
    },
    async openPull(number, branch) {
      await git(bare, ['update-ref', `refs/pull/${number}/head`, `refs/heads/${branch}`])
      await git(bare, ['update-ref', `refs/merge-requests/${number}/head`, `refs/heads/${branch}`])
    },
    git: (...args) => git(work, args),
    async stop() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await rm(root, { recursive: true, force: true })
    },
  }
  return gitServer
}

/** Git's own program for HTTP, as a web server runs it (CGI). */
function serve(root: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://git')
  const { headers } = request
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
      ...(headers['git-protocol'] && { GIT_PROTOCOL: String(headers['git-protocol']) }),
    },
  })
  request.pipe(child.stdin)
  child.stdin.on('error', () => {})
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  child.on('close', () => {
    const output = Buffer.concat(parts)
    const end = output.indexOf('\r\n\r\n')
    const lines = output
      .subarray(0, end)
      .toString()
      .split('\r\n')
      .map((line) => line.split(': ') as [string, string])
    const status = Number(lines.find(([name]) => name === 'Status')?.[1]?.slice(0, 3) ?? 200)
    response
      .writeHead(status, Object.fromEntries(lines.filter(([name]) => name !== 'Status')))
      .end(output.subarray(end + 4))
  })
}
