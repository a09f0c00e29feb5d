import type { IncomingMessage, ServerResponse } from 'node:http'

/** An open pull request, as all providers know it. */
interface ListedPull {
  number: number
  sha: string
  target?: string
  isFork?: boolean
}

export interface PullLists {
  /** The open ones, newest first. */
  pulls: ListedPull[]
  lists: { url: string; headers: IncomingMessage['headers'] }[]
  /** Instead of a list. */
  listAnswer: { status: number; headers?: Record<string, string>; body?: string } | undefined
}

const json = { 'content-type': 'application/json' }

/** Lists open pull requests as GitHub, GitLab and Gitea do, by the paths, filters and pages of their APIs. */
export function answerList(state: PullLists, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://git')
  state.lists.push({ url: request.url ?? '', headers: request.headers })
  if (state.listAnswer) {
    const { status, headers, body } = state.listAnswer
    return void response.writeHead(status, { ...json, ...headers }).end(body)
  }
  const isGitLab = pathname === '/projects/scripts/merge_requests'
  if (!isGitLab && pathname !== '/repos/scripts/pulls')
    return void response.writeHead(404, json).end('{"message":"Not Found"}')
  const size = Number(searchParams.get('per_page') ?? searchParams.get('limit'))
  const page = Number(searchParams.get('page'))
  // Gitea lists those of all branches.
  const wanted = searchParams.get('target_branch') ?? searchParams.get('base')
  const toRow: (pull: ListedPull) => object = isGitLab ? mergeRequest : pullRequest
  const rows = state.pulls
    .filter(({ target = 'main' }) => wanted === null || wanted === target)
    .slice((page - 1) * size, page * size)
    .map(toRow)
  response.writeHead(200, json).end(JSON.stringify(rows))
}

/** As GitHub and Gitea list it. */
function pullRequest({ number, sha, target = 'main', isFork = false }: ListedPull) {
  const [own, fork] = ['org/scripts', 'someone/scripts'].map((full_name) => ({ full_name }))
  return {
    ...{ number, state: 'open', title: `Change ${number}`, user: { login: 'wang' } },
    html_url: `https://git.example.org/org/scripts/pull/${number}`,
    head: { sha, ref: `change-${number}`, repo: isFork ? fork : own },
    base: { ref: target, repo: own },
  }
}

/** As GitLab lists it. */
function mergeRequest({ number, sha, target = 'main', isFork = false }: ListedPull) {
  return {
    ...{ id: 7000 + number, iid: number, state: 'opened', title: `Change ${number}` },
    web_url: `https://git.example.org/org/scripts/-/merge_requests/${number}`,
    ...{ author: { username: 'wang' }, target_branch: target, source_branch: `change-${number}`, sha },
    ...{ source_project_id: isFork ? 8 : 7, target_project_id: 7 },
  }
}
