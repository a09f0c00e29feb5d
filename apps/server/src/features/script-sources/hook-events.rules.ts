import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'

export interface PulledRequest {
  number: number
  title: string
  author: string
  url: string
  sha: string
  isFork: boolean
}
export type HookEvent =
  | { kind: 'push'; ref: string }
  | { kind: 'pull'; target: string; request: PulledRequest }
  | { kind: 'ignored' }

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header) ?? ''

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => Buffer.from(text))
  return !!one && !!other && one.length === other.length && timingSafeEqual(one, other)
}

/** Whether the sender knows the secret: GitHub and Gitea sign the body with it, GitLab sends it. */
export function isSigned(headers: IncomingHttpHeaders, body: Buffer, secret: string): boolean {
  const token = one(headers['x-gitlab-token'])
  if (token !== '') return isEqual(token, secret)
  const given =
    one(headers['x-hub-signature-256']).replace(/^sha256=/, '') || one(headers['x-gitea-signature'])
  return isEqual(given.toLowerCase(), createHmac('sha256', secret).update(body).digest('hex'))
}

const text = z.string().max(100_000)
const short = text.transform((value) => value.slice(0, 300)).catch('')
const link = z
  .url({ protocol: /^https?$/ })
  .max(1000)
  .catch('')
const sha = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/)
const number = z.int().positive()
const repository = z.object({ full_name: text }).nullish()

const Push = z.object({ ref: text })
/** GitHub, and Gitea alike. */
const PullRequest = z.object({
  action: text,
  number,
  pull_request: z.object({
    title: short,
    html_url: link,
    user: z.object({ login: short }).nullish(),
    head: z.object({ sha, repo: repository }),
    base: z.object({ ref: text, repo: repository }),
  }),
})
const MergeRequest = z.object({
  user: z.object({ username: short }).nullish(),
  object_attributes: z.object({
    iid: number,
    action: text.nullish(),
    /** Of an update with new commits. */
    oldrev: text.nullish(),
    title: short,
    url: link,
    target_branch: text,
    source_project_id: z.number().nullish(),
    target_project_id: z.number().nullish(),
    last_commit: z.object({ id: sha }),
  }),
})

const pullActions = ['opened', 'reopened', 'synchronize', 'synchronized']

/** What a provider reports; of events that do not matter here, nothing is read. */
export function toHookEvent(headers: IncomingHttpHeaders, json: unknown): HookEvent {
  const name = [headers['x-gitea-event'], headers['x-github-event'], headers['x-gitlab-event']]
    .map(one)
    .find(Boolean)
  if (name === 'push' || name === 'Push Hook') {
    const push = Push.safeParse(json)
    return push.success ? { kind: 'push', ref: push.data.ref } : { kind: 'ignored' }
  }
  if (name === 'pull_request' || name === 'pull_request_sync') return ofPullRequest(json)
  return name === 'Merge Request Hook' ? ofMergeRequest(json) : { kind: 'ignored' }
}

function ofPullRequest(json: unknown): HookEvent {
  const parsed = PullRequest.safeParse(json)
  if (!parsed.success || !pullActions.includes(parsed.data.action)) return { kind: 'ignored' }
  const { number, pull_request: pull } = parsed.data
  const [from, to] = [pull.head.repo?.full_name, pull.base.repo?.full_name]
  return {
    kind: 'pull',
    target: pull.base.ref,
    request: {
      ...{
        number,
        title: pull.title,
        author: pull.user?.login ?? '',
        url: pull.html_url,
        sha: pull.head.sha,
      },
      isFork: from === undefined || from !== to,
    },
  }
}

function ofMergeRequest(json: unknown): HookEvent {
  const parsed = MergeRequest.safeParse(json)
  if (!parsed.success) return { kind: 'ignored' }
  const { user, object_attributes: merge } = parsed.data
  const { action, oldrev } = merge
  const hasCommits = action === 'open' || action === 'reopen' || (action === 'update' && !!oldrev)
  if (!hasCommits) return { kind: 'ignored' }
  const { source_project_id: from, target_project_id: to } = merge
  return {
    kind: 'pull',
    target: merge.target_branch,
    request: {
      ...{ number: merge.iid, title: merge.title, author: user?.username ?? '', url: merge.url },
      sha: merge.last_commit.id,
      isFork: typeof from !== 'number' || from !== to,
    },
  }
}
